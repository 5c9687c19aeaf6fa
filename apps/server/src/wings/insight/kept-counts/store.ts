/** How long roll-ups of a customer are kept, in the database. */
import { KEPT_MONTHS, type KeptCounts } from '@luvalla/contract/insight/kept-counts.ts';
import { oneOf, orNull, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { WHATS } from '../roll-ups/whats.ts';

/** The first moment of the first day that is kept; `-infinity`: for ever. */
export const keptFrom = (customerId: number, now: Date): Sql =>
	sql`coalesce((select date_trunc('day', ${now}::timestamptz - make_interval(months => k.months), 'UTC') from count_keeping k
		where k.customer_id = ${customerId}), '-infinity'::timestamptz)`;

const Kept = row({ months: orNull(oneOf(KEPT_MONTHS)), first_day: orNull(text) });

export const readKept = async (tx: Tx, customerId: number): Promise<KeptCounts> => {
	// The first of each kind by the key: of years with many kinds of events there are a million rows.
	const found = await tx.first(
		Kept,
		sql`select (select months from count_keeping where customer_id = ${customerId}) as months,
			(select to_char(min(f.at) at time zone 'UTC', 'YYYY-MM-DD') from unnest(${WHATS}::text[]) w (what) cross join lateral (
				select at from count_day where customer_id = ${customerId} and what = w.what order by at limit 1) f) as first_day`,
	);
	return { months: found?.months ?? null, firstDay: found?.first_day ?? null };
};

/** @param months null: for ever */
export const writeKept = (tx: Tx, customerId: number, months: number | null): Promise<number> =>
	months === null
		? tx.run(sql`delete from count_keeping where customer_id = ${customerId}`)
		: tx.run(sql`insert into count_keeping (customer_id, months) values (${customerId}, ${months})
			on conflict (customer_id) do update set months = excluded.months`);
