/**
 * Writes down what became of messages, and whose leave next: together, in one statement, as soon as the one before is back. The first byte
 * of a message leaves only once it is written that it may have, so that whoever dies leaves behind exactly who may have been reached.
 */
import type { DeliveryState } from '@luvalla/contract/engagement/deliveries.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { said } from '#kernel/outbound/said.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, empty, instant, int, join, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import { channelBy } from '../channels/all.ts';
import type { Outcome } from '../channels/channel.ts';
import { DELIVERY_COUNT, type DeliveryTally, keysOf, tellMessages, writeCounts } from '../runs/counts.ts';
import { among, between, channelCode, LEASE_MS, type Work, without } from './lease.ts';
import type { Permitted } from './permits.ts';

/** Somebody whose message was handed over, with what is kept of it. */
export interface Settled {
	readonly who: Permitted;
	readonly outcome: Outcome;
	readonly language: string;
	readonly arm: 0 | 1;
	/** When it was last known that it may be sent, and when it was handed to the channel, by `performance.now()`; null: it never was. */
	readonly checkedMs: number | null;
	readonly handedMs: number | null;
	readonly leaseId: string;
}

/** A lease, and what is to be written of it beside outcomes: that its worker lives, at least. */
export interface Told {
	readonly leaseId: string;
	/** Members whose message leaves when this is written. */
	readonly begins: readonly number[];
	/** Nobody of it is open any more. */
	readonly over: boolean;
}

/** Waits between tries, in minutes; after the last nobody tries again. */
const AGAIN_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440];

/** How a settled message is stored. */
interface Line {
	readonly entry: number;
	/** When they entered. */
	readonly at: Date;
	readonly leaseId: string;
	readonly before: 'waiting' | 'deferred';
	readonly state: DeliveryState;
	readonly reason: string | null;
	readonly dueAt: Date | null;
	readonly settledAt: Date | null;
	readonly checkedAt: Date | null;
	readonly handedAt: Date | null;
	readonly tries: number;
	readonly said: string;
	readonly size: number;
	readonly language: string;
	readonly arm: number;
	readonly recordId: string | null;
	readonly trackedId: string | null;
	readonly costMicros: number;
}

/** Moments of `performance.now()` by the clock that shows `at` now, asked once: a pause between two questions would turn their order. */
export const momentsBy = (at: Date): ((ms: number | null) => Date | null) => {
	const nowMs = performance.now();
	return (ms) => (ms === null ? null : new Date(at.getTime() - Math.max(0, nowMs - ms)));
};

const lineOf = ({ who, outcome, language, arm, checkedMs, handedMs, leaseId }: Settled, at: Date): Line => {
	const momentOf = momentsBy(at);
	const line = {
		entry: who.entry,
		at: who.at,
		leaseId,
		before: who.tries > 0 ? ('deferred' as const) : ('waiting' as const),
		reason: null,
		dueAt: null,
		settledAt: at,
		checkedAt: momentOf(checkedMs),
		handedAt: momentOf(handedMs),
		tries: who.tries,
		said: said(outcome.said),
		size: 0,
		language,
		arm,
		recordId: who.recordId,
		trackedId: who.trackedId,
		costMicros: 0,
	};
	switch (outcome.state) {
		case 'accepted':
			return { ...line, state: 'accepted', size: outcome.size, costMicros: outcome.costMicros };
		case 'failed':
			return { ...line, state: 'failed', reason: outcome.reason };
		case 'unknown':
			return { ...line, state: 'unknown', reason: 'no_answer' };
		case 'returned':
			return { ...line, state: line.before, settledAt: null, checkedAt: null, handedAt: null, dueAt: at };
		case 'deferred': {
			const minutes = AGAIN_MINUTES[who.tries];
			// Somebody who says when is asked then, and no sooner than after the wait before: one who always says so comes to an end, too.
			const before = (AGAIN_MINUTES[who.tries - 1] ?? 0) * 60_000;
			const wait = outcome.afterMs === undefined ? (minutes ?? 0) * 60_000 : Math.max(outcome.afterMs, before);
			if (minutes === undefined) return { ...line, state: 'failed', reason: 'given_up' };
			return {
				...line,
				state: 'deferred',
				reason: outcome.reason,
				settledAt: null,
				tries: who.tries + 1,
				dueAt: new Date(at.getTime() + wait),
			};
		}
	}
};

