/** Records that were stored and wait for their places in the log: written with them, taken away with the places. */
import { byteas, int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bytes, int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** What the place of a record is made of. */
export interface Placeable {
	readonly id: string;
	readonly at: Date;
	readonly leaf: Buffer;
}

/** Notes records of one commit, in the server's order; whoever stores records calls it. `edge_intake` does the same for banners' choices. */
export const enterArrival = async (tx: Tx, customerId: number, receivedAt: Date, records: readonly Placeable[]): Promise<void> => {
	const [first] = records;
	if (!first) return;
	await tx.run(sql`insert into ledger_arrival (customer_id, received_at, arrival_id, records, ids, ats, leaves)
		values (${customerId}, ${receivedAt}, ${first.id}, ${records.length}, ${uuids(records.map(({ id }) => id))}::uuid[],
			${timestamps(records.map(({ at }) => at))}::timestamptz[], ${byteas(records.map(({ leaf }) => leaf))}::bytea[])`);
};

/** Its time as PostgreSQL writes it: exact, which a Date is not. `leaves`: one behind the other. */
const Arrival = row({ received_at: text, arrival_id: uuid, records: int, leaves: bytes });
export type Arrival = RowOf<typeof Arrival>;

const ARRIVAL = sql`a.received_at::text as received_at, a.arrival_id, a.records, (select string_agg(l, '') from unnest(a.leaves) l) as leaves`;

/** Arrivals, the earliest first, until they hold `most` records. Under the log's lock, as all that follows. */
export const waitingArrivals = (tx: Tx, customerId: number, most: number): Promise<Arrival[]> =>
	tx.rows(
		Arrival,
		sql`select ${ARRIVAL} from (
			select first.received_at, first.arrival_id, first.records, first.leaves,
				sum(first.records) over (order by first.received_at, first.arrival_id) - first.records as before
			from (
				select received_at, arrival_id, records, leaves from ledger_arrival where customer_id = ${customerId}
				order by received_at, arrival_id limit ${most}
			) first
		) a
		where a.before < ${most} order by a.before`,
	);

/** The arrivals that these records are among. */
export const arrivalsOf = (tx: Tx, customerId: number, records: readonly { id: string; at: Date }[]): Promise<Arrival[]> =>
	tx.rows(
		Arrival,
		sql`select ${ARRIVAL} from ledger_arrival a
		where a.customer_id = ${customerId} and (a.received_at, a.arrival_id) in (
			select w.received_at, w.arrival_id from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[]) g (at, id)
			join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
			join ledger_arrival w on w.customer_id = ${customerId} and w.received_at = r.received_at and r.id = any(w.ids)
		)
		order by a.received_at, a.arrival_id`,
	);

const keysOf = (arrivals: readonly Arrival[]) =>
	sql`${texts(arrivals.map(({ received_at }) => received_at))}::text[]::timestamptz[], ${uuids(arrivals.map(({ arrival_id }) => arrival_id))}::uuid[]`;

/** Makes the entries of arrivals, one arrival behind the other from position `from` on. */
export const enterArrivals = (tx: Tx, customerId: number, from: number, arrivals: readonly Arrival[], at: Date): Promise<unknown> => {
	let next = 0;
	const starts = arrivals.map(({ records }) => {
		next += records;
		return next - records;
	});
	return tx.run(sql`insert into ledger_entry (customer_id, position, kind, record_at, record_id, leaf, appended_at)
		select ${customerId}::int, ${from}::bigint + w.start + g.n - 1, 'record', g.at, g.id, g.leaf, ${at}::timestamptz
		from unnest(${keysOf(arrivals)}, ${int4s(starts)}::int[]) w (received_at, arrival_id, start)
		join ledger_arrival a on a.customer_id = ${customerId} and a.received_at = w.received_at and a.arrival_id = w.arrival_id
		cross join lateral unnest(a.ids, a.ats, a.leaves) with ordinality g (id, at, leaf, n) returning 1`);
};

/** Takes arrivals away: their records have their places. */
export const removeArrivals = (tx: Tx, customerId: number, arrivals: readonly Arrival[]): Promise<unknown> =>
	tx.run(sql`delete from ledger_arrival a using unnest(${keysOf(arrivals)}) w (received_at, arrival_id)
		where a.customer_id = ${customerId} and a.received_at = w.received_at and a.arrival_id = w.arrival_id`);
