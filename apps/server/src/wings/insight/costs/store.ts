/** What a month's activities cost, out of the ledger of credits: rows of the accounts that get what is spent, and which channels they were for. */
import { SPENDINGS } from '@luvalla/contract/billing/credits.ts';
import { BILLING_ZONE } from '@luvalla/contract/constants.ts';
import { int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const SpentRow = row({ kind: oneOf(SPENDINGS), reference: text, micros: int, ever: int, count: int });
export type SpentRow = RowOf<typeof SpentRow>;

/**
 * What was spent in a month of the place, by what it was spent on: a run, a scan, a month's records. Their sum is the month's of `costing`.
 * What is paid in several moves has references that begin alike. `ever`: what it cost in all months; `count`: what its moves say it was for.
 */
export const spentIn = (tx: Tx, customerId: number, month: string): Promise<SpentRow[]> =>
	tx.rows(
		SpentRow,
		sql`select s.kind, s.reference, s.micros, coalesce(h.spent, m.micros, s.micros)::int8 as ever, s.count from (
			select account as kind, split_part(reference, ':', 1) as reference, sum(micros)::int8 as micros,
				coalesce(max((about ->> 'count')::int8), 0)::int8 as count
			from credit_entry
			where customer_id = ${customerId} and account <> 'customer' and account = any(${[...SPENDINGS]}::text[])
				and at >= (${`${month}-01`}::timestamp at time zone ${BILLING_ZONE})
				and at < ((${`${month}-01`}::timestamp + interval '1 month') at time zone ${BILLING_ZONE})
			group by 1, 2
		) s left join credit_hold h on h.customer_id = ${customerId} and h.kind = s.kind and h.reference = s.reference
			left join credit_month m on m.customer_id = ${customerId} and s.kind = 'stored' and m.month = s.reference
		where s.micros <> 0 order by s.kind, s.reference`,
	);

const SentRow = row({ run_id: uuid, channel: orNull(int), cost_micros: int, accepted: int });
export type SentRow = RowOf<typeof SentRow>;

/** What messages of these runs cost by channel, in millionths of the currency, and how many were accepted. */
export const sentBy = (tx: Tx, customerId: number, runs: readonly string[]): Promise<SentRow[]> =>
	tx.rows(
		SentRow,
		sql`select run_id, channel::int as channel, coalesce(sum(n) filter (where what = 'cost_micros'), 0)::int8 as cost_micros,
			coalesce(sum(n) filter (where what = 'accepted'), 0)::int8 as accepted
		from delivery_count where customer_id = ${customerId} and run_id = any(${runs}::uuid[]) and what in ('cost_micros', 'accepted')
		group by run_id, channel order by run_id, channel`,
	);
