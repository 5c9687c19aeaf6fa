/**
 * Entries of a run: a person who is to get its message by a channel, once. Everything that makes somebody a recipient writes entries, and
 * the engine asks nothing but these: a snapshot writes those of a whole audience (`snapshot.ts`), whatever happens to one person enters
 * that person alone, into a run that stays open, as often as it happens. An entry has a place in its run and a time of its own, by which
 * it lies in a month.
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { int, json, type RowOf, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Tally } from '#kernel/tally/tally.ts';
import type { Address } from '../channels/addresses.ts';
import { channelBy } from '../channels/all.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import { PlanLane } from '../runs/plan.ts';
import { tellOfCampaigns, wakeWorkers } from '../runs/runs.ts';
import { timeOf } from '../runs/token.ts';

const AnyRow = row({ person: uuid });

/** Entries of one run by one channel, which enter together. */
export interface Range {
	readonly runId: string;
	readonly lane: PlanLane;
	readonly first: number;
	readonly last: number;
}

const given = (ranges: readonly Range[]): Sql => {
	const of = (pick: (range: Range) => number): Buffer => int4s(ranges.map(pick));
	return sql`unnest(${uuids(ranges.map(({ runId }) => runId))}::uuid[], ${of(({ lane }) => CHANNELS.indexOf(lane.channel))}::int[],
		${of(({ first }) => first)}::int[], ${of(({ last }) => last)}::int[]) g (run_id, channel, first, last)`;
};

/**
 * Writes entries that are to be written to; answers how many are new. Written again they are there once.
 * @param address what the channel writes to
 * @param at when they enter
 * @param people a query of `run_id`, `channel`, `entry`, `number`, `person`, `due_at` (null: when their turn comes) and `why` (null: they are of the audience)
 * @param ranges all of theirs
 */
export const writeEntries = async (
	tx: Tx,
	customerId: number,
	{ best }: Pick<Address, 'best'>,
	at: Date,
	people: Sql,
	ranges: readonly Range[],
): Promise<number> => {
	const written = await tx.run(
		sql`insert into delivery (customer_id, entry, at, run_id, channel, number, person, why, state, due_at, address)
		select ${customerId}::int, e.entry, ${at}::timestamptz, e.run_id, e.channel, e.number, e.person, e.why, 'waiting', e.due_at, a.value
		from (${people}) e left join lateral (${best(customerId, sql`= e.person`)}) a (value) on true
		on conflict do nothing`,
	);
	const those = sql`d.customer_id = ${customerId} and d.at = ${at} and d.run_id = g.run_id and d.channel = g.channel
		and d.entry between g.first and g.last and d.state = 'waiting' and d.address is null`;
	// The address of somebody who is several is that of any of them.
	const without = await tx.rows(AnyRow, sql`select d.person from ${given(ranges)} join delivery d on ${those} limit 1`);
	if (without.length === 0) return written;
	await tx.run(
		sql`update delivery d set address = (${best(customerId, sql`= any(f.members)`)})
		from profile f, ${given(ranges)} where f.customer_id = ${customerId} and f.person = d.person and f.members is not null and ${those}`,
	);
	return written;
};

const CountRow = row({ run_id: uuid, n: int });

/** How many of these entries are there, by their run. */
const countEntries = async (tx: Tx, customerId: number, at: Date, ranges: readonly Range[]): Promise<Map<string, number>> =>
	new Map(
		(
			await tx.rows(
				CountRow,
				sql`select d.run_id, count(*)::int as n from ${given(ranges)} join delivery d on d.customer_id = ${customerId} and d.at = ${at}
					and d.run_id = g.run_id and d.channel = g.channel and d.entry between g.first and g.last group by d.run_id`,
			)
		).map(({ run_id: id, n }) => [id, n]),
	);

/** Somebody who enters alone. */
export interface Entering {
	readonly person: string;
	/** When they are to be written to. */
	readonly due: Date;
	/** What made them enter, in a stable word with what goes with it: `event:purchase`. */
	readonly why: string;
}

/** Who entered runs, and what is still to be said of it. */
export interface Entry {
	/** By its run; none where a run is not prepared yet, takes nobody (`openUntil`) or is over. */
	readonly entered: ReadonlyMap<string, Entered>;
	/**
	 * Wakes lanes that rest, and whoever works on them: the last of a transaction, since from then on nobody takes anybody of these lanes
	 * until it ends.
	 */
	wake(): Promise<void>;
}

/** Who entered a run, and as which entries. */
export interface Entered {
	readonly at: Date;
	/** The first one's entry; the others follow in their order. Whoever is nobody of the customer's leaves theirs empty. */
	readonly first: number;
}

