/**
 * Appending to a customer's log. A record has a place as soon as the worker saw it; the order is the server's, as far as
 * the worker can see it: a record that was committed later than its neighbours stands behind them. Nothing is missed,
 * because every look goes back over the minutes in which a commit may still have been under way, and the daily self-check
 * takes in whatever is left.
 */
import { hashLeaf, sha256 } from '@luvalla/verify/merkle.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { byteas, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { enterDirectory } from '#kernel/storage/directory.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type HeadRow, signHead } from './heads.ts';
import { signingKey } from './keys.ts';
import { customerTiles } from './tiles.ts';
import { appendLeaves } from './tree.ts';

/**
 * How far back each look goes. A record's time of arrival is set just before its statement, which may wait 10 s for a
 * connection and run 20 s (storage/limits.ts); the rest is for clocks of several web processes.
 */
export const OVERLAP_SECONDS = 120;
/** Records a transaction takes in: a quarter of a second's work. */
export const BATCH = 5000;

export interface Log {
	log_id: string;
	origin: string;
	size: number;
	read_until: Date;
}

/** Public addresses of logs stand under this. */
export const LEDGER_PATH = '/edge/v1/ledger';

/** Scheme-less, as checkpoints name their logs. It is kept with the log: an installation that moves keeps its logs' names. */
export const originOf = (publicUrl: string, log: string): string => `${new URL(publicUrl).host}${LEDGER_PATH}/${log}`;

const LOG = 'log_id, origin, size, read_until';

export const readLog = async (tx: Tx, customerId: number): Promise<Log | null> => {
	const [row] = await tx.query<Log>(`select ${LOG} from ledger_log where customer_id = $1`, [customerId]);
	return row ?? null;
};

/** The customer's log, locked until the transaction ends; made when there is none. */
export const lockLog = async (tx: Tx, publicUrl: string, customerId: number): Promise<Log> => {
	const read = () => tx.query<Log>(`select ${LOG} from ledger_log where customer_id = $1 for update`, [customerId]);
	let [log] = await read();
	if (!log) {
		const logId = newId();
		const made = await tx.query(
			'insert into ledger_log (customer_id, log_id, origin) values ($1, $2, $3) on conflict do nothing returning log_id',
			[customerId, logId, originOf(publicUrl, logId)],
		);
		if (made.length > 0) await enterDirectory(tx, customerId, [{ kind: 'ledger', key: logId }]);
		[log] = await read();
	}
	if (!log) throw new Error(`Customer ${customerId} has no log.`);
	return log;
};

export interface Pending {
	id: string;
	at: Date;
	received_at: Date;
	leaf: Buffer;
}

/**
 * The planner cannot know how many records wait, takes few for granted, and then sorts all of them for every batch. In this
 * transaction it walks the arrival index, which is in order, and stops at the limit: a backlog of a million costs a million steps.
 */
export const WALK = 'set local enable_sort = off';

/**
 * Records that have no place yet, in the server's order. Walks the arrival index from `from` on and looks each record up
 * among the entries: what is in the overlap already costs a look-up each (some microseconds), once a minute. As `not exists`
 * it may be planned to read every entry there is.
 */
const pending = async (tx: Tx, customerId: number, from: Date | null, limit: number): Promise<Pending[]> => {
	await tx.query(WALK);
	return tx.query(
		`select r.id, r.at, r.received_at, r.leaf from consent_record r
		where r.customer_id = $1 and r.received_at >= coalesce($2::timestamptz, '-infinity')
			and (select e.position from ledger_entry e where e.record_id = r.id and e.customer_id = $1) is null
		order by r.received_at, r.batch_position limit $3`,
		[customerId, from, limit],
	);
};

