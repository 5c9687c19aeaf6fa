/** Holds roll-ups against the rows they count, and puts them right; all of it is read by one statement, beside a working server. */
import type { Sql } from '#kernel/storage/rows.ts';
import { sql } from '#kernel/storage/rows.ts';
import { NO_DOMAIN } from '#kernel/tally/news.ts';
import { madeOn } from '../../people/wing.ts';
import { keptFrom } from '../kept-counts/store.ts';
import { allCounts } from './consents.ts';
import { isThere } from './keep.ts';
import { GRAINS, type Grain, keptSince, secondsOf } from './spans.ts';
import { pending, tableOf } from './store.ts';

/** All that there is to be counted, by minute: `what, domain_id, key, minute, n`. People who left have no rows. */
export const rowsCounted = (customerId: number): Sql => sql`
	select 'event'::text as what, e.domain_id, e.type as key, date_trunc('minute', e.at, 'UTC') as minute, count(*) as n
	from (
		select domain_id, type, at from event where customer_id = ${customerId}
		union all select domain_id, type, at from visitor_event where customer_id = ${customerId}
	) e group by 2, 3, 4
	union all
	select 'profile', coalesce(m.made_on, ${NO_DOMAIN}), '', date_trunc('minute', p.created_at, 'UTC'), count(*)
	from person p cross join lateral (select ${madeOn(customerId)}) m (made_on) where p.customer_id = ${customerId} group by 2, 4
	union all
	select v.what, coalesce(m.made_on, ${NO_DOMAIN}), '', date_trunc('minute', v.at, 'UTC'), count(*)
	from person_alias a join person p on p.customer_id = ${customerId} and p.person = a.gone
	cross join lateral (select ${madeOn(customerId)}) m (made_on)
	cross join lateral (values ('merged', a.merged_at), ('unmerged', a.undone_at)) v (what, at)
	where a.customer_id = ${customerId} and v.at is not null group by 1, 2, 4
	union all
	select 'message', r.domain_id, c.channel || ' ' || c.what, c.minute, sum(c.n)
	from delivery_count c join campaign_run r on r.customer_id = ${customerId} and r.run_id = c.run_id and r.kind = 'real'
	where c.customer_id = ${customerId} and c.what in ('accepted', 'failed', 'skipped', 'opened', 'clicked') group by 2, 3, 4
	union all
	select * from (${allCounts(customerId)}) consents`;

/** The query of what differs: `what, domain_id, key, at` and `n`, which is missing. */
const differing = (grain: Grain, customerId: number, now: Date): Sql => {
	const since = new Date(grain === 'day' ? 0 : keptSince(grain, now));
	const seconds = sql`${secondsOf(grain)}::int`;
	const begun = sql`to_timestamp(floor(extract(epoch from minute) / ${seconds}) * ${seconds})`;
	return sql`select d.what, d.domain_id, d.key, d.at, sum(d.n)::int8 as n from (
			select what, domain_id, key, ${begun} as at, n::numeric from (${rowsCounted(customerId)}) rows
			union all
			select what, domain_id, key, at, -(n - gone)::numeric from ${tableOf(grain)} where customer_id = ${customerId} and what <> 'left'
			union all
			select what, domain_id, key, ${begun}, -(n - gone)::numeric from (${pending(customerId)}) p where what <> 'left'
		) d where d.at >= greatest(${since}::timestamptz, ${keptFrom(customerId, now)}) and (d.domain_id = ${NO_DOMAIN} or d.${isThere(customerId)})
		group by 1, 2, 3, 4 having sum(d.n) <> 0`;
};

const repairing = (grain: Grain, customerId: number, now: Date): Sql =>
	sql`insert into ${tableOf(grain)} as c (customer_id, what, at, domain_id, key, n, gone)
		select ${customerId}::int, t.what, t.at, t.domain_id, t.key, t.n, 0 from (${differing(grain, customerId, now)}) t
		on conflict (customer_id, what, at, domain_id, key) do update set n = c.n + excluded.n`;

/** A table each: days hold all, what is finer as much as is kept. */
export const rollUpRecounts = GRAINS.map((grain) => ({
	table: `count_${grain}`,
	differing: (customerId: number) => differing(grain, customerId, new Date()),
	repairing: (customerId: number) => repairing(grain, customerId, new Date()),
}));
