/**
 * A worker takes recipients: those whose time has come again, and the next ones who were not taken yet. In one transaction they are
 * judged, whoever may not be written to is settled, and the rest is written down as taken. A worker that dies leaves behind whom it took, and
 * whose message may have left.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { newId, now } from '#kernel/clock.ts';
import { int4s, texts, timestamps } from '#kernel/storage/arrays.ts';
import { bool, empty, instant, int, ints, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { anyCapped } from '../../people/wing.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { readPurposes } from '../runs/purposes.ts';
import { timeOf } from '../runs/token.ts';
import { paidOf } from './paid.ts';
import { type Asked, judge, type Permitted, type Taken, type Verdict } from './permits.ts';

/** Recipients that a worker takes at once. */
export const LEASE = 200;
/** A worker that says nothing for so long is dead. */
export const LEASE_MS = 20_000;
/** A lane rests no longer than this, after a failure or for its pace. A time further ahead was written by a clock that was wrong. */
export const REST_MS = 300_000;
/** A lane that is taken up later than its pace says makes up for so much: else every look that comes late is lost, each second one at some paces. */
const BEHIND_MS = 2_000;

/** A lane of a run, as one worker works on it. */
export interface Work {
	readonly customerId: number;
	readonly runId: string;
	readonly rehearsal: boolean;
	readonly plan: Plan;
	readonly lane: PlanLane;
	/** The writer's part of counts. */
	readonly part: number;
}

export const channelCode = ({ lane }: Pick<Work, 'lane'>): number => CHANNELS.indexOf(lane.channel);

export const TakenRow = row({ entry: int, at: instant, number: int, person: uuid, address: orNull(text), tries: int });
export const TAKEN = sql`entry, at, number, person, address, tries`;
export const askedOf = async (tx: Tx, work: Work): Promise<Asked> => ({
	customerId: work.customerId,
	runId: work.runId,
	plan: work.plan,
	lane: work.lane,
	channel: channelCode(work),
	purposes: await readPurposes(tx, work.customerId, work.plan),
});

/** That something happened from when the first of these entered to when the last did: so that no other month's rows are looked at. */
export const between = (entered: readonly { readonly at: Date }[]): Sql => {
	const times = entered.map(({ at }) => at.getTime());
	return sql`between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}`;
};

/**
 * That an entry is one of these, or between them. The planner, which knows nothing of a run that has just begun, takes it for one row, and
 * would read all of it for each few: by this it reads no more than what lies between.
 */
export const among = (entries: readonly number[]): Sql => sql`between ${Math.min(...entries)} and ${Math.max(...entries)}`;

/** What a worker came away with. */
export type Leased =
	| {
			readonly leaseId: string;
			readonly people: readonly Permitted[];
			readonly checkedMs: number;
			/** Nobody else is there now: it need not be asked. */
			readonly isLast: boolean;
	  }
	/** Nobody now: there may be somebody later, or never again. */
	| { readonly leaseId: null; readonly after: Date | null };

/** Settles those who may not be written to, or not yet. */
export const writeVerdicts = async (tx: Tx, work: Work, verdicts: readonly Verdict[]): Promise<void> => {
	const { customerId, runId, part } = work;
	const channel = channelCode(work);
	const settledAt = now();
	const tally = new Tally(DELIVERY_COUNT);
	const key = keysOf(runId, channel);
	const those = sql`d.customer_id = ${customerId} and d.at ${between(verdicts.map(({ who }) => who))} and d.run_id = ${runId}
		and d.channel = ${channel} and d.entry = t.entry and d.entry ${among(verdicts.map(({ who }) => who.entry))}`;
	const no = verdicts.filter((one) => one.may === 'no');
	const later = verdicts.filter((one) => one.may === 'later');
	if (no.length > 0) {
		// An erasure sees no entry that is just being written: whoever is nobody any more is named by none.
		await tx.run(sql`update delivery d set state = 'skipped', reason = t.reason, settled_at = ${settledAt}, due_at = null,
			address = case when t.reason <> 'gone' and exists (select 1 from person p where p.customer_id = ${customerId} and p.number = d.number) then d.address end
			from unnest(${int4s(no.map(({ who }) => who.entry))}::int[], ${texts(no.map(({ reason }) => reason))}::text[]) t (entry, reason)
			where ${those}`);
		for (const { reason, who } of no) {
			tally.add(key('skipped', reason), settledAt);
			tally.add(key(who.tries > 0 ? 'deferred' : 'waiting'), who.at, -1);
		}
	}
	if (later.length > 0) {
		await tx.run(sql`update delivery d set state = 'deferred', reason = t.reason, due_at = t.due, tries = greatest(d.tries, 1)
			from unnest(${int4s(later.map(({ who }) => who.entry))}::int[], ${texts(later.map(({ reason }) => reason))}::text[],
				${timestamps(later.map(({ at: due }) => due))}::timestamptz[]) t (entry, reason, due)
			where ${those}`);
		for (const { who } of later)
			if (who.tries === 0) {
				tally.add(key('deferred'), who.at);
				tally.add(key('waiting'), who.at, -1);
			}
	}
	await writeCounts(tx, customerId, part, tally);
};

