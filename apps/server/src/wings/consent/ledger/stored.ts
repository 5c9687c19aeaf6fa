/** How many records came in a span of time, by the server's clock: what storing them is charged by. */
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Counted = row({ n: int });

/** Reads the index by arrival. What was erased meanwhile is not counted. */
export const storedRecords = async (
	tx: Tx,
	{ customerId, from, to }: { readonly customerId: number; readonly from: Date; readonly to: Date },
): Promise<number> =>
	(
		await tx.first(
			Counted,
			sql`select count(*) as n from consent_record where customer_id = ${customerId} and received_at >= ${from} and received_at < ${to}`,
		)
	)?.n ?? 0;
