/** What a triggered send is saved with, and the plans of its messages. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import type * as contract from '@luvalla/contract/engagement/journeys.ts';
import type { Scope } from '#kernel/access/decide.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readSegments } from '../../profiles/wing.ts';
import { planOf } from '../campaigns/plan-of.ts';
import { refuseCampaign } from '../campaigns/refuse.ts';
import { demandParts, optionsOf } from '../campaigns/saved.ts';
import type { CampaignRow, Saved } from '../campaigns/store.ts';
import { sendingBy } from '../channels/all.ts';
import { isFiling } from '../channels/channel.ts';
import type { Problem } from '../problems.ts';
import { refuseJourney } from './refuse.ts';
import type { Runs } from './store.ts';

/** Constellations of its messages, in their order. */
const messagesOf = ({ first, after }: contract.Journey): { step: keyof Runs; id: string }[] => [
	{ step: 'first', id: first.toLowerCase() },
	...(after?.yes ? [{ step: 'yes' as const, id: after.yes.toLowerCase() }] : []),
	...(after?.neither ? [{ step: 'neither' as const, id: after.neither.toLowerCase() }] : []),
];

/** As it is kept: where nothing is asked there is one way, and a segment is asked about by *joined* alone. */
export const tidy = (journey: contract.Journey): contract.Journey => {
	const { after } = journey;
	if (after === null) return journey;
	const ask = after.ask ?? null;
	if (ask === 'joined' && after.segmentId === null) throw refuseJourney('journey_segment');
	const kept = { ...after, yes: ask === null ? null : after.yes, segmentId: ask === 'joined' ? after.segmentId : null };
	if (kept.yes === null && kept.neither === null) throw refuseJourney('journey_empty');
	return { ...journey, after: kept };
};

const StarRow = row({ constellation_id: uuid, channel: int });

/** Segments that it waits for or asks about are held: none of them is deleted before this is written. @throws Refused 422 for one that may not be used there */
export const demandSegments = async (tx: Tx, scope: Scope, { trigger, after }: contract.Journey): Promise<void> => {
	const segments = [
		...(trigger.kind === 'joined' || trigger.kind === 'left' ? [trigger.segmentId] : []),
		...(after?.segmentId ? [after.segmentId] : []),
	].map((one) => one.toLowerCase());
	const usable = await readSegments(tx, scope, segments, true);
	if (segments.some((one) => !usable.some((segment) => segment.segment_id === one))) throw refuseCampaign('campaign_segment');
};

/** What is kept of it as a campaign. @throws Refused 422 where a part is none that may be used on the domain */
export const savedOf = async (
	tx: Tx,
	scope: Scope,
	{
		id,
		domainId,
		title,
		journey,
		options,
	}: { id: string; domainId: string; title: string; journey: contract.Journey; options: CampaignOptions },
): Promise<Saved> => {
	const { customerId } = scope;
	const messages = messagesOf(journey);
	const stars = new Map(
		(
			await tx.rows(
				StarRow,
				sql`select constellation_id, channel::int as channel from constellation where customer_id = ${customerId} and domain_id = ${domainId}
					and constellation_id = any(${messages.map((one) => one.id)}::uuid[])`,
			)
		).map((one) => [one.constellation_id, one.channel]),
	);
	const constellation = [...new Set(messages.map((one) => one.id))].map((star) => {
		const channel = stars.get(star);
		if (channel === undefined) throw refuseCampaign('unknown_constellation');
		const sending = sendingBy(CHANNELS[channel] ?? null);
		if (sending && isFiling(sending)) throw refuseJourney('journey_channel');
		return { constellationIdFK: star, channel };
	});
	const { trigger } = journey;
	await demandSegments(tx, { ...scope, domainId }, journey);
	const saved: Saved = {
		id,
		domainId,
		title,
		constellation,
		audienceId: null,
		isTransactional: false,
		changes: { post: [], open: [], click: [], proven: [] },
		// Its times are those of the people in it.
		options: { ...optionsOf(options), beginsAt: null, lateAt: null, secondSubject: null },
		triggered: true,
	};
	const asked = trigger.kind === 'consent' ? [...saved.options.purposes, trigger.purposeId.toLowerCase()] : saved.options.purposes;
	await demandParts(tx, scope, { ...saved, options: { ...saved.options, purposes: asked } });
	return saved;
};

/** What is in the way of starting it, and the plan of each message. */
export const plansOf = async (
	tx: Tx,
	parts: Pick<Kernel, 'settings'>,
	customerId: number,
	campaign: CampaignRow,
	journey: contract.Journey,
) => {
	const problems: Problem[] = [];
	const plans = [];
	for (const { step, id } of messagesOf(journey)) {
		const own = campaign.constellation.filter((one) => one.constellationIdFK === id);
		const found = await planOf(tx, parts, customerId, { ...campaign, constellation: own }, false);
		for (const one of found.problems)
			if (!problems.some((other) => other.code === one.code && other.message.en === one.message.en)) problems.push(one);
		if (found.plan) plans.push({ step, plan: found.plan, channel: own[0]?.channel ?? 0 });
	}
	return { plans, problems };
};