const HeldRow = row({ next_entry: int, spent: bool, free_at: instant, state: text, late_at: orNull(instant), open: bool });

/** A lane with its run, held: of those who take recipients one waits for the other. */
const holdLane = async (tx: Tx, work: Work): Promise<RowOf<typeof HeldRow> | null> => {
	const [found] = await tx.rows(
		HeldRow,
		sql`select l.next_entry, l.spent, l.free_at, r.state, r.late_at, r.open_until is not null as open from campaign_lane l
		join campaign_run r on r.customer_id = ${work.customerId} and r.run_id = l.run_id
		where l.customer_id = ${work.customerId} and l.run_id = ${work.runId} and l.channel = ${channelCode(work)} for update of l`,
	);
	return found ?? null;
};

/**
 * Takes the next ones out of a lane that is held: those whose time came `before`, then who was never taken. Nobody else gets them; what
 * becomes of them is the caller's.
 */
const takeNext = async (tx: Tx, work: Work, lane: RowOf<typeof HeldRow>, before: Date | null, most: number) => {
	const { customerId, runId } = work;
	const channel = channelCode(work);
	const at = timeOf(runId);
	const due = await tx.rows(
		TakenRow,
		sql`select ${TAKEN} from delivery
		where customer_id = ${customerId} and at >= ${at} and run_id = ${runId} and channel = ${channel} and due_at <= coalesce(${before}::timestamptz, 'infinity')
		order by due_at limit ${most} for update skip locked`,
	);
	const fresh =
		lane.spent || due.length >= most
			? []
			: await tx.rows(
					TakenRow,
					sql`select ${TAKEN} from delivery
					where customer_id = ${customerId} and at = ${at} and run_id = ${runId} and channel = ${channel} and entry > ${lane.next_entry}
						and state = 'waiting' and due_at is null order by entry limit ${most - due.length}`,
				);
	return {
		due,
		taken: [...due, ...fresh] as readonly Taken[],
		spent: lane.spent || (due.length < most && fresh.length < most - due.length),
		next: fresh.at(-1)?.entry ?? lane.next_entry,
	};
};

/** Where a lane goes on, and when. */
const moveLane = (tx: Tx, work: Work, next: number, spent: boolean, free: Date): Promise<number> =>
	tx.run(
		sql`update campaign_lane set next_entry = ${next}, spent = ${spent}, free_at = ${free}
		where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)}`,
	);

/** Settles the next ones who are in nobody's hands as not reached, since the run was stopped. Answers how many. @param most of them */
export const leaveOut = async (tx: Tx, work: Work, most: number): Promise<number> => {
	const lane = await holdLane(tx, work);
	if (!lane) return 0;
	const { taken, spent, next } = await takeNext(tx, work, lane, null, most);
	await moveLane(tx, work, next, spent, lane.free_at);
	await writeVerdicts(
		tx,
		work,
		taken.map((who) => ({ may: 'no', who, reason: 'stopped' })),
	);
	return taken.length;
};

/** A lane that waits for credits is looked at again so soon. */
const UNPAID_MS = 5_000;

