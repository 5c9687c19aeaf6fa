/**
 * Appending to a customer's log. Records wait as arrivals, which were committed with them (ledger/arrivals.ts); here they get
 * their places, in the server's order as far as it is known by then: a record that was committed later than its neighbours stands
 * behind them. Heads are signed over what is there once a minute.
 */
import { HASH_BYTES, hashLeaf, sha256 } from '@luvalla/verify/merkle.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { byteas, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { enterDirectory } from '#kernel/storage/directory.ts';
import { bytes, instant, int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { atOf } from '../ids.ts';
import { type Arrival, arrivalsOf, enterArrivals, removeArrivals, waitingArrivals } from '../ledger/arrivals.ts';
import { tellTail } from '../ledger/tail.ts';
import { type HeadRow, signHead } from './heads.ts';
import { signingKey } from './keys.ts';
import { customerTiles } from './tiles.ts';
import { appendLeaves } from './tree.ts';

/** Records a transaction takes in: some tens of milliseconds' work. */
export const BATCH = 5000;

const Log = row({ log_id: uuid, origin: text, size: int, head_size: int });
export type Log = RowOf<typeof Log>;

/** Public addresses of logs stand under this. */
export const LEDGER_PATH = '/edge/v1/ledger';

/** Scheme-less, as checkpoints name their logs. It is kept with the log: an installation that moves keeps its logs' names. */
export const originOf = (publicUrl: string, log: string): string => `${new URL(publicUrl).host}${LEDGER_PATH}/${log}`;

const LOG = sql`log_id, origin, size, head_size`;

/** Null while nothing is in it: until then it has a name alone, which banners may have been published with. */
export const readLog = (tx: Tx, customerId: number): Promise<Log | null> =>
	tx.first(Log, sql`select ${LOG} from ledger_log where customer_id = ${customerId} and size > 0`);

const CustomerOfLog = row({ customer_id: int });

/** Customers in whose log something is. */
export const customersWithLogs = async (across: Tx): Promise<number[]> =>
	(await across.rows(CustomerOfLog, sql`select customer_id from ledger_log where size > 0 order by customer_id`)).map(
		(one) => one.customer_id,
	);

const Made = row({ log_id: uuid });

/** The customer's log, locked until the transaction ends; made when there is none. */
export const lockLog = async (tx: Tx, publicUrl: string, customerId: number): Promise<Log> => {
	const read = () => tx.rows(Log, sql`select ${LOG} from ledger_log where customer_id = ${customerId} for update`);
	let [log] = await read();
	if (!log) {
		const logId = newId();
		const made = await tx.rows(
			Made,
			sql`insert into ledger_log (customer_id, log_id, origin) values (${customerId}, ${logId}, ${originOf(publicUrl, logId)})
			on conflict (customer_id) do nothing returning log_id`,
		);
		if (made.length > 0) await enterDirectory(tx, customerId, [{ kind: 'ledger', key: logId }]);
		[log] = await read();
	}
	if (!log) throw new Error(`Customer ${customerId} has no log.`);
	return log;
};

const Pending = row({ id: uuid, at: instant, leaf: bytes });
type Pending = RowOf<typeof Pending>;

/** Which of these records are there and have no place yet, in the server's order. One index look each. */
const unplaced = (tx: Tx, customerId: number, ids: readonly string[]): Promise<Pending[]> =>
	tx.rows(
		Pending,
		sql`select r.id, r.at, r.leaf from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]) w (at, id)
		join consent_record r on r.customer_id = ${customerId} and r.at = w.at and r.id = w.id
		where (select e.position from ledger_entry e where e.record_id = w.id and e.customer_id = ${customerId}) is null
		order by r.received_at, r.batch_position`,
	);

/**
 * The planner takes few stragglers for granted, and would sort all of them for every batch. In this transaction it walks the index
 * of arrival, which is in order, and stops at the limit: a million cost a million steps.
 */
export const WALK = sql`set local enable_sort = off`;

/**
 * Records that have neither a place nor an arrival, however they came here, in the server's order. With `not exists`
 * on entries it may be planned to read every entry there is.
 */
export const stragglers = (tx: Tx, customerId: number, most: number): Promise<Pending[]> =>
	tx.rows(
		Pending,
		sql`select r.id, r.at, r.leaf from consent_record r
		where r.customer_id = ${customerId}
			and (select e.position from ledger_entry e where e.record_id = r.id and e.customer_id = ${customerId}) is null
			and not exists (select 1 from ledger_arrival a where a.customer_id = ${customerId} and r.id = any(a.ids))
		order by r.received_at, r.batch_position limit ${most}`,
	);

/** The log after leaves were put behind its last. */
interface Appended {
	readonly log: Log;
	/** Over all that is in it. */
	readonly root: Buffer;
}

/**
 * Puts leaves behind the log's last, whose row the caller has locked. `enter` writes their entries: PostgreSQL does that while
 * the leaves are hashed here.
 */
const append = async (
	tx: Tx,
	customerId: number,
	log: Log,
	leaves: readonly Buffer[],
	enter: () => Promise<unknown>,
): Promise<Appended> => {
	const [root] = await Promise.all([appendLeaves(customerTiles(tx, customerId), log.size, leaves.map(hashLeaf)), enter()]);
	const size = log.size + leaves.length;
	await tx.run(sql`update ledger_log set size = ${size} where customer_id = ${customerId}`);
	await tellTail(tx, customerId);
	return { log: { ...log, size }, root };
};

/** Gives records places that came with no arrival. */
const appendRecords = (tx: Tx, customerId: number, log: Log, records: readonly Pending[]): Promise<Appended> =>
	append(
		tx,
		customerId,
		log,
		records.map(({ leaf }) => leaf),
		() =>
			tx.run(sql`insert into ledger_entry (customer_id, position, kind, record_at, record_id, leaf, appended_at)
				select ${customerId}::int, ${log.size}::bigint + n - 1, 'record', at, id, leaf, ${now()}::timestamptz
				from unnest(
					${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[],
					${byteas(records.map(({ leaf }) => leaf))}::bytea[]
				) with ordinality g (at, id, leaf, n) returning 1`),
	);

/** Gives the records of arrivals their places, and takes the arrivals away. */
const appendArrivals = async (tx: Tx, customerId: number, log: Log, arrivals: readonly Arrival[]): Promise<Appended> => {
	const leaves = arrivals.flatMap(({ leaves }) =>
		Array.from({ length: leaves.length / HASH_BYTES }, (_, n) => leaves.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES)),
	);
	const appended = await append(tx, customerId, log, leaves, () => enterArrivals(tx, customerId, log.size, arrivals, now()));
	await removeArrivals(tx, customerId, arrivals);
	return appended;
};

