/**
 * Moves runs on: prepares them, ends leases of the dead, watches the limits, stops, and finishes with the segment changes. Each step is
 * short and holds the run, so any number of workers may do it and a killed one leaves nothing half done.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { LIMITS_FROM } from '@luvalla/contract/engagement/campaigns.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, empty, int, join, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sumsBy } from '#kernel/tally/tally.ts';
import { isBehind } from '../../profiles/wing.ts';
import { isOnboarded } from '../../tenancy/wing.ts';
import { channelBy } from '../channels/all.ts';
import { isFiling } from '../channels/channel.ts';
import { DELIVERY_COUNT } from '../runs/counts.ts';
import { type CampaignRunRow, changeCampaignRun, holdOpenRun, listOpenRuns, type OpenRun, readCampaignRuns } from '../runs/runs.ts';
import { changeSegments } from '../runs/segment-changes.ts';
import { timeOf } from '../runs/token.ts';
import { endLeases, leaveOut, type Work } from './lease.ts';
import { coverAudience } from './paid.ts';
import { recallParts } from './parts.ts';
import { prepareChunk } from './snapshot.ts';

/** Sets may be behind for so long before a run that is prepared takes them as they are. */
const BEHIND_MS = 30_000;
/** Recipients that one step settles or changes. */
const STEP = 5_000;

const CountRow = row({ what: text, n: int });
const OpenRow = row({ open: bool });
const PersonRow = row({ entry: int, person: uuid });

/** Counts of a run by what they count. */
export const sumsOf = async (tx: Tx, customerId: number, runId: string): Promise<ReadonlyMap<string, number>> =>
	new Map(
		(await tx.rows(CountRow, sumsBy(DELIVERY_COUNT, customerId, { by: ['what'], where: sql`c.run_id = ${runId}` }))).map(({ what, n }) => [
			what,
			n,
		]),
	);

/** Whether there is more to do: at once, as soon as sets are no longer behind, or with the next news. */
export type More = 'now' | 'soon' | 'later';

/**
 * What is to be done for a customer, a limited piece: each run by itself, so that whoever stops one waits for none of the others.
 * @param isLookedAt whether a run is moved on now
 */
export const conduct = async (
	{ inTenant }: Pick<Kernel['storage'], 'inTenant'>,
	customerId: number,
	isLookedAt: (run: OpenRun) => boolean = () => true,
): Promise<More> => {
	const runs = await inTenant(customerId, async (tx) => {
		const open = await listOpenRuns(tx, customerId);
		const ids = new Set(open.map((run) => run.run_id));
		const policies = async (runs: readonly string[]) => {
			const read = await readCampaignRuns(
				tx,
				customerId,
				runs.filter((id) => ids.has(id)),
			);
			return new Map(read.map((run) => [run.run_id, run.plan.options.unknown]));
		};
		if (open.length > 0) await endLeases(tx, customerId, policies);
		const looked = await readCampaignRuns(
			tx,
			customerId,
			open.filter(isLookedAt).map((run) => run.run_id),
		);
		const resting = await restingOf(tx, customerId, looked);
		return looked.filter((run) => !resting.has(run.run_id));
	});
	const mores: More[] = [];
	for (const { run_id: runId } of runs)
		mores.push(
			await inTenant(customerId, async (tx) => {
				const run = await holdOpenRun(tx, customerId, runId);
				return run === null ? 'later' : move(tx, customerId, run);
			}),
		);
	return (['now', 'soon'] as const).find((one) => mores.includes(one)) ?? 'later';
};

const nowIf = (more: boolean): More => (more ? 'now' : 'later');

const move = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<More> => {
	switch (run.state) {
		case 'waiting':
			return nowIf(await begin(tx, customerId, run));
		case 'preparing':
			return prepare(tx, customerId, run);
		case 'stopping':
			return nowIf(await stop(tx, customerId, run));
		case 'sending':
			return nowIf((await watch(tx, customerId, run)) || (await finish(tx, customerId, run)));
		default:
			return 'later';
	}
};