const OpenRow = row({ run_id: uuid, domain_id: uuid, lanes: json(z.array(PlanLane)) });
const PlaceRow = row({ run_id: uuid, first: int });

/**
 * Puts these people into runs that stay open, by each of their channels: whoever was in one before is in it once more. Whether they may be
 * written to is asked when their message is due. Runs are many and those who enter one of them few, so each statement is of all of them.
 * @param entering by their run
 */
export const enter = async (tx: Tx, customerId: number, entering: ReadonlyMap<string, readonly Entering[]>): Promise<Entry> => {
	const moment = now();
	// In one order for every worker.
	const runs = await tx.rows(
		OpenRow,
		sql`select run_id, domain_id, plan -> 'lanes' as lanes from campaign_run
		where customer_id = ${customerId} and run_id = any(${uuids([...entering.keys()])}::uuid[]) and state in ('sending', 'paused')
			and prepared_at is not null and open_until > ${moment} order by run_id for update`,
	);
	if (runs.length === 0) return { entered: new Map(), wake: () => Promise.resolve() };
	const peopleOf = ({ run_id: id }: RowOf<typeof OpenRow>): readonly Entering[] => entering.get(id) ?? [];
	// By this it is told from who entered with the audience.
	const at = new Date(Math.max(moment.getTime(), ...runs.map(({ run_id: id }) => timeOf(id).getTime() + 1)));
	const places = await tx.rows(
		PlaceRow,
		sql`update campaign_run r set entries = r.entries + g.n
		from unnest(${uuids(runs.map(({ run_id: id }) => id))}::uuid[], ${int4s(runs.map((run) => peopleOf(run).length))}::int[]) g (run_id, n)
		where r.customer_id = ${customerId} and r.run_id = g.run_id returning r.run_id, r.entries - g.n as first`,
	);
	const firsts = new Map(places.map(({ run_id: id, first }) => [id, first]));
	const tally = new Tally(DELIVERY_COUNT);
	const ranges = runs.flatMap((run): Range[] => {
		const first = firsts.get(run.run_id) ?? 0;
		const last = first + peopleOf(run).length - 1;
		return last < first ? [] : run.lanes.map((lane) => ({ runId: run.run_id, lane, first, last }));
	});
	for (const [channel, own] of Map.groupBy(ranges, ({ lane }) => lane.channel)) {
		const code = CHANNELS.indexOf(channel);
		const people = own.flatMap(({ runId, first }) => (entering.get(runId) ?? []).map((one, n) => ({ ...one, runId, entry: first + n })));
		const rows = sql`select t.run_id, ${code}::smallint as channel, t.entry, p.number, p.person, t.due_at, t.why
			from unnest(${uuids(people.map(({ runId }) => runId))}::uuid[], ${int4s(people.map(({ entry }) => entry))}::int[],
				${uuids(people.map(({ person }) => person))}::uuid[], ${timestamps(people.map(({ due }) => due))}::timestamptz[],
				${texts(people.map(({ why }) => why))}::text[]) t (run_id, entry, person, due_at, why)
			join person p on p.customer_id = ${customerId} and p.person = t.person`;
		const written = await writeEntries(tx, customerId, channelBy(channel).address, at, rows, own);
		// Somebody is nobody of the customer's.
		const counted = written < people.length ? await countEntries(tx, customerId, at, own) : null;
		for (const { runId, first, last } of own) {
			const n = counted === null ? last - first + 1 : (counted.get(runId) ?? 0);
			const key = keysOf(runId, code);
			tally.add(key('waiting'), at, n);
			tally.add(key('targeted'), at, n);
		}
	}
	await writeCounts(tx, customerId, 0, tally);
	const soonest = ranges.map(({ runId }) => new Date(Math.min(...(entering.get(runId) ?? []).map(({ due }) => due.getTime()))));
	const wake = async (): Promise<void> => {
		// Every lane, also one that nobody has laid to rest: whoever does so this moment (`restLane`) has not seen these, and is waited for.
		await tx.run(
			sql`update campaign_lane l set idle_until = case when l.idle_until is not null then least(l.idle_until, g.soonest) end
			from unnest(${uuids(ranges.map(({ runId }) => runId))}::uuid[], ${timestamps(soonest)}::timestamptz[]) g (run_id, soonest)
			where l.customer_id = ${customerId} and l.run_id = g.run_id`,
		);
		await wakeWorkers(tx, customerId);
		for (const domainId of new Set(runs.map((run) => run.domain_id))) await tellOfCampaigns(tx, customerId, domainId);
	};
	return { entered: new Map([...firsts].map(([id, first]) => [id, { at, first }])), wake };
};
