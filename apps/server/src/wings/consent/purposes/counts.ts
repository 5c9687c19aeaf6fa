/**
 * How many answers there are to each purpose, without going through them: what the ledger's tail brings is added, what is erased is taken
 * off, and what has not been read yet is counted where it is asked.
 */
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { int, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { holdReader, type TailReader, type TailRecord } from '../ledger/tail.ts';

const READER = 'purposes';

/** `purpose_id, yes, no` of records `g` (`at, id`). One look each: as a join it may be planned to read all that there are. */
const answersOf = (customerId: number, given: Sql): Sql => sql`
	select r.purpose_id, count(*) filter (where r.value) as yes, count(*) filter (where not r.value) as no from (${given}) g
	cross join lateral (
		select m.purpose_id, m.value from consent_record m where m.customer_id = ${customerId} and m.at = g.at and m.id = g.id limit 1
	) r group by 1`;

const these = (records: readonly TailRecord[]): Sql =>
	sql`select g.at, g.id from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[]) g (at, id)`;

/** Those that the reader has not read, or that wait for their place. */
const unread = (customerId: number): Sql => sql`
	select e.record_at as at, e.record_id as id from ledger_entry e
	where e.customer_id = ${customerId} and e.record_id is not null and e.position >= coalesce(
		(select l.position from ledger_reader l where l.customer_id = ${customerId} and l.reader = ${READER}), 0)
	union all
	select w.at, w.id from ledger_arrival a cross join lateral unnest(a.ats, a.ids) w (at, id) where a.customer_id = ${customerId}`;

/** The query of answers by purpose: `purpose_id, yes, no`. */
export const answerCounts = (customerId: number): Sql => sql`
	select c.purpose_id, sum(c.yes) as yes, sum(c.no) as no from (
		select purpose_id, yes, no from purpose_count where customer_id = ${customerId}
		union all ${answersOf(customerId, unread(customerId))}
	) c group by 1`;

const Counted = row({ purpose_id: text, yes: int, no: int });

const add = async (tx: Tx, customerId: number, records: readonly TailRecord[], sign: 1 | -1): Promise<void> => {
	const counted = await tx.rows(
		Counted,
		sql`select purpose_id::text, yes, no from (${answersOf(customerId, these(records))}) a order by purpose_id`,
	);
	if (counted.length === 0) return;
	await tx.run(sql`insert into purpose_count as c (customer_id, purpose_id, yes, no)
		select ${customerId}::int, g.id, g.yes, g.no from unnest(${uuids(counted.map(({ purpose_id: id }) => id))}::uuid[],
			${counted.map(({ yes }) => sign * yes)}::int8[], ${counted.map(({ no }) => sign * no)}::int8[]) g (id, yes, no)
		on conflict (customer_id, purpose_id) do update set yes = c.yes + excluded.yes, no = c.no + excluded.no`);
};

/** Counts records in the order of the customer's log. */
export const purposeReader: TailReader = {
	name: READER,
	most: 5_000,
	take: (tx, customerId, records) => add(tx, customerId, records, 1),
};

/** These are about to be erased: those that were counted are no more. What was not read yet, nobody will see. */
export const uncountAnswers = async (tx: Tx, customerId: number, records: readonly TailRecord[]): Promise<void> => {
	const read = await holdReader(tx, customerId, READER);
	const counted = records.filter(({ position }) => position < read);
	if (counted.length > 0) await add(tx, customerId, counted, -1);
};

/** The query of what is missing beside the records that are there: `purpose_id, yes, no`. */
const differing = (customerId: number): Sql => sql`
	select d.purpose_id, sum(d.yes)::int8 as yes, sum(d.no)::int8 as no from (
		select r.purpose_id, count(*) filter (where r.value) as yes, count(*) filter (where not r.value) as no
		from consent_record r where r.customer_id = ${customerId} group by 1
		union all select c.purpose_id, -c.yes, -c.no from (${answerCounts(customerId)}) c
	) d group by 1 having sum(d.yes) <> 0 or sum(d.no) <> 0`;

/** Holds these counts against the records, and puts them right; all of it is read by one statement, beside a working server. */
export const purposeRecount = {
	table: 'purpose_count',
	differing,
	repairing: (customerId: number): Sql => sql`insert into purpose_count as c (customer_id, purpose_id, yes, no)
		select ${customerId}::int, t.purpose_id, t.yes, t.no from (${differing(customerId)}) t
		on conflict (customer_id, purpose_id) do update set yes = c.yes + excluded.yes, no = c.no + excluded.no`,
};
