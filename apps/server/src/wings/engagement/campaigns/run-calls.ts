/** The calls of a campaign's runs: the sheet before, execution, rehearsal, pause, stop, retry, and how far it is. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/campaign-runs.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { demandAsRead, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedBy } from '#kernel/runs/runs.ts';
import { instant, int, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { creditMicrosOf, refuseShort, reserve } from '../../billing/wing.ts';
import { takeOff } from '../channels/site-store.ts';
import { demandNone, problem } from '../problems.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import { holdOf, mostOf, planPaid } from '../runs/paid.ts';
import type { Plan } from '../runs/plan.ts';
import {
	type CampaignRunRow,
	changeCampaignRun,
	holdCampaignRun,
	insertCampaignRun,
	isRehearsed,
	readCampaignRun,
	resumed,
	runsOf,
} from '../runs/runs.ts';
import { timeOf } from '../runs/token.ts';
import { domainsOf } from '../scope.ts';
import { beforeOf, namesInTheWay, type PaidLane, paidLanesOf, reservedFor } from './before.ts';
import { demandStill, held, shownAll, shownOne } from './calls.ts';
import { holdAudience, planOf, runProblems } from './plan-of.ts';
import { readProgress, shownRun } from './progress.ts';
import { refuseCampaign } from './refuse.ts';
import { type CampaignRow, readCampaign, setStatus } from './store.ts';

/** Runs that are shown. */
const MOST_RUNS = 50;

/** One that may be looked at. @throws Refused 404 */
export const seen = async (tx: Tx, scope: Scope, id: string): Promise<CampaignRow> => {
	const found = await readCampaign(tx, scope.customerId, id, domainsOf({ ...scope, domainId: null }));
	if (!found) throw refuse('not_found');
	return found;
};

/** A run of a campaign: the one that is named, or the newest real one. @throws Refused 404 */
export const runOf = async (tx: Tx, customerId: number, campaign: CampaignRow, id: string | undefined): Promise<CampaignRunRow> => {
	const wanted = id?.toLowerCase() ?? campaign.run_id;
	const run = wanted === null ? null : await readCampaignRun(tx, customerId, wanted);
	if (run?.campaign_id !== campaign.campaign_id) throw refuse('not_found');
	return run;
};

/** The newest real run, held. @throws Refused 409 where there is none */
const heldRun = async (tx: Tx, customerId: number, campaign: CampaignRow): Promise<CampaignRunRow> => {
	const run = campaign.run_id === null ? null : await holdCampaignRun(tx, customerId, campaign.run_id);
	if (!run) throw refuseCampaign('campaign_not_running');
	return run;
};

/**
 * What needs nobody's yes is not a domain's own admin's. The audience and the words may have been changed since it was published: who sends
 * it answers for it too. @param run which is what it was planned as, whatever the campaign says by now @throws Refused 403
 */
export const demandMaySee = (scope: Scope, campaign: CampaignRow, run: CampaignRunRow | null): void => {
	if ((campaign.is_transactional || run?.plan.isTransactional) && scope.as === 'domainAdmin') throw refuse('not_allowed');
};

/** The same where messages leave: it passes every no, so whoever does it is here in person, and no one acts for them. @throws Refused 403 */
const demandMaySend = (asker: Asker, scope: Scope, campaign: CampaignRow, run: CampaignRunRow | null): void => {
	demandMaySee(scope, campaign, run);
	if (run === null ? campaign.is_transactional : run.plan.isTransactional) demandConfirmed(asker);
};

/** A plan with what its messages cost at most. */
const paidBy = (plan: Plan, paid: readonly PaidLane[] | null): Plan => ({
	...plan,
	lanes: plan.lanes.map((lane, n) => {
		const found = paid?.[n];
		return found ? { ...lane, lost: found.lost, ...(found.mostMicros !== undefined && { mostMicros: found.mostMicros }) } : lane;
	}),
});

/**
 * A run that is charged: what begins now is reserved at once, and what begins later when its time comes.
 * @throws Refused 409 no_credits, saying how many lack
 */
const begunPaid = async (tx: Tx, customerId: number, runId: string, plan: Plan, costMicros: number, beginsAt: Date): Promise<void> => {
	if (!plan.charged) return;
	await planPaid(tx, customerId, runId, plan, { costMicros, beginsAt });
	if (beginsAt > now()) return;
	const short = await reserve(tx, holdOf(customerId, runId));
	if (short > 0) throw refuseShort(creditMicrosOf(costMicros, plan.charged.creditCents), short);
};

const FailedRow = row({ channel: int, reason: text, settled_at: instant, at: instant, n: int });

/** What fails whenever it is tried. */
const FOR_GOOD = ['no_such_address', 'bad_address', 'gone', 'no_device', 'no_browser'];

