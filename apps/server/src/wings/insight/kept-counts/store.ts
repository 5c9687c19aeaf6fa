/** How long roll-ups of a customer are kept, in the database. */
import { KEPT_MONTHS, type KeptCounts } from '@luvalla/contract/insight/kept-counts.ts';
import { instant, oneOf, orNull, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { WHATS } from '../roll-ups/whats.ts';

/** The first moment of the first day that is kept; `-infinity`: for ever. */
export const keptFrom = (customerId: number, now: Date): Sql =>
	sql`coalesce((select date_trunc('day', ${now}::timestamptz - make_interval(months => k.months), 'UTC') from count_keeping k
		where k.customer_id = ${customerId}), '-infinity'::timestamptz)`;

const Months = orNull(oneOf(KEPT_MONTHS));
const Kept = row({ months: Months, shorter_months: Months, shorter_at: orNull(instant), first_day: orNull(text) });

export const readKept = async (tx: Tx, customerId: number): Promise<KeptCounts> => {
	// The first of each kind by the key: of years with many kinds of events there are a million rows.
	const found = await tx.first(
		Kept,
		sql`select k.months, k.shorter_months, k.shorter_at,
			(select to_char(min(f.at) at time zone 'UTC', 'YYYY-MM-DD') from unnest(${WHATS}::text[]) w (what) cross join lateral (
				select at from count_day where customer_id = ${customerId} and what = w.what order by at limit 1) f) as first_day
			from (select) one left join count_keeping k on k.customer_id = ${customerId}`,
	);
	const { shorter_months: months = null, shorter_at: at = null } = found ?? {};
	return {
		months: found?.months ?? null,
		firstDay: found?.first_day ?? null,
		shortening: months && at ? { months, at: at.toISOString() } : null,
	};
};

/** Holds at once, and takes back a shorter time that waits. @param months null: for ever */
export const writeKept = (tx: Tx, customerId: number, months: number | null): Promise<number> =>
	months === null
		? tx.run(sql`delete from count_keeping where customer_id = ${customerId}`)
		: tx.run(sql`insert into count_keeping (customer_id, months) values (${customerId}, ${months})
			on conflict (customer_id) do update set months = excluded.months, shorter_months = null, shorter_at = null`);

/** Asks for a shorter time, which holds from then on. */
export const askShorterKept = (tx: Tx, customerId: number, months: number, at: Date): Promise<number> =>
	tx.run(sql`insert into count_keeping (customer_id, shorter_months, shorter_at) values (${customerId}, ${months}, ${at})
		on conflict (customer_id) do update set shorter_months = excluded.shorter_months, shorter_at = excluded.shorter_at`);

const Shortened = row({ before: Months, after: Months });

/** Takes the shorter time that holds by now. Answers what changed; null: nothing. */
export const shortenKept = async (tx: Tx, customerId: number, now: Date): Promise<{ before: number | null; after: number | null } | null> =>
	(await tx.first(
		Shortened,
		sql`with due as (select months from count_keeping where customer_id = ${customerId} and shorter_at <= ${now} for update)
			update count_keeping k set months = k.shorter_months, shorter_months = null, shorter_at = null from due
			where k.customer_id = ${customerId} returning due.months as before, k.months as after`,
	)) ?? null;

/** After a restore, as owner: whoever took a shorter time back since has time to do so again. Answers how many are put off. */
export const putOffShorterCounts = (tx: Tx, until: Date): Promise<number> =>
	tx.run(sql`update count_keeping set shorter_at = ${until} where shorter_at < ${until}`);
