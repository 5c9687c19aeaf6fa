/** A campaign as its form holds it, and as it is sent. */

import type { InputOf } from '@luvalla/contract/call';
import {
	type addCampaign,
	BOUNCE_LIMIT,
	type Campaign,
	CampaignOptions,
	COMPLAINT_LIMIT,
	type SegmentChange,
} from '@luvalla/contract/engagement/campaigns';
import * as z from 'zod';
import { isLocalMoment } from '#portal/lib/dates.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import type { CampaignTexts } from './texts.ts';
import { instantIn, localIn, ownZone } from './zones.ts';

/** Options as they are written: numbers are texts, times are those of the zone. */
export interface WrittenOptions {
	purposes: string[];
	senderId: string;
	connectors: Record<string, string>;
	beginsAt: string;
	lateAt: string;
	timeZone: string;
	throttle: string;
	quiet: boolean;
	quietFrom: string;
	quietTo: string;
	capMessages: string;
	capDays: string;
	secondSubject: string;
	/** As the proof was answered. */
	signs: CampaignOptions['signs'];
	again: boolean;
	complaintLimit: string;
	bounceLimit: string;
}

export interface Draft extends Record<string, unknown> {
	title: string;
	/** Ids by channel code; '' : none. */
	constellation: Record<string, string>;
	audienceIdFK: string;
	isTransactional: boolean;
	postExecutionSegmentChange: SegmentChange[];
	onOpenSegmentChange: SegmentChange[];
	onClickSegmentChange: SegmentChange[];
	options: WrittenOptions;
}

/** The three occasions on which segments change. */
export const CHANGES = ['postExecutionSegmentChange', 'onOpenSegmentChange', 'onClickSegmentChange'] as const;

const QUIET = { from: 21, to: 8 };
const PERCENT = 100;
/** As it is written in the language shown; `numberOf` reads both. */
const percent = (share: number): string =>
	String(Math.round(share * PERCENT * 1000) / 1000).replace('.', currentLanguage() === 'fi' ? ',' : '.');

const writtenOf = (options: CampaignOptions, isNew: boolean): WrittenOptions => {
	const timeZone = isNew ? ownZone() : options.timeZone;
	const local = (at: string | null): string => (at === null ? '' : localIn(at, timeZone));
	return {
		purposes: options.purposes,
		senderId: options.senderId ?? '',
		connectors: { ...options.connectors },
		beginsAt: local(options.beginsAt),
		lateAt: local(options.lateAt),
		timeZone,
		throttle: options.throttle === null ? '' : String(options.throttle),
		quiet: options.quiet !== null,
		quietFrom: String(options.quiet?.from ?? QUIET.from),
		quietTo: String(options.quiet?.to ?? QUIET.to),
		capMessages: options.cap === null ? '' : String(options.cap.messages),
		capDays: options.cap === null ? '' : String(options.cap.days),
		secondSubject: options.secondSubject ?? '',
		signs: options.signs,
		again: options.unknown === 'again',
		complaintLimit: percent(options.complaintLimit),
		bounceLimit: percent(options.bounceLimit),
	};
};

export const draftOf = (row: Campaign | null): Draft => ({
	title: row?.title ?? '',
	constellation: Object.fromEntries((row?.constellation ?? []).map((one) => [String(one.channel), one.constellationIdFK])),
	audienceIdFK: row?.audienceIdFK ?? '',
	isTransactional: row?.isTransactional ?? false,
	postExecutionSegmentChange: row?.postExecutionSegmentChange ?? [],
	onOpenSegmentChange: row?.onOpenSegmentChange ?? [],
	onClickSegmentChange: row?.onClickSegmentChange ?? [],
	options: writtenOf(row?.options ?? CampaignOptions.parse({ complaintLimit: COMPLAINT_LIMIT, bounceLimit: BOUNCE_LIMIT }), row === null),
});

/** The same with what was made for it. */
export const withBrought = (
	draft: Draft,
	{
		audience,
		constellation,
		channel = '0',
		sender,
	}: { audience?: string | undefined; constellation?: string | undefined; channel?: string | undefined; sender?: string | undefined },
): Draft => ({
	...draft,
	audienceIdFK: audience ?? draft.audienceIdFK,
	constellation: constellation === undefined ? draft.constellation : { ...draft.constellation, [channel]: constellation },
	options: { ...draft.options, senderId: sender ?? draft.options.senderId },
});

