/**
 * What records of consents come to, as roll-ups have it. A choice is counted once, in the minute in which the first of its records came;
 * a record in its own minute. The order is the log's, which never changes: it says whether a no took a yes back. Records of a choice
 * mostly come together; where they did not, what was counted of it before is taken off again (`w` is −1).
 */
import { SALE_SHARING } from '@luvalla/contract/consent/light.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { empty, type Sql, sql } from '#kernel/storage/rows.ts';
import { answeredOf, type TailRecord } from '../../consent/wing.ts';

/** Its place in the ledger's tail is kept under this. */
export const READER = 'counts';

/** Records that wait for their place stand behind those that have one. */
const LAST = '9223372036854775807';
/** How far apart, by their senders' clocks, records of one choice may be. It keeps months that cannot have any from being opened. */
const APART = sql`interval '1 hour'`;

/**
 * The query of counts: `what, domain_id, key, minute, n`.
 * @param rows records `r.*` with `position` and their weight `w`
 * @param without ids of records that are as good as gone where the weight is less than nothing
 */
const countsOf = (customerId: number, rows: Sql, without: Sql | null = null): Sql => sql`
	select f.what, f.domain_id, f.key, f.minute, sum(f.n)::int8 as n from (
		with r as materialized (${rows}), c as (
			select r.w, r.domain_id, date_trunc('minute', min(r.received_at) filter (where r.how = 'banner'), 'UTC') as minute, ${answeredOf(customerId)},
				count(*) filter (where r.how = 'banner' and r.person is null and not r.value and r.category <> ${SALE_SHARING}) as noes
			from r group by r.w, r.choice_id, r.domain_id
		)
		select 'choice'::text as what, domain_id, case when every then 'all' when accepted then 'some' else 'none' end as key, minute, w as n
		from c where accepted is not null
		union all
		-- A visitor whom nobody knows took single yeses back.
		select 'withdrawn', domain_id, '', minute, w * noes from c where accepted is null and every is not null and noes > 0
		union all
		-- Other ones than a banner's are about one purpose each.
		select 'record', domain_id, case when how = 'banner' then '' else 'other' end, date_trunc('minute', received_at, 'UTC'), w from r
		union all
		-- Of somebody known, what was said last before says whether it takes a yes back.
		select 'withdrawn', r.domain_id, '', date_trunc('minute', r.received_at, 'UTC'), r.w from r
		where not r.value and r.person is not null and (
			select p.value from consent_record p
			left join lateral (select e.position from ledger_entry e where e.record_id = p.id and e.customer_id = ${customerId}) e on true
			where p.customer_id = ${customerId} and p.person = r.person and p.purpose_id = r.purpose_id
				and (coalesce(e.position, ${LAST}::int8), p.received_at, p.batch_position)
					< (coalesce(r.position, ${LAST}::int8), r.received_at, r.batch_position)
				${without === null ? empty : sql`and (r.w > 0 or p.id <> all(${without}))`}
			order by coalesce(e.position, ${LAST}::int8) desc, p.received_at desc, p.batch_position desc limit 1
		)
	) f group by 1, 2, 3, 4 having sum(f.n) <> 0`;

const placeOf = (customerId: number): Sql =>
	sql`(select e.position from ledger_entry e where e.record_id = m.id and e.customer_id = ${customerId})`;

/**
 * Records `g` (`at, id, position`; a position may be null), as they are, with their places. One look each: as a join it may be planned to
 * read all that there are.
 */
const named = (customerId: number, given: Sql): Sql =>
	sql`select r.*, g.position from (${given}) g
		cross join lateral (select m.* from consent_record m where m.customer_id = ${customerId} and m.at = g.at and m.id = g.id limit 1) r`;

