import type { AnswerOf, CallShape } from '@luvalla/contract/call';
import type { CampaignFile } from '@luvalla/contract/engagement/campaign-files';
import { campaignProgress } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, campaigns, liveCampaigns } from '@luvalla/contract/engagement/campaigns';
import { deliveries } from '@luvalla/contract/engagement/deliveries';
import { dateText, momentText, timeText } from '#portal/lib/dates.ts';
import type { Language } from '#portal/lib/say.ts';

/** A moment by the clock alone where it is of today. */
export const clockText = (at: string, language: Language): string =>
	dateText(at, language) === dateText(new Date(), language) ? timeText(at, language) : momentText(at, language);

export type Progress = AnswerOf<typeof campaignProgress>;
/** What an address of this campaign's pages carries. */
export type To = Record<string, string>;

/** What a press on a run changes. */
export const CHANGED: readonly CallShape[] = [campaignProgress, campaigns, deliveries, liveCampaigns];

export const settledOf = ({ targeted, states }: Progress): number => Math.max(0, targeted - states.waiting - states.deferred);

/** Taken by a worker at this moment are first those that wait, then those that are tried again. */
export function openOf({ states, inHand }: Progress): { waiting: number; deferred: number } {
	const waiting = Math.max(0, states.waiting - inHand);
	return { waiting, deferred: Math.max(0, states.deferred - Math.max(0, inHand - states.waiting)) };
}

/** Whether it is the one that can be acted on: the newest that wrote to people. */
export const isNewest = (campaign: Campaign, run: Progress['run'] | undefined): boolean =>
	run?.kind === 'real' && run.id === campaign.run?.id;

/** People in lists for ad networks as things stand. */
export const permittedOf = (files: readonly CampaignFile[]): number => files.find(({ kind }) => kind === 'add')?.rows ?? 0;
