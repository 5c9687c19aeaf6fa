/** The sheet before a campaign is executed: whom each channel reaches, why not the rest, what it costs, and what is in the way. */
import { CHANNELS, channelAt } from '@luvalla/contract/channels.ts';
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { balanceOf, creditMicrosOf, shortSentences } from '../../billing/wing.ts';
import { type Choice, countAll, countAmong, maskOfAny, readConnector } from '../../profiles/wing.ts';
import type { Problem } from '../problems.ts';
import type { Plan } from '../runs/plan.ts';
import { excusedOf, hadOf, laterOf } from '../send/excused.ts';
import { whomOf } from '../send/whom.ts';
import { shownChecks } from '../senders/sentences.ts';
import { lookedOf, readSender } from '../senders/store.ts';
import { planOf } from './plan-of.ts';
import { eyesOf, namesProblems, printedOf, printsBy } from './printed.ts';
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

/** What a lane is paid by: of one message on the average, rounded up, and who is reached and costs nothing. */
export interface PaidLane {
	readonly count: number;
	readonly lost: number;
	readonly mostMicros: number | undefined;
}

/** What is reserved of the currency when it begins. */
export const reservedFor = (lanes: readonly PaidLane[]): number =>
	lanes.reduce((sum, { count, mostMicros = 0 }) => sum + count * mostMicros, 0);