const tallyOf = (work: Work, lines: readonly Line[]): DeliveryTally => {
	const tally = new Tally(DELIVERY_COUNT);
	const key = keysOf(work.runId, channelCode(work));
	for (const line of lines) {
		const { settledAt } = line;
		if (line.state !== line.before) {
			tally.add(key(line.before), line.at, -1);
			tally.add(key(line.state, settledAt === null ? '' : (line.reason ?? '')), settledAt ?? line.at);
		}
		if (line.state === 'accepted' && settledAt !== null) {
			tally.add(key('cost_micros'), settledAt, line.costMicros);
			tally.add(key('size'), settledAt, line.size);
			if (line.trackedId !== null) tally.add(key('trackable'), settledAt);
		}
	}
	return tally;
};

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Changes these rows where they still are what they were; a row each that was changed. */
const writeLines = (work: Work, settled: readonly Settled[], lines: readonly Line[]): Sql => {
	const of = <T>(pick: (line: Line) => T): T[] => lines.map(pick);
	const never = new Date(0);
	// Who was erased meanwhile has no address any more: the other side's words may say it, and the records that it rested on are gone.
	return sql`update delivery d set state = t.state, reason = t.reason, said = case when d.address is not null then t.said end, tries = t.tries,
			due_at = nullif(t.due, ${never}::timestamptz), settled_at = nullif(t.settled, ${never}::timestamptz),
			checked_at = nullif(t.checked, ${never}::timestamptz), handed_at = nullif(t.handed, ${never}::timestamptz),
			size = nullif(t.size, 0), language = case when d.address is not null then t.language end, arm = t.arm, cost_micros = nullif(t.cost, 0),
			record_id = case when d.address is not null then nullif(t.record, ${NO_ID}::uuid) end,
			tracked_id = case when d.address is not null then nullif(t.tracked, ${NO_ID}::uuid) end
		from unnest(${int4s(of((one) => one.entry))}::int[], ${texts(of((one) => one.before))}::text[], ${texts(of((one) => one.state))}::text[],
			${texts(of((one) => one.reason))}::text[], ${texts(of((one) => one.said))}::text[], ${int4s(of((one) => one.tries))}::int[],
			${timestamps(of((one) => one.dueAt ?? never))}::timestamptz[], ${timestamps(of((one) => one.settledAt ?? never))}::timestamptz[],
			${timestamps(of((one) => one.checkedAt ?? never))}::timestamptz[], ${timestamps(of((one) => one.handedAt ?? never))}::timestamptz[],
			${int4s(of((one) => one.size))}::int[], ${texts(of((one) => one.language))}::text[], ${int4s(of((one) => one.arm))}::int[],
			${int4s(of((one) => one.costMicros))}::int[], ${uuids(of((one) => one.recordId ?? NO_ID))}::uuid[],
			${uuids(of((one) => one.trackedId ?? NO_ID))}::uuid[])
			t (entry, before, state, reason, said, tries, due, settled, checked, handed, size, language, arm, cost, record, tracked)
		where d.customer_id = ${work.customerId} and d.at ${between(settled.map(({ who }) => who))} and d.run_id = ${work.runId}
			and d.channel = ${channelCode(work)} and d.entry = t.entry and d.state = t.before
			and d.entry ${among(of((one) => one.entry))}`;
};

/** Addresses that will never take a message: nobody writes to them again, in this run or in another. */
const noteGone = async (
	tx: Tx,
	hooks: Kernel['hooks'],
	{ customerId, lane }: Work,
	settled: readonly Settled[],
	at: Date,
): Promise<void> => {
	const gone = settled.flatMap(({ who, outcome }) => (outcome.state === 'failed' && outcome.undeliverable ? [who] : []));
	if (gone.length === 0) return;
	await channelBy(lane.channel).address.giveUp(
		tx,
		customerId,
		gone.map(({ address }) => address),
		at,
	);
	await hooks.touched.tell(tx, { customerId, persons: [...new Set(gone.map(({ kept }) => kept))] });
};

