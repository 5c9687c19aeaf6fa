/** Records that were stored and wait for their places in the log: written with them, taken away with the places. */
import { uuids } from '#kernel/storage/arrays.ts';
import { row, sql, uuids as uuidArray } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** Notes records of one commit; whoever stores records calls it. `edge_intake` does the same for banners' choices. */
export const enterArrival = async (tx: Tx, customerId: number, receivedAt: Date, ids: readonly string[]): Promise<void> => {
	const [first] = ids;
	if (first === undefined) return;
	await tx.run(
		sql`insert into ledger_arrival (customer_id, received_at, arrival_id, records, ids)
		values (${customerId}, ${receivedAt}, ${first}, ${ids.length}, ${uuids(ids)}::uuid[])`,
	);
};

const Arrival = row({ ids: uuidArray });

/**
 * Takes arrivals away, the earliest first, until they hold `most` records; answers the records' ids. The caller gives them
 * their places in the same transaction, under the log's lock.
 */
export const takeArrivals = async (tx: Tx, customerId: number, most: number): Promise<string[]> => {
	const taken = await tx.rows(
		Arrival,
		sql`delete from ledger_arrival a using (
			select first.received_at, first.arrival_id, sum(first.records) over (order by first.received_at, first.arrival_id) - first.records as before
			from (
				select received_at, arrival_id, records from ledger_arrival where customer_id = ${customerId}
				order by received_at, arrival_id limit ${most}
			) first
		) w
		where a.customer_id = ${customerId} and a.received_at = w.received_at and a.arrival_id = w.arrival_id and w.before < ${most}
		returning a.ids`,
	);
	return taken.flatMap(({ ids }) => ids);
};