const countedOf = async (tx: Tx, kernel: Parts, scope: Scope, plan: Plan) => {
	const { customerId } = scope;
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
	const targeted = next().count;
	let reached = next().rest;
	const problems: Problem[] = [];
	const { throttle } = plan.options;
	const lanes = [];
	const paid: PaidLane[] = [];
	const left = maskOfAny(excused.map(({ who }) => who));
	for (const [n, lane] of whom.lanes.entries()) {
		const { rest: reachable, not } = next();
		const trackable = next().rest;
		const planned = plan.lanes[n];
		const priceMicros = planned?.priceMicros ?? 0;
		const connector = planned?.connectorId ? await readConnector(tx, customerId, planned.connectorId) : null;
		const sampled = planned && !whom.building ? { kernel, customerId, plan, lane: planned, connector } : null;
		const counted = sampled && (await unitsOf(tx, sampled, lane.reached, left, reachable));
		const prints = printsBy(lane.channel);
		const printed = sampled && prints && (await printedOf(tx, sampled, prints, lane.reached, left, await eyesOf(tx, scope)));
		const unprinted = printed ? printed.lost + printed.nowhere : 0;
		const unmade = Math.max(0, (counted?.failed ?? 0) - unprinted);
		const lost = unprinted + unmade;
		if (printed) problems.push(...namesProblems(plan, printed));
		// Who is reached by another channel, too, is not counted one by one.
		if (whom.lanes.length === 1) reached -= lost;
		const costMicros = counted?.costMicros ?? (priceMicros + (planned?.baseMicros ?? 0)) * (reachable - lost);
		paid.push({ count: reachable - lost, lost, mostMicros: reachable > lost ? Math.ceil(costMicros / (reachable - lost)) : undefined });
		lanes.push({
			channel: CHANNELS.indexOf(lane.channel),
			reachable: reachable - lost,
			trackable: Math.min(trackable, reachable - lost),
			left: [
				...lane.left.map(({ reason }) => ({ reason, count: next().count })),
				...not,
				{ reason: 'missing_sign' as const, count: printed?.lost ?? 0 },
				{ reason: 'bad_address' as const, count: printed?.nowhere ?? 0 },
				{ reason: 'template' as const, count: unmade },
			].filter(({ count }) => count > 0),
			priceMicros,
			baseMicros: planned?.baseMicros ?? 0,
			costMicros,
			units: counted?.units ?? null,
			isExact: (counted?.isExact ?? true) && (printed?.isExact ?? true),
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
		paid,
		later: await laterOf(tx, customerId, plan, any, excused),
		had: await hadOf(tx, customerId, plan, any),
		state: whom.building ? ('building' as const) : ('ready' as const),
		problems,
	};
};

/** What it needs of the balance, in millionths of a credit, and what lacks. */
const creditsFor = async (tx: Tx, customerId: number, costMicros: number, priceCents: number) => {
	const neededMicros = creditMicrosOf(costMicros, priceCents);
	const balanceMicros = await balanceOf(tx, customerId);
	return { neededMicros, balanceMicros, shortMicros: Math.max(0, neededMicros - balanceMicros), priceCents };
};
type Credits = Awaited<ReturnType<typeof creditsFor>>;

const shortProblem = ({ neededMicros, shortMicros }: Credits): Problem => ({
	code: 'no_credits',
	message: shortSentences(neededMicros, shortMicros),
});

/**
 * What each lane of a campaign that is charged is paid by, as its sheet says it; null: it is free, or cannot be executed. It may take a
 * moment: ask before the campaign is held.
 */
export const paidLanesOf = async (tx: Tx, kernel: Parts, scope: Scope, campaign: CampaignRow): Promise<PaidLane[] | null> => {
	if (campaign.status !== STATUS.published) return null;
	const { plan, problems } = await planOf(tx, kernel, scope.customerId, campaign, false);
	if (!plan?.charged || problems.length > 0) return null;
	// Of sets that are still counted it is what is known by now: the rest is reserved when everybody is in the run.
	return (await countedOf(tx, kernel, scope, plan)).paid;
};

type Parts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;

export const beforeOf = async (tx: Tx, kernel: Parts, scope: Scope, campaign: CampaignRow, language: Language) => {
	const { customerId } = scope;
	const began = performance.now();
	const { plan, problems, warnings } = await planOf(tx, kernel, customerId, campaign, false);
	const counted =
		plan === null
			? { targeted: 0, reached: 0, lanes: [], paid: [], later: null, had: 0, state: 'unready' as const, problems: [] }
			: await countedOf(tx, kernel, scope, plan);
	const { paid, ...shown } = counted;
	const charged = plan?.charged && counted.state === 'ready' ? plan.charged : null;
	const credits = charged && (await creditsFor(tx, customerId, reservedFor(paid), charged.creditCents));
	const short = credits && credits.shortMicros > 0 ? [shortProblem(credits)] : [];
	// One that begins later is not kept from being queued: credits may come until then.
	const isLater = campaign.options.beginsAt !== null && new Date(campaign.options.beginsAt) > now();
	return {
		...shown,
		credits,
		ms: Math.round(performance.now() - began),
		currency: CURRENCY,
		sender: await senderOf(tx, customerId, campaign.options.senderId, language),
		problems: [...problems, ...counted.problems, ...(isLater ? [] : short)],
		warnings: [...warnings, ...(isLater ? short : [])],
	};
};

/** People whose signs no font has, before anybody chose what becomes of them. */
export const namesInTheWay = async (tx: Tx, kernel: Parts, scope: Scope, campaign: CampaignRow): Promise<Problem[]> => {
	const { customerId } = scope;
	if (campaign.status !== STATUS.published || campaign.options.signs.leaveOut) return [];
	if (!campaign.constellation.some(({ channel }) => printsBy(channelAt(channel)))) return [];
	const { plan } = await planOf(tx, kernel, customerId, campaign, false);
	if (plan === null) return [];
	const whom = await whomOf(tx, customerId, plan);
	const excused = maskOfAny((await excusedOf(tx, customerId, plan)).map(({ who }) => who));
	const found: Problem[] = [];
	for (const [n, lane] of plan.lanes.entries()) {
		const prints = printsBy(lane.channel);
		const choices = whom.lanes[n];
		if (!prints || !choices) continue;
		const connector = lane.connectorId === null ? null : await readConnector(tx, customerId, lane.connectorId);
		const printed = await printedOf(
			tx,
			{ kernel, customerId, plan, lane, connector },
			prints,
			choices.reached,
			excused,
			await eyesOf(tx, scope),
		);
		found.push(...namesProblems(plan, printed));
	}
	return found;
};