/** Of a lease: that it lives, one of it whose message leaves, one of it who is to be tried again and is in nobody's hands. */
interface News {
	readonly leaseId: string;
	readonly entry: number;
	readonly kind: 'lives' | 'leaves' | 'again';
}

const leaving = ({ leaseId, begins }: Told): News[] => begins.map((entry) => ({ leaseId, entry, kind: 'leaves' }));

/** Writes them; a row of each lease that is still this worker's, and whether its messages may leave. The same text, whatever they are. */
const writeNews = (work: Work, news: readonly News[], at: Date): Sql =>
	sql`update delivery_lease l set until = ${new Date(at.getTime() + LEASE_MS)},
			begun = case when cardinality(t.again) = 0 then l.begun else array(select m from unnest(l.begun) m where m <> all(t.again)) end
				|| case when s.sending then array(select m from unnest(t.leaves) m where m = any(l.members)) else '{}' end,
			members = case when cardinality(t.again) = 0 then l.members else array(select m from unnest(l.members) m where m <> all(t.again)) end
		from (select n.lease_id, coalesce(array_agg(n.entry) filter (where n.kind = 'leaves'), '{}') as leaves,
				coalesce(array_agg(n.entry) filter (where n.kind = 'again'), '{}') as again
			from unnest(${uuids(news.map(({ leaseId }) => leaseId))}::uuid[], ${int4s(news.map(({ entry }) => entry))}::int[],
				${texts(news.map(({ kind }) => kind))}::text[]) n (lease_id, entry, kind) group by n.lease_id) t
		cross join (select exists (select 1 from campaign_run r
			where r.customer_id = ${work.customerId} and r.run_id = ${work.runId} and r.state = 'sending') as sending) s
		where l.customer_id = ${work.customerId} and l.lease_id = t.lease_id and l.until > ${at} returning l.lease_id, s.sending`;

const LivesRow = row({ lease_id: uuid, sending: bool });

/** Writes whose messages leave, and that these leases live, and nothing else; answers the leases of which messages may. */
export const settleBegun = async (storage: Pick<Storage, 'inTenantOnce'>, work: Work, told: readonly Told[]): Promise<Set<string>> => {
	const news = told.flatMap((one): News[] => [{ leaseId: one.leaseId, entry: 0, kind: 'lives' }, ...leaving(one)]);
	const rows = await storage.inTenantOnce(work.customerId, LivesRow, writeNews(work, news, now()));
	return new Set(rows.flatMap(({ lease_id: id, sending }) => (sending ? [id] : [])));
};

const WrittenRow = row({ lines: int, lease_id: uuid, leaves: bool });