/** Puts entries behind the log's last; answers the root over all. The log's row is locked by the caller. */
export const appendEntries = async (
	tx: Tx,
	customerId: number,
	log: Log,
	entries: readonly { kind: 'record' | 'erasure'; leaf: Buffer; at?: Date; id?: string }[],
): Promise<Buffer> => {
	const root = await appendLeaves(
		customerTiles(tx, customerId),
		log.size,
		entries.map((entry) => hashLeaf(entry.leaf)),
	);
	const records = entries.filter((entry) => entry.at !== undefined && entry.id !== undefined);
	if (records.length === entries.length) {
		await tx.query(
			`insert into ledger_entry (customer_id, position, kind, record_at, record_id, leaf, appended_at)
			select $1, $2::bigint + n - 1, 'record', at, id, leaf, $3 from unnest($4::timestamptz[], $5::uuid[], $6::bytea[]) with ordinality g (at, id, leaf, n) returning position`,
			[
				customerId,
				log.size,
				now(),
				timestamps(entries.map((entry) => entry.at ?? new Date(0))),
				uuids(entries.map((entry) => entry.id ?? '')),
				byteas(entries.map((entry) => entry.leaf)),
			],
		);
	} else {
		for (const [n, entry] of entries.entries())
			await tx.query('insert into ledger_entry (customer_id, position, kind, leaf, appended_at) values ($1, $2, $3, $4, $5)', [
				customerId,
				log.size + n,
				entry.kind,
				entry.leaf,
				now(),
			]);
	}
	await tx.query('update ledger_log set size = $2 where customer_id = $1', [customerId, log.size + entries.length]);
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
	await tx.query(
		'insert into ledger_head (customer_id, head_id, size, root, signed_at, key_id, note) values ($1, $2, $3, $4, $5, $6, $7)',
		[customerId, head.head_id, head.size, head.root, head.signed_at, head.key_id, head.note],
	);
	await tx.query('insert into installation_waiting (head_id, customer_id, leaf) values ($1, $2, $3)', [
		head.head_id,
		customerId,
		sha256(Buffer.from(head.note, 'utf8')),
	]);
	return head;
};

/** Takes in a batch; answers how many, and from when on to look next. */
const appendBatch = (kernel: Kernel, customerId: number, from: Date | null): Promise<{ appended: number; next: Date | null }> =>
	kernel.storage.inTenant(customerId, async (tx) => {
		const log = await lockLog(tx, kernel.settings.publicUrl, customerId);
		const rows = await pending(tx, customerId, from, BATCH);
		if (rows.length === 0) return { appended: 0, next: from };
		const root = await appendEntries(
			tx,
			customerId,
			log,
			rows.map(({ id, at, leaf }) => ({ kind: 'record', id, at, leaf })),
		);
		// A backlog gets one head, at its end.
		if (rows.length < BATCH) await keepHead(tx, kernel, customerId, log, log.size + rows.length, root);
		return { appended: rows.length, next: rows.at(-1)?.received_at ?? from };
	});

/**
 * Takes in all that has no place yet and signs a head when there was anything. `whole` looks at every record there is, not
 * only at those since the last look.
 */
export const appendCustomer = async (kernel: Kernel, customerId: number, whole = false): Promise<number> => {
	const { storage } = kernel;
	const begun = now();
	const log = await storage.inTenant(customerId, (tx) => readLog(tx, customerId));
	let from =
		log === null || whole || !Number.isFinite(new Date(log.read_until).getTime())
			? null
			: new Date(log.read_until.getTime() - OVERLAP_SECONDS * 1000);
	let total = 0;
	for (let appended = BATCH; appended === BATCH; total += appended)
		({ appended, next: from } = await appendBatch(kernel, customerId, from));
	await storage.inTenant(customerId, async (tx) => {
		// A backlog that was a whole number of batches has no head yet.
		if (total > 0 && total % BATCH === 0) await headNow(tx, kernel, customerId);
		await tx.query('update ledger_log set read_until = greatest(read_until, $2) where customer_id = $1', [customerId, begun]);
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