const begin = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<boolean> => {
	if (run.late_at !== null && run.late_at <= now()) {
		await changeCampaignRun(tx, customerId, run, { state: 'failed', why: 'late', ended: true });
		return false;
	}
	if (!(await isOnboarded(tx, customerId))) {
		await changeCampaignRun(tx, customerId, run, { state: 'paused', why: 'on_hold' });
		return false;
	}
	await changeCampaignRun(tx, customerId, run, { state: 'preparing' });
	return true;
};

const prepare = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<More> => {
	// What somebody said a moment ago is counted before the audience is read. One that waited for its time begins with that.
	const began = Math.max(run.created_at.getTime(), run.begins_at.getTime());
	if (run.preparing === 0 && (await isBehind(tx, customerId)) && now().getTime() - began < BEHIND_MS) return 'soon';
	const next = await prepareChunk(tx, customerId, run.run_id, run.plan, run.preparing ?? 0);
	if (next === 'building') return 'soon';
	if (next !== null) {
		await changeCampaignRun(tx, customerId, run, { preparing: next });
		return 'now';
	}
	const targeted = (await sumsOf(tx, customerId, run.run_id)).get('targeted') ?? 0;
	if (targeted > 0) await coverAudience(tx, customerId, run);
	await changeCampaignRun(
		tx,
		customerId,
		run,
		targeted === 0 && run.open_until === null
			? { state: 'failed', why: 'nobody', preparing: null, prepared: true, ended: true }
			: { state: 'sending', preparing: null, prepared: true },
	);
	return 'now';
};

/** Whoever was not reached is left out; whoever is in hand is settled first. */
const stop = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<boolean> => {
	let left = 0;
	for (const lane of run.plan.lanes) {
		const work: Work = { customerId, runId: run.run_id, rehearsal: run.kind === 'rehearsal', plan: run.plan, lane, part: 0 };
		left += (await leaveOut(tx, work, STEP)) + (await recallParts(tx, work));
	}
	if (left > 0) return true;
	if (await isOpen(tx, customerId, run)) return false;
	await changeCampaignRun(tx, customerId, run, { state: 'stopped', ended: true });
	return false;
};

/** Whether anybody of a run is not settled. */
const isOpen = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<boolean> => {
	const makesFile = run.kind === 'real' && run.state !== 'stopping';
	const filing = makesFile
		? run.plan.lanes.flatMap(({ channel }) => (isFiling(channelBy(channel)) ? [CHANNELS.indexOf(channel)] : []))
		: [];
	const [found] = await tx.rows(
		OpenRow,
		sql`select (exists (select 1 from campaign_lane where customer_id = ${customerId} and run_id = ${run.run_id} and not spent and ${run.state !== 'stopping'})
			or exists (select 1 from campaign_lane where customer_id = ${customerId} and run_id = ${run.run_id} and channel = any(${filing}::smallint[]) and filed_at is null)
			or exists (select 1 from delivery_lease where customer_id = ${customerId} and run_id = ${run.run_id})
			or exists (select 1 from delivery where customer_id = ${customerId} and run_id = ${run.run_id} and due_at is not null)) as open`,
	);
	return found?.open ?? false;
};

const PerRunRow = row({ run_id: uuid, what: text, n: int });

/** What the limits are about, by run. */
const limitedOf = async (
	tx: Tx,
	customerId: number,
	runs: readonly CampaignRunRow[],
): Promise<(run: CampaignRunRow, what: string) => number> => {
	const later = runs.flatMap(({ run_id: id, plan: { limitsFrom } }) =>
		limitsFrom === undefined ? [] : [{ id, from: new Date(limitsFrom) }],
	);
	const counted =
		later.length === 0
			? empty
			: sql`and not exists (select 1 from unnest(${uuids(later.map(({ id }) => id))}::uuid[], ${timestamps(later.map(({ from }) => from))}::timestamptz[]) g (run_id, at)
				where g.run_id = c.run_id and c.minute < g.at)`;
	const sums = await tx.rows(
		PerRunRow,
		sumsBy(DELIVERY_COUNT, customerId, {
			by: ['run_id', 'what'],
			where: sql`c.run_id = any(${uuids(runs.map(({ run_id: id }) => id))}::uuid[])
				and (c.what in ('accepted', 'complained', 'bounced') or c.what = 'failed' and c.reason = 'no_such_address') ${counted}`,
		}),
	);
	const found = new Map(sums.map((one) => [`${one.run_id} ${one.what}`, one.n]));
	return ({ run_id: id }, what) => found.get(`${id} ${what}`) ?? 0;
};