/** Writes all of it; answers the leases that are still this worker's, and of which messages may leave. Sent again after a lost connection it changes nothing twice. */
export const settle = async (
	tx: Tx,
	hooks: Kernel['hooks'],
	work: Work,
	settled: readonly Settled[],
	told: readonly Told[],
): Promise<Set<string>> => {
	const at = now();
	const lines = settled.map((one) => lineOf(one, at));
	const tally = tallyOf(work, lines);
	const adding = tally.adding(work.customerId, work.part);
	const ended = told.filter(({ over }) => over);
	const parts: Sql[] = [];
	if (lines.length > 0) parts.push(sql`d as (${writeLines(work, settled, lines)} returning 1 as one)`);
	if (adding) parts.push(sql`c as (${adding} returning 1 as one)`);
	// What left, left by this worker; of anything else only whoever still has the lease says what became.
	const asking = lines.filter(({ state }) => state !== 'accepted' && state !== 'unknown');
	const news = [
		...[...new Set([...told, ...asking].map(({ leaseId }) => leaseId))].map((leaseId) => ({ leaseId, entry: 0, kind: 'lives' as const })),
		...told.flatMap(leaving),
		...lines.flatMap(({ leaseId, entry, settledAt }) => (settledAt === null ? [{ leaseId, entry, kind: 'again' as const }] : [])),
	];
	if (news.length > 0) parts.push(sql`l as (${writeNews(work, news, at)})`);
	if (parts.length === 0) return new Set();
	const written = lines.length > 0 ? sql`(select count(*)::int from d)` : sql`0`;
	const rows = await tx.rows(
		WrittenRow,
		sql`with ${join(parts)} select ${written} as lines, ${NO_ID}::uuid as lease_id, false as leaves
		${news.length > 0 ? sql`union all select 0, l.lease_id, l.sending from l` : empty}`,
	);
	const changed = rows.reduce((sum, one) => sum + one.lines, 0);
	const mine = new Set(rows.flatMap(({ lease_id: id }) => (id === NO_ID ? [] : [id])));
	// Whoever was taken for dead says nothing of who is somebody else's by now.
	if (changed < lines.length || asking.some(({ leaseId }) => !mine.has(leaseId))) throw new Moved();
	await tellMessages(tx, work.customerId, tally);
	await noteGone(tx, hooks, work, settled, at);
	if (ended.length > 0)
		await tx.run(
			sql`delete from delivery_lease where customer_id = ${work.customerId} and lease_id = any(${uuids(ended.map(({ leaseId }) => leaseId))}::uuid[])`,
		);
	return new Set(rows.flatMap(({ lease_id: id, leaves }) => (leaves ? [id] : [])));
};

/** Some of these rows are not what they were: somebody took this worker for dead, or it wrote them already. */
export class Moved extends Error {
	override readonly name = 'Moved';
}

const StateRow = row({ entry: int });
const UnknownRow = row({ settled_at: instant });

/**
 * The same, a row at a time, for rows of which some were moved: what is known of a message replaces that nobody knew. What was written
 * already stays as it is.
 */
export const settleMoved = async (tx: Tx, hooks: Kernel['hooks'], work: Work, settled: readonly Settled[]): Promise<void> => {
	const at = now();
	await noteGone(tx, hooks, work, settled, at);
	for (const one of settled) {
		const line = lineOf(one, at);
		const tally = tallyOf(work, [line]);
		// Of whose message may not have left, only the worker whose they still are says anything.
		const held = await tx.run(
			sql`update delivery_lease set members = ${without(sql`members`, int4s([line.entry]))}, begun = ${without(sql`begun`, int4s([line.entry]))}
			where customer_id = ${work.customerId} and lease_id = ${line.leaseId} and ${line.entry} = any(members)`,
		);
		const [usual] = held === 0 ? [] : await tx.rows(StateRow, sql`${writeLines(work, [one], [line])} returning d.entry`);
		if (!usual) {
			if (line.settledAt === null || line.state === 'unknown') continue;
			const those = sql`customer_id = ${work.customerId} and at = ${one.who.at} and run_id = ${work.runId} and channel = ${channelCode(work)}
				and entry = ${line.entry} and state = 'unknown' and reason = 'worker_lost'`;
			const unknown = await tx.first(UnknownRow, sql`select settled_at from delivery where ${those} for update`);
			if (!unknown) continue;
			await tx.run(
				sql`update delivery set state = ${line.state}, reason = ${line.reason}, said = case when address is not null then ${line.said} end, size = ${line.size}, settled_at = ${at},
					checked_at = ${line.checkedAt}, handed_at = ${line.handedAt},
					record_id = case when address is not null then ${line.recordId}::uuid end,
					tracked_id = case when address is not null then ${line.trackedId}::uuid end, cost_micros = ${line.costMicros},
					language = case when address is not null then ${line.language} end, arm = ${line.arm}
				where ${those}`,
			);
			const key = keysOf(work.runId, channelCode(work));
			tally.add(key('unknown', 'worker_lost'), unknown.settled_at, -1);
			tally.add(key(line.before), line.at);
		}
		await writeCounts(tx, work.customerId, work.part, tally);
	}
};