/** Takes the next recipients of a lane. @param most of them */
export const takeLease = async (tx: Tx, work: Work, most: number): Promise<Leased> => {
	const { customerId, runId, plan } = work;
	const channel = channelCode(work);
	const lane = await holdLane(tx, work);
	if (lane?.state !== 'sending') return { leaseId: null, after: null };
	const moment = now();
	if (lane.free_at > moment && lane.free_at.getTime() <= moment.getTime() + REST_MS) return { leaseId: null, after: lane.free_at };
	const throttle = plan.options.throttle;
	const wanted = throttle === null ? most : Math.min(most, Math.max(1, Math.ceil(throttle / 60)));
	const { due, taken, spent, next } = await takeNext(tx, work, lane, moment, wanted);
	if (taken.length === 0) {
		await moveLane(tx, work, next, spent, lane.free_at);
		return { leaseId: null, after: await nextDue(tx, work) };
	}

	// Whom another run takes at this moment would not be seen: of two that keep to a cap, be it somebody's own, one waits for the other.
	const persons = taken.map(({ person }) => person);
	if (!plan.isTransactional && (plan.options.cap !== null || (await anyCapped(tx, customerId, persons))))
		await tx.run(sql`select pg_advisory_xact_lock(hashtext('message cap'), ${customerId})`);
	const checkedMs = performance.now();
	const isLate = lane.late_at !== null && lane.late_at <= moment;
	const verdicts = isLate
		? taken.map((who): Verdict => ({ may: 'no', who, reason: 'late' }))
		: await judge(tx, await askedOf(tx, work), taken);
	await writeVerdicts(
		tx,
		work,
		verdicts.filter((one) => one.may !== 'yes'),
	);
	const permitted = verdicts.flatMap((one) => (one.may === 'yes' ? [one.who] : []));
	const paid = await paidOf(tx, work, lane.open, permitted.length);
	if (paid === 0 && permitted.length > 0) {
		// They wait for credits, and the lane stands where it stood.
		const after = new Date(moment.getTime() + UNPAID_MS);
		await moveLane(tx, work, lane.next_entry, lane.spent, after);
		return { leaseId: null, after };
	}
	const people = permitted.slice(0, paid);
	const timedAlready = new Set(due.map(({ entry }) => entry));
	// Those of them who were taken in their turn have a time from now on: the lane is past them.
	await giveBack(
		tx,
		customerId,
		runId,
		channel,
		permitted.slice(paid).flatMap(({ entry }) => (timedAlready.has(entry) ? [] : [entry])),
	);
	// A throttle is kept by all workers together: the next ones leave when these have had their time. Who is left out takes none.
	const behindMs = moment.getTime() - lane.free_at.getTime();
	const from = behindMs >= 0 && behindMs <= BEHIND_MS ? lane.free_at : moment;
	const free = throttle === null || people.length === 0 ? lane.free_at : new Date(from.getTime() + (people.length * 60_000) / throttle);
	const leaseId = newId();
	// Taken ones are nobody's to take: they have no time any more.
	const given = new Set(due.map(({ entry }) => entry));
	const timed = people.filter(({ entry }) => given.has(entry));
	await Promise.all([
		moveLane(tx, work, next, spent, free),
		people.length > 0 &&
			tx.run(
				sql`insert into delivery_lease (customer_id, lease_id, run_id, channel, members, begun, until)
				values (${customerId}, ${leaseId}, ${runId}, ${channel}, ${people.map(({ entry }) => entry)}::int[], '{}', ${new Date(moment.getTime() + LEASE_MS)})`,
			),
		timed.length > 0 &&
			tx.run(
				sql`update delivery set due_at = null where customer_id = ${customerId} and at ${between(timed)} and run_id = ${runId} and channel = ${channel}
					and entry ${among(timed.map(({ entry }) => entry))} and entry = any(${int4s(timed.map(({ entry }) => entry))}::int[])`,
			),
	]);
	return { leaseId, people, checkedMs, isLast: spent && throttle === null && taken.length < wanted };
};

const DueRow = row({ due: orNull(instant) });

/** When somebody of a lane is to be tried next; null: nobody. */
const nextDue = async (tx: Tx, work: Work): Promise<Date | null> => {
	const [found] = await tx.rows(
		DueRow,
		sql`select min(due_at) as due from delivery
		where customer_id = ${work.customerId} and at >= ${timeOf(work.runId)} and run_id = ${work.runId} and channel = ${channelCode(work)}
			and due_at is not null`,
	);
	return found?.due ?? null;
};

const RestedRow = row({ due: bool });

/**
 * Of a run that stays open and has nobody in hand: notes when a lane's next time comes, so that nobody looks at it before. Whoever enters
 * meanwhile waits for this and then says so (`enter`).
 * @returns whether somebody's time has come by now
 */
export const restLane = async (tx: Tx, work: Work): Promise<boolean> => {
	const { customerId, runId } = work;
	const lane = await holdLane(tx, work);
	if (!lane?.spent) return false;
	const [rested] = await tx.rows(
		RestedRow,
		sql`update campaign_lane l set idle_until = coalesce((
				select min(d.due_at) from delivery d where d.customer_id = ${customerId} and d.at >= ${timeOf(runId)} and d.run_id = ${runId}
					and d.channel = ${channelCode(work)} and d.due_at is not null), 'infinity')
		where l.customer_id = ${customerId} and l.run_id = ${runId} and l.channel = ${channelCode(work)}
			and not exists (select 1 from delivery_lease k where k.customer_id = ${customerId} and k.run_id = ${runId})
			and exists (select 1 from campaign_run r where r.customer_id = ${customerId} and r.run_id = ${runId} and r.open_until is not null)
		returning l.idle_until <= ${now()} as due`,
	);
	return rested?.due ?? false;
};

const OverRow = row({ lease_id: uuid, run_id: uuid, channel: int, members: ints, begun: ints });