/** Whether too many complain or come back. */
const overLimit = (run: CampaignRunRow, sumOf: Awaited<ReturnType<typeof limitedOf>>): 'complaints' | 'bounces' | null => {
	const { options } = run.plan;
	// A mailbox that is not there says so at once or by a mail: it is the same bounce.
	const [accepted, bounced, refused] = [sumOf(run, 'accepted'), sumOf(run, 'bounced'), sumOf(run, 'failed')];
	if (accepted >= LIMITS_FROM && sumOf(run, 'complained') > accepted * options.complaintLimit) return 'complaints';
	if (accepted + refused >= LIMITS_FROM && bounced + refused > (accepted + refused) * options.bounceLimit) return 'bounces';
	return null;
};

/** Of runs that stay open, those that nothing has to be done for: they are hundreds, and all are asked about at once. */
const restingOf = async (tx: Tx, customerId: number, runs: readonly CampaignRunRow[]): Promise<Set<string>> => {
	const moment = now();
	const open = runs.filter((run) => run.state === 'sending' && run.open_until !== null && run.open_until > moment);
	if (open.length === 0 || !(await isOnboarded(tx, customerId))) return new Set();
	const sumOf = await limitedOf(tx, customerId, open);
	return new Set(open.flatMap((run) => (overLimit(run, sumOf) === null ? [run.run_id] : [])));
};

/** A run pauses itself where too many complain or come back, and where its customer may not send. */
const watch = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<boolean> => {
	if (run.kind === 'rehearsal') return false;
	const why = overLimit(run, await limitedOf(tx, customerId, [run])) ?? ((await isOnboarded(tx, customerId)) ? null : 'on_hold');
	if (why === null) return false;
	await changeCampaignRun(tx, customerId, run, { state: 'paused', why });
	return true;
};

/** When nobody is open any more, and nobody may enter: segment changes of those who were reached, and the end. */
const finish = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<boolean> => {
	if ((run.open_until !== null && run.open_until > now()) || (await isOpen(tx, customerId, run))) return false;
	const changes = run.kind === 'real' && !run.plan.isTransactional ? run.plan.changes.post : [];
	const from = run.changing ?? (changes.length > 0 ? -1 : null);
	if (from === null) {
		await changeCampaignRun(tx, customerId, run, { state: 'done', ended: true });
		return false;
	}
	const { changesFrom } = run.plan;
	const since = changesFrom === undefined ? sql`true` : sql`settled_at >= ${new Date(changesFrom)}`;
	// Of each channel the next by its own key, then the next of them all: what is behind is not read again.
	const next = run.plan.lanes.map(
		({ channel }) => sql`(select entry, person from delivery where customer_id = ${customerId} and at >= ${timeOf(run.run_id)}
			and run_id = ${run.run_id} and channel = ${CHANNELS.indexOf(channel)} and entry > ${from} and state = 'accepted'
			and ${since} order by entry limit ${STEP})`,
	);
	const people = await tx.rows(
		PersonRow,
		sql`select distinct entry, person from (${join(next, ' union all ')}) d order by entry limit ${STEP}`,
	);
	if (people.length > 0)
		await changeSegments(
			tx,
			customerId,
			run.plan,
			changes,
			people.map(({ person }) => person),
		);
	const last = people.at(-1)?.entry;
	if (last !== undefined && people.length === STEP) {
		await changeCampaignRun(tx, customerId, run, { changing: last });
		return true;
	}
	await changeCampaignRun(tx, customerId, run, { state: 'done', ended: true, changing: null });
	return false;
};