/** The same for another domain: what was chosen of the first one is not that one's. */
export const onAnotherDomain = (draft: Draft): Draft => ({
	...draft,
	constellation: {},
	audienceIdFK: '',
	postExecutionSegmentChange: [],
	onOpenSegmentChange: [],
	onClickSegmentChange: [],
	options: { ...draft.options, purposes: [], senderId: '' },
});

const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));

/** What is wrong with the form, in the language shown. */
export const checkOf = (t: CampaignTexts) => {
	const whole = (low: number, high: number) =>
		z
			.string()
			.refine((text) => text.trim() === '' || (Number.isInteger(numberOf(text)) && numberOf(text) >= low && numberOf(text) <= high), {
				error: t('wholeNumber', { low, high }),
			});
	const share = z
		.string()
		.refine((text) => text.trim() !== '' && numberOf(text) >= 0 && numberOf(text) <= PERCENT, { error: t('percentNumber') });
	const moment = z.string().refine((text) => text === '' || isLocalMoment(text), { error: t('notMoment') });
	const options = z
		.object({
			beginsAt: moment,
			lateAt: moment,
			throttle: whole(1, 1_000_000),
			capMessages: whole(1, 100),
			capDays: whole(1, 365),
			complaintLimit: share,
			bounceLimit: share,
			secondSubject: z.string().max(1000, { error: t('tooLong') }),
		})
		.refine((one) => one.lateAt === '' || one.beginsAt === '' || one.lateAt > one.beginsAt, { path: ['lateAt'], error: t('lateFirst') })
		.refine((one) => (one.capMessages.trim() === '') === (one.capDays.trim() === ''), { path: ['capDays'], error: t('capBoth') });
	const changes = z.array(z.object({ segmentId: z.string().min(1, { error: t('chooseSegment') }) }));
	return z.object({
		title: z
			.string()
			.trim()
			.min(1, { error: 'Write this text' })
			.max(120, { error: t('tooLong') }),
		postExecutionSegmentChange: changes,
		onOpenSegmentChange: changes,
		onClickSegmentChange: changes,
		options,
	});
};

/**
 * What is sent of a draft that the check let through.
 * @param sender who writes where nobody was chosen; null: nobody
 */
export function bodyOf(draft: Draft, sender: string | null): InputOf<typeof addCampaign>['body'] {
	const { options: written } = draft;
	const instant = (local: string): string | null => (local === '' ? null : instantIn(local, written.timeZone));
	const number = (text: string): number | null => (text.trim() === '' ? null : numberOf(text));
	const [messages, days] = [number(written.capMessages), number(written.capDays)];
	return {
		title: draft.title.trim(),
		constellation: Object.entries(draft.constellation).flatMap(([channel, id]) =>
			id === '' ? [] : [{ constellationIdFK: id, channel: Number(channel) }],
		),
		audienceIdFK: draft.audienceIdFK === '' ? null : draft.audienceIdFK,
		isTransactional: draft.isTransactional,
		postExecutionSegmentChange: draft.postExecutionSegmentChange,
		onOpenSegmentChange: draft.onOpenSegmentChange,
		onClickSegmentChange: draft.onClickSegmentChange,
		options: {
			purposes: written.purposes,
			senderId: written.senderId === '' ? sender : written.senderId,
			connectors: Object.fromEntries(Object.entries(written.connectors).filter(([, id]) => id !== '')),
			beginsAt: instant(written.beginsAt),
			lateAt: instant(written.lateAt),
			timeZone: written.timeZone,
			throttle: number(written.throttle),
			quiet: written.quiet ? { from: Number(written.quietFrom), to: Number(written.quietTo) } : null,
			cap: messages === null || days === null ? null : { messages, days },
			secondSubject: written.secondSubject.trim() === '' ? null : written.secondSubject.trim(),
			signs: written.signs,
			unknown: written.again ? 'again' : 'leave',
			complaintLimit: numberOf(written.complaintLimit) / PERCENT,
			bounceLimit: numberOf(written.bounceLimit) / PERCENT,
		},
	};
}
