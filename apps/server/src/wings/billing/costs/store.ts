/** What was spent, out of the ledger of credits: rows of the accounts that get what is spent. */
import { SPENDINGS } from '@luvalla/contract/billing/credits.ts';
import { BILLING_ZONE } from '@luvalla/contract/constants.ts';
import { int, oneOf, type RowOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Cost = row({ month: text, kind: oneOf(SPENDINGS), micros: int });
export type CostRow = RowOf<typeof Cost>;

/** By month of the place and kind, the earliest first. It reads the index of rows that are not the customer's side. */
export const costsOf = (tx: Tx, customerId: number): Promise<CostRow[]> =>
	tx.rows(
		Cost,
		sql`select to_char(at at time zone ${BILLING_ZONE}, 'YYYY-MM') as month, account as kind, sum(micros)::bigint as micros
			from credit_entry where customer_id = ${customerId} and account <> 'customer' and account = any(${[...SPENDINGS]}::text[])
			group by 1, 2 order by 1, 2`,
	);