/**
 * Ends leases of workers that are dead, and those that a wrong clock made too long: whose message may have left is `unknown`; the others go
 * back. Answers how many were given back.
 * @param policiesOf what becomes of whom these runs may have reached; of a run without one they are left
 */
export const endLeases = async (
	tx: Tx,
	customerId: number,
	policiesOf: (runs: readonly string[]) => Promise<ReadonlyMap<string, 'leave' | 'again'>>,
): Promise<number> => {
	const moment = now();
	const over = await tx.rows(
		OverRow,
		sql`delete from delivery_lease where (customer_id, lease_id) in (
			select customer_id, lease_id from delivery_lease where customer_id = ${customerId}
				and (until < ${moment} or until > ${new Date(moment.getTime() + 2 * LEASE_MS)}) for update skip locked)
		returning lease_id, run_id, channel, members, begun`,
	);
	if (over.length === 0) return 0;
	const policies = await policiesOf([...new Set(over.map(({ run_id: runId }) => runId))]);
	for (const { run_id: runId, channel, members, begun } of over) {
		const left = new Set(begun);
		await giveBack(
			tx,
			customerId,
			runId,
			channel,
			members.filter((entry) => !left.has(entry)),
		);
		await leaveUnknown(tx, customerId, runId, channel, begun, policies.get(runId) ?? 'leave');
	}
	return over.length;
};

/**
 * Gives back these members, of whom nothing left, where the lease is still its worker's; false when it is not.
 * @param settled nobody else of it is open: nothing of the lease is left
 */
export const shrinkLease = async (
	tx: Tx,
	{ customerId, runId, ...work }: Work,
	leaseId: string,
	entries: readonly number[],
	settled: boolean,
): Promise<boolean> => {
	const left = settled
		? sql`delete from delivery_lease where customer_id = ${customerId} and lease_id = ${leaseId}`
		: sql`update delivery_lease set members = ${without(sql`members`, int4s(entries))}, until = ${new Date(now().getTime() + LEASE_MS)}
				where customer_id = ${customerId} and lease_id = ${leaseId}`;
	if ((await tx.run(left)) === 0) return false;
	await giveBack(tx, customerId, runId, channelCode(work), entries);
	return true;
};

/** An array of numbers without some. */
export const without = (all: Sql, some: Buffer): Sql => sql`array(select m from unnest(${all}) m where m <> all(${some}::int[]))`;

/** These members are the lease's no more: something else was settled of them. */
export const dropMembers = (tx: Tx, customerId: number, leaseId: string, entries: readonly number[]): Promise<number> =>
	tx.run(
		sql`update delivery_lease set members = ${without(sql`members`, int4s(entries))} where customer_id = ${customerId} and lease_id = ${leaseId}`,
	);

const StateRow = row({ at: instant, tries: int, state: oneOf(['unknown', 'accepted'] as const) });

/** Nothing of theirs left: they are taken again at once. */
export const giveBack = async (tx: Tx, customerId: number, runId: string, channel: number, entries: readonly number[]): Promise<void> => {
	if (entries.length === 0) return;
	// Their time is long past by any clock.
	await tx.run(
		sql`update delivery set due_at = ${timeOf(runId)} where customer_id = ${customerId} and at >= ${timeOf(runId)} and run_id = ${runId}
			and channel = ${channel} and entry ${among(entries)} and entry = any(${int4s(entries)}::int[]) and state in ('waiting', 'deferred')`,
	);
};

const leaveUnknown = async (
	tx: Tx,
	customerId: number,
	runId: string,
	channel: number,
	entries: readonly number[],
	policy: 'leave' | 'again',
): Promise<void> => {
	if (entries.length === 0) return;
	const at = now();
	// The other side may have said already that it arrived.
	const those = policy === 'again' ? sql`and arrived_at is not null` : empty;
	const left = await tx.rows(
		StateRow,
		sql`update delivery set state = case when arrived_at is null then 'unknown' else 'accepted' end,
			reason = case when arrived_at is null then 'worker_lost' end, settled_at = ${at}, due_at = null
		where customer_id = ${customerId} and at >= ${timeOf(runId)} and run_id = ${runId} and channel = ${channel}
			and entry ${among(entries)} and entry = any(${int4s(entries)}::int[]) and state in ('waiting', 'deferred') ${those} returning at, tries::int as tries, state`,
	);
	const tally = new Tally(DELIVERY_COUNT);
	const key = keysOf(runId, channel);
	for (const one of left) {
		tally.add(key(one.state, one.state === 'unknown' ? 'worker_lost' : ''), at);
		tally.add(key(one.tries > 0 ? 'deferred' : 'waiting'), one.at, -1);
	}
	await writeCounts(tx, customerId, 0, tally);
	if (policy === 'again') await giveBack(tx, customerId, runId, channel, entries);
};