export const campaignRunRoutes = (kernel: Pick<Kernel, 'storage' | 'settings' | 'secrets' | 'hooks'>): Route[] => {
	const { storage } = kernel;
	const act = (tx: Tx, asker: Asker, scope: Scope, campaign: CampaignRow, action: string, after: object) =>
		recordActivity(tx, scope.customerId, asker, {
			action,
			thing: 'campaign',
			thingId: campaign.campaign_id,
			after: { title: campaign.title, domain: campaign.host, ...after },
		});

	const execute = async (
		tx: Tx,
		asker: Asker,
		scope: Scope,
		id: string,
		kind: CampaignRunRow['kind'],
		paid: readonly PaidLane[] | null,
		read?: string,
	): Promise<void> => {
		const { customerId } = scope;
		const campaign = await held(tx, scope, id);
		demandStill(campaign);
		demandAsRead(read, campaign.changed_at);
		// Once each time that it is published: whoever has it already is not written to again by a second press.
		if (kind === 'real' && campaign.status !== STATUS.published) throw refuseCampaign('campaign_not_published');
		// A rehearsal makes the message for each of them, too, without anybody's yes.
		demandMaySee(scope, campaign, null);
		if (kind === 'real' && campaign.is_transactional && campaign.reason === null) throw refuseCampaign('reason_needed');
		if (kind === 'real') demandMaySend(asker, scope, campaign, null);
		if (kind === 'rehearsal' && (await isRehearsed(tx, customerId, campaign.campaign_id))) throw refuseCampaign('campaign_rehearsing');
		await holdAudience(tx, customerId, campaign.audience_id);
		const { plan: found, problems } = await planOf(tx, kernel, customerId, campaign, kind === 'rehearsal');
		demandNone(problems);
		if (found === null) throw refuseCampaign('campaign_not_published');
		const { beginsAt, lateAt } = campaign.options;
		const plan = paidBy(found, paid);
		const runId = newId();
		await insertCampaignRun(tx, customerId, {
			id: runId,
			kind,
			plan,
			beginsAt: kind === 'rehearsal' || beginsAt === null ? now() : new Date(beginsAt),
			lateAt: kind === 'rehearsal' || lateAt === null ? null : new Date(lateAt),
			by: startedBy(asker),
		});
		if (kind === 'real') await setStatus(tx, customerId, campaign.campaign_id, STATUS.running, { runId });
		await begunPaid(tx, customerId, runId, plan, reservedFor(paid ?? []), beginsAt === null ? now() : new Date(beginsAt));
		await act(tx, asker, scope, campaign, kind === 'real' ? 'executed' : 'rehearsed', { run: runId, beginsAt });
	};

	return [
		handleIn(storage.inReport, contract.campaignBefore, async (tx, { params, scope, language }) =>
			beforeOf(tx, kernel, scope, await seen(tx, scope, params.id), language),
		),
		handle(contract.executeCampaign, async ({ asker, params, body, scope }) => {
			// Whom it would print for is looked at before it is held: that may take a moment.
			demandNone(
				await storage.inReport(scope.customerId, async (tx) => namesInTheWay(tx, kernel, scope, await seen(tx, scope, params.id))),
			);
			const paid = await storage.inReport(scope.customerId, async (tx) => paidLanesOf(tx, kernel, scope, await seen(tx, scope, params.id)));
			return storage.inTenant(scope.customerId, async (tx) => {
				await execute(tx, asker, scope, params.id, 'real', paid, body?.lastUpdatedAt);
				return shownOne(tx, scope.customerId, params.id);
			});
		}),
		handleIn(storage.inTenant, contract.rehearseCampaign, async (tx, { asker, params, scope }) => {
			await execute(tx, asker, scope, params.id, 'rehearsal', null);
			return shownOne(tx, scope.customerId, params.id);
		}),
		handleIn(storage.inTenant, contract.stopCampaign, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const campaign = await held(tx, scope, params.id);
			const run = await heldRun(tx, customerId, campaign);
			if (!['waiting', 'preparing', 'sending', 'paused'].includes(run.state)) throw refuseCampaign('campaign_not_running');
			await changeCampaignRun(tx, customerId, run, { state: 'stopping' });
			await setStatus(tx, customerId, campaign.campaign_id, STATUS.stopped);
			await act(tx, asker, scope, campaign, 'stopped', { run: run.run_id });
			return shownOne(tx, customerId, params.id);
		}),
		handleIn(storage.inTenant, contract.pauseCampaign, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const campaign = await held(tx, scope, params.id);
			const run = await heldRun(tx, customerId, campaign);
			if (!['waiting', 'preparing', 'sending'].includes(run.state)) throw refuseCampaign('campaign_not_running');
			await changeCampaignRun(tx, customerId, run, { state: 'paused', why: 'asked' });
			await act(tx, asker, scope, campaign, 'paused', { run: run.run_id });
			return shownOne(tx, customerId, params.id);
		}),
		handleIn(storage.inTenant, contract.resumeCampaign, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const campaign = await held(tx, scope, params.id);
			demandMaySee(scope, campaign, null);
			const run = await heldRun(tx, customerId, campaign);
			demandMaySend(asker, scope, campaign, run);
			if (run.state !== 'paused') throw refuseCampaign('campaign_not_paused');
			demandNone(await runProblems(tx, kernel, customerId, run.plan));
			await tx.run(
				sql`update campaign_lane set failures = 0, free_at = ${now()} where customer_id = ${customerId} and run_id = ${run.run_id}`,
			);
			await changeCampaignRun(tx, customerId, run, { state: resumed(run), why: null });
			await act(tx, asker, scope, campaign, 'resumed', { run: run.run_id });
			return shownOne(tx, customerId, params.id);
		}),
		handleIn(storage.inTenant, contract.retryCampaign, async (tx, { asker, params, body, scope }) => {
			const { customerId } = scope;
			const campaign = await held(tx, scope, params.id);
			demandMaySee(scope, campaign, null);
			demandStill(campaign);
			const run = await heldRun(tx, customerId, campaign);
			demandMaySend(asker, scope, campaign, run);
			const state = body?.state ?? 'failed';
			const nobody = state === 'failed' ? 'nothing_failed' : 'nothing_unknown';
			if (run.state !== 'done') throw refuseCampaign(nobody);
			demandNone(await runProblems(tx, kernel, customerId, run.plan));
			const at = now();
			// Tried again they would be left out.
			if (run.late_at !== null && run.late_at <= at) demandNone([problem('campaign_late')]);
			// Whoever opened it, or of whom it was said that it arrived, has it.
			const those = sql`customer_id = ${customerId} and at >= ${timeOf(run.run_id)} and run_id = ${run.run_id}
				and state = ${state} and settled_at is not null and reason <> all(${FOR_GOOD}::text[])
				and arrived_at is null and not exists (select 1 from delivery_first f where f.customer_id = ${customerId} and f.run_id = ${run.run_id}
					and f.channel = delivery.channel and f.entry = delivery.entry)`;
			const counted = await tx.rows(
				FailedRow,
				sql`select channel::int as channel, reason, date_trunc('minute', settled_at) as settled_at, at, count(*)::int as n
				from delivery where ${those} group by 1, 2, 3, 4`,
			);
			const again = await tx.run(
				sql`update delivery set state = 'deferred', due_at = ${at}, tries = 1, settled_at = null, reason = null where ${those}`,
			);
			if (again === 0) throw refuseCampaign(nobody);
			const tally = new Tally(DELIVERY_COUNT);
			for (const one of counted) {
				const key = keysOf(run.run_id, one.channel);
				tally.add(key(state, one.reason), one.settled_at, -one.n);
				tally.add(key('deferred'), one.at, one.n);
			}
			await writeCounts(tx, customerId, 0, tally);
			if (run.plan.charged) {
				const most = new Map(run.plan.lanes.map((lane) => [CHANNELS.indexOf(lane.channel), mostOf(lane)]));
				const cost = counted.reduce((sum, { channel, n }) => sum + n * (most.get(channel) ?? 0), 0);
				const short = await reserve(tx, holdOf(customerId, run.run_id), cost);
				if (short > 0) throw refuseShort(creditMicrosOf(cost, run.plan.charged.creditCents), short);
			}
			await tx.run(sql`update campaign_run set plan = jsonb_set(plan, '{changesFrom}', to_jsonb(${at.toISOString()}::text))
				where customer_id = ${customerId} and run_id = ${run.run_id}`);
			await changeCampaignRun(tx, customerId, { ...run, ended_at: null }, { state: 'sending' });
			await setStatus(tx, customerId, campaign.campaign_id, STATUS.running);
			await act(tx, asker, scope, campaign, 'retried', { run: run.run_id, state, again });
			return { again };
		}),
		handleIn(storage.inTenant, contract.takeOffCampaign, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const campaign = await held(tx, scope, params.id);
			const run = await heldRun(tx, customerId, campaign);
			const taken = await takeOff(tx, customerId, run.run_id);
			if (taken === 0) throw refuseCampaign('nothing_on_site');
			await act(tx, asker, scope, campaign, 'taken off', { run: run.run_id, taken });
			return { taken };
		}),
		handleIn(storage.inTenant, contract.campaignResponse, async (tx, { params, scope }) => {
			const campaign = await seen(tx, scope, params.id);
			const [shown] = await shownAll(tx, scope.customerId, [campaign]);
			return {
				id: campaign.campaign_id,
				status: campaign.status,
				targettedCount: shown?.targettedCount ?? 0,
				responses: [
					{ event: 'open' as const, count: shown?.opens ?? 0 },
					{ event: 'click' as const, count: shown?.clicks ?? 0 },
				],
			};
		}),
		handleIn(storage.inTenant, contract.campaignProgress, async (tx, { params, query, scope }) =>
			readProgress(tx, scope.customerId, await runOf(tx, scope.customerId, await seen(tx, scope, params.id), query.run)),
		),
		handleIn(storage.inTenant, contract.campaignRuns, async (tx, { params, scope }) => {
			const campaign = await seen(tx, scope, params.id);
			return (await runsOf(tx, scope.customerId, [campaign.campaign_id], MOST_RUNS)).map(shownRun);
		}),
	];
};
