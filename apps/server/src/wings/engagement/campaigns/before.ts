/** The sheet before a campaign is executed: whom each channel reaches, why not the rest, what it costs, and what is in the way. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Choice, countAll, countAmong, maskOfAny, readConnector } from '../../profiles/wing.ts';
import type { Plan } from '../runs/plan.ts';
import { whomOf } from '../send/whom.ts';
import { shownChecks } from '../senders/sentences.ts';
import { lookedOf, readSender } from '../senders/store.ts';
import { excusedOf, hadOf, laterOf } from './excused.ts';
import { planOf } from './plan-of.ts';
import { CURRENCY } from './progress.ts';
import type { CampaignRow } from './store.ts';
import { unitsOf } from './units.ts';

const CHECKS = ['spf', 'dkim', 'dmarc', 'alignment'] as const;

/** Who it is from, with the four checks as the page of senders says them. */
const senderOf = async (tx: Tx, customerId: number, id: string | null, language: Language) => {
	const found = await readSender(tx, customerId, id);
	if (!found) return null;
	const checks = found.checked && shownChecks(found.checked, lookedOf(found), language);
	return {
		id: found.sender_id,
		name: found.name,
		address: found.address,
		checkedAt: found.checked_at?.toISOString() ?? null,
		checks: checks === null ? [] : CHECKS.map((what) => ({ what, ...checks[what] })),
	};
};

const countedOf = async (tx: Tx, kernel: Parts, customerId: number, plan: Plan) => {
	const whom = await whomOf(tx, customerId, plan);
	const any: Choice = { any: whom.lanes.map(({ reached }) => reached) };
	const asked: Choice[] = [whom.targeted, any];
	for (const lane of whom.lanes) asked.push(lane.reached, { all: [lane.reached, whom.tracked] }, ...lane.left.map((one) => one.whom));
	const counts = await countAll(tx, customerId, asked);
	const excused = await excusedOf(tx, customerId, plan);
	/** Of the same choices, who is left out for a while. */
	const among: { reason: SkipReason; counts: number[] }[] = [];
	for (const { reason, who } of excused) among.push({ reason, counts: await countAmong(tx, customerId, asked, who) });
	let place = 0;
	const next = () => {
		const at = place++;
		const not = among.map((one) => ({ reason: one.reason, count: one.counts[at] ?? 0 }));
		return { count: counts[at] ?? 0, not, rest: not.reduce((rest, one) => rest - one.count, counts[at] ?? 0) };
	};
	const [targeted, reached] = [next().count, next().rest];
	const { throttle } = plan.options;
	const lanes = [];
	const left = maskOfAny(excused.map(({ who }) => who));
	for (const [n, lane] of whom.lanes.entries()) {
		const { rest: reachable, not } = next();
		const trackable = next().rest;
		const planned = plan.lanes[n];
		const priceMicros = planned?.priceMicros ?? 0;
		const connector = planned?.connectorId ? await readConnector(tx, customerId, planned.connectorId) : null;
		const counted =
			planned && !whom.building ? await unitsOf(tx, kernel, customerId, plan, planned, connector, lane.reached, left, reachable) : null;
		lanes.push({
			channel: CHANNELS.indexOf(lane.channel),
			reachable,
			trackable,
			left: [...lane.left.map(({ reason }) => ({ reason, count: next().count })), ...not].filter(({ count }) => count > 0),
			priceMicros,
			baseMicros: planned?.baseMicros ?? 0,
			costMicros: counted?.costMicros ?? (priceMicros + (planned?.baseMicros ?? 0)) * reachable,
			units: counted?.units ?? null,
			isExact: counted?.isExact ?? true,
			perMinute: throttle,
			minutes: throttle === null ? null : reachable / throttle,
			connector: connector && {
				id: connector.connector_id,
				name: connector.name,
				testedAt: connector.tested_at?.toISOString() ?? null,
				isSuccessful: connector.tested && connector.tested.code === 'ok',
			},
		});
	}
	return {
		targeted,
		reached,
		lanes,
		later: await laterOf(tx, customerId, plan, any, excused),
		had: await hadOf(tx, customerId, plan, any),
		state: whom.building ? ('building' as const) : ('ready' as const),
	};
};

type Parts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;

export const beforeOf = async (tx: Tx, kernel: Parts, customerId: number, campaign: CampaignRow, language: Language) => {
	const began = performance.now();
	const { plan, problems, warnings } = await planOf(tx, kernel, customerId, campaign, false);
	const counted =
		plan === null
			? { targeted: 0, reached: 0, lanes: [], later: null, had: 0, state: 'unready' as const }
			: await countedOf(tx, kernel, customerId, plan);
	return {
		...counted,
		ms: Math.round(performance.now() - began),
		currency: CURRENCY,
		sender: await senderOf(tx, customerId, campaign.options.senderId, language),
		problems,
		warnings,
	};
};