/** Gives those of these records that still wait their places, with all that arrived with them. */
export const placeThese = async (tx: Tx, customerId: number, log: Log, ids: readonly string[]): Promise<Log> => {
	const arrivals = await arrivalsOf(
		tx,
		customerId,
		ids.map((id) => ({ id, at: atOf(id) })),
	);
	const after = arrivals.length > 0 ? (await appendArrivals(tx, customerId, log, arrivals)).log : log;
	const rest = await unplaced(tx, customerId, ids);
	return rest.length > 0 ? (await appendRecords(tx, customerId, after, rest)).log : after;
};

/** Says in the log that records were erased; answers the root over all. */
export const appendErasure = async (tx: Tx, customerId: number, log: Log, leaf: Buffer): Promise<Buffer> => {
	const { root } = await append(tx, customerId, log, [leaf], () =>
		tx.run(sql`insert into ledger_entry (customer_id, position, kind, leaf, appended_at)
			values (${customerId}, ${log.size}, 'erasure', ${leaf}, ${now()})`),
	);
	return root;
};

/** Signs and keeps a head; it waits for its place in the installation's log from the same commit on. */
export const keepHead = async (
	tx: Tx,
	{ secrets }: Pick<Kernel, 'secrets'>,
	customerId: number,
	log: Pick<Log, 'origin'>,
	size: number,
	root: Buffer,
): Promise<HeadRow> => {
	const head = signHead(await signingKey(tx, secrets), log.origin, size, root);
	await tx.run(sql`insert into ledger_head (customer_id, head_id, size, root, signed_at, key_id, note)
		values (${customerId}, ${head.head_id}, ${head.size}, ${head.root}, ${head.signed_at}, ${head.key_id}, ${head.note})`);
	await tx.run(sql`update ledger_log set head_size = greatest(head_size, ${head.size}::bigint) where customer_id = ${customerId}`);
	await tx.run(sql`insert into installation_waiting (head_id, customer_id, leaf)
		values (${head.head_id}, ${customerId}, ${sha256(Buffer.from(head.note, 'utf8'))})`);
	return head;
};

/** How many places were given, and whether there may be more that wait for one. */
type Placed = { placed: number; more: boolean };

/** Gives their places to records that arrived, a batch of them. */
export const placeArrivals = (kernel: Kernel, customerId: number): Promise<Placed> =>
	kernel.storage.inTenant(customerId, async (tx) => {
		const log = await lockLog(tx, kernel.settings.publicUrl, customerId);
		const arrivals = await waitingArrivals(tx, customerId, BATCH);
		if (arrivals.length === 0) return { placed: 0, more: false };
		const placed = (await appendArrivals(tx, customerId, log, arrivals)).log.size - log.size;
		return { placed, more: placed >= BATCH };
	});

/** Gives places to whatever came behind everybody's back; looks at every record that there is. */
const placeStragglers = (kernel: Kernel, customerId: number): Promise<Placed> =>
	kernel.storage.inTenant(customerId, async (tx) => {
		const log = await lockLog(tx, kernel.settings.publicUrl, customerId);
		await tx.run(WALK);
		const rows = await stragglers(tx, customerId, BATCH);
		if (rows.length > 0) await appendRecords(tx, customerId, log, rows);
		return { placed: rows.length, more: rows.length === BATCH };
	});

/**
 * Gives a place to all that has none, and signs a head over what no head covers. `whole` looks at every record there is, not only
 * at those that wait. Answers how many places it gave.
 */
export const appendCustomer = async (kernel: Kernel, customerId: number, whole = false): Promise<number> => {
	let total = 0;
	for (const step of [placeArrivals, ...(whole ? [placeStragglers] : [])])
		for (let more = true; more; ) {
			const done = await step(kernel, customerId);
			total += done.placed;
			more = done.more;
		}
	await kernel.storage.inTenant(customerId, async (tx) => {
		const log = await readLog(tx, customerId);
		if (log && log.size > log.head_size) await headNow(tx, kernel, customerId);
	});
	return total;
};

/** A head over all that stands in the log, signed now; null when there is no log. */
export const headNow = async (tx: Tx, kernel: Pick<Kernel, 'secrets' | 'settings'>, customerId: number): Promise<HeadRow | null> => {
	if (!(await readLog(tx, customerId))) return null;
	const log = await lockLog(tx, kernel.settings.publicUrl, customerId);
	// Appending nothing answers the root of what is there.
	const root = await appendLeaves(customerTiles(tx, customerId), log.size, []);
	return keepHead(tx, kernel, customerId, log, log.size, root);
};