/** Besides `b` the other records of its choices, however they came here: all are of one moment by the sender's clock, or came at once. */
const beside = (customerId: number): Sql => {
	const banners = sql`from b x where x.how = 'banner'`;
	const others = sql`m.how = 'banner' and m.choice_id in (select x.choice_id ${banners}) and m.id not in (select x.id from b x)`;
	return sql`select m.*, ${placeOf(customerId)} as position from (select distinct x.at ${banners}) k
			cross join lateral (select r.* from consent_record r where r.customer_id = ${customerId} and r.at = k.at offset 0) m where ${others}
		union
		select m.*, ${placeOf(customerId)} from (select distinct x.received_at ${banners}) k
			cross join lateral (
				select r.* from consent_record r where r.customer_id = ${customerId} and r.received_at = k.received_at
					and r.at >= (select min(x.at) ${banners}) - ${APART} and r.at <= (select max(x.at) ${banners}) + ${APART} offset 0
			) m where ${others}`;
};

/** What these records add to what was counted of all before `from`. */
const added = (customerId: number, given: Sql, from: Sql, to: Sql): Sql =>
	countsOf(
		customerId,
		sql`with b as materialized (${named(customerId, given)}), o as (${beside(customerId)})
		select b.*, 1 as w from b
		union all select o.*, 1 from o where coalesce(o.position, ${LAST}::int8) < ${to}
		union all select o.*, -1 from o where o.position < ${from}`,
	);

/** What a step of the reader adds. Its records stand behind one another. */
export const countsOfRecords = (customerId: number, records: readonly TailRecord[]): Sql => {
	const positions = records.map(({ position }) => position);
	return added(
		customerId,
		sql`select g.at, g.id, g.position from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[],
			${uuids(records.map(({ id }) => id))}::uuid[], ${positions}::int8[]) g (at, id, position)`,
		sql`${Math.min(...positions)}::int8`,
		sql`${Math.max(...positions) + 1}::int8`,
	);
};

/** What records come to that the reader has not read, or that wait for their place. */
export const unreadCounts = (customerId: number): Sql => {
	const read = sql`coalesce((select l.position from ledger_reader l where l.customer_id = ${customerId} and l.reader = ${READER}), 0)`;
	return added(
		customerId,
		sql`select e.record_at as at, e.record_id as id, e.position from ledger_entry e
			where e.customer_id = ${customerId} and e.position >= ${read} and e.record_id is not null
		union all
		select w.at, w.id, null from ledger_arrival a cross join lateral unnest(a.ats, a.ids) w (at, id) where a.customer_id = ${customerId}`,
		read,
		// Whatever waits is counted here, too.
		sql`${LAST}::int8`,
	);
};

/** All that there are, counted anew. */
export const allCounts = (customerId: number): Sql =>
	countsOf(
		customerId,
		sql`select r.*, e.position, 1 as w from consent_record r
		left join ledger_entry e on e.record_id = r.id and e.customer_id = ${customerId} where r.customer_id = ${customerId}`,
	);

/**
 * How many less there are when these go: of all of them, or of those that stand before `before` alone. Looks at their choices, and at all
 * that their people said.
 */
export const countsGoing = (customerId: number, records: readonly TailRecord[], before: number | null): Sql => {
	const ids = sql`${uuids(records.map(({ id }) => id))}::uuid[]`;
	const given = sql`select g.at, g.id, g.position from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[],
		${ids}, ${records.map(({ position }) => position)}::int8[]) g (at, id, position)`;
	return countsOf(
		customerId,
		sql`with b as materialized (${named(customerId, given)}), o as (${beside(customerId)}), p as (
			select m.*, ${placeOf(customerId)} as position from (select distinct x.person from b x where x.person is not null) k
				cross join lateral (select r.* from consent_record r where r.customer_id = ${customerId} and r.person = k.person offset 0) m
			where m.id not in (select x.id from b x) and m.id not in (select x.id from o x)
		), k as materialized (select * from b union all select * from o union all select * from p)
		select k.*, v.w from k cross join (values (1), (-1)) v (w)
		where (v.w > 0 or k.id <> all(${ids})) ${before === null ? empty : sql`and k.position < ${before}::int8`}`,
		ids,
	);
};
