/**
 * The ledger's tail: news of what was recorded, for whoever needs every record once. The order is the log's, which the proof
 * gives under a lock, so a reader that keeps one number misses nothing and needs no second look. A step moves the number in the
 * transaction of what it does.
 */
import * as z from 'zod';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { instant, int, orNull, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** A record in the log. */
export interface TailRecord {
	readonly position: number;
	readonly at: Date;
	readonly id: string;
}

export interface TailReader {
	/** Under which its place is kept. */
	readonly name: string;
	/** Entries a step reads. */
	readonly most: number;
	/** Whether this customer's records matter to it now; if not, it goes to the end without reading. */
	readonly wanted?: (tx: Tx, customerId: number) => Promise<boolean>;
	/** Does its part, in the transaction that moves on. Records that were erased since are left out. */
	readonly take: (tx: Tx, customerId: number, records: readonly TailRecord[]) => Promise<void>;
}

/** Tells readers in every process that a customer's log has grown. The payload is the customer. */
const TOPIC = 'ledger';

/** Called in the transaction that appends. */
export const tellTail = (tx: Tx, customerId: number): Promise<number> => tx.run(sql`select pg_notify(${TOPIC}, ${String(customerId)})`);

const Unread = row({ customer_id: int });
const Size = row({ size: int });
const Place = row({ position: int });
const Entry = row({ position: int, record_at: orNull(instant), record_id: orNull(uuid) });

/** One step of a reader; answers whether there may be more. */
export const readOn = ({ storage }: Pick<Kernel, 'storage'>, reader: TailReader, customerId: number): Promise<boolean> =>
	storage.inTenant(customerId, async (tx) => {
		// The size before anything else is asked: what is appended meanwhile stands behind it, and is read next time.
		const log = await tx.first(Size, sql`select size from ledger_log where customer_id = ${customerId}`);
		if (!log) return false;
		// Another process that reads for the same name waits, and then goes on from here.
		const from = await holdReader(tx, customerId, reader.name);
		if (from >= log.size) return false;
		const wanted = (await reader.wanted?.(tx, customerId)) ?? true;
		const to = wanted ? Math.min(log.size, from + reader.most) : log.size;
		if (wanted) {
			const entries = await tx.rows(
				Entry,
				sql`select position, record_at, record_id from ledger_entry
				where customer_id = ${customerId} and position >= ${from} and position < ${to} order by position`,
			);
			const records = entries.flatMap(({ position, record_at: at, record_id: id }) => (at && id ? [{ position, at, id }] : []));
			if (records.length > 0) await reader.take(tx, customerId, records);
		}
		await tx.run(sql`update ledger_reader set position = ${to} where customer_id = ${customerId} and reader = ${reader.name}`);
		return to < log.size;
	});

/** How far a reader has come; it goes no further until the transaction ends. */
export const holdReader = async (tx: Tx, customerId: number, name: string): Promise<number> => {
	await tx.run(
		sql`insert into ledger_reader (customer_id, reader, position) values (${customerId}, ${name}, 0) on conflict (customer_id, reader) do nothing`,
	);
	const place = await tx.first(
		Place,
		sql`select position from ledger_reader where customer_id = ${customerId} and reader = ${name} for update`,
	);
	return place?.position ?? 0;
};

/** Worker's part: reads for as long as the process works. Answers how to stop. */
export const workTail = async (kernel: Kernel, reader: TailReader): Promise<() => Promise<void>> => {
	const { storage, jobs, log } = kernel;
	const rounds = createRounds((customerId) => readOn(kernel, reader, customerId), {
		atOnce: 2,
		restMs: 0,
		failed: (customerId, error) => log.error('the ledger was not read on', { reader: reader.name, customerId, error }),
	});
	// What the news of a moment missed.
	await jobs.schedule(`ledger-tail-${reader.name}`, '* * * * *', async () => {
		const unread = await storage.across.rows(Unread, sql`select customer_id from ledger_unread(${reader.name}) as customer_id`);
		for (const { customer_id } of unread) rounds.wake(customer_id);
	});
	const unlisten = await storage.listen(TOPIC, (payload) => rounds.wake(z.coerce.number().int().parse(payload)));
	return async () => {
		await unlisten();
		await rounds.stop();
	};
};
