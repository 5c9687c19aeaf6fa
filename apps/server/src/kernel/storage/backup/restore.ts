/** A backup into an empty database that has the same schema, all in one transaction: it is there whole, or not at all. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Client } from 'pg';
import { type CopyFromStream, from as copyFrom } from 'pg-copy-streams';
import { ensureMonths } from '../partitions.ts';
import { quoted, type Server } from '../roles.ts';
import { checksumOf, readSeeded } from '../seeded.ts';
import type { BackedUp } from './backup.ts';
import { BackupError, BackupHeader, FileEnd, type Frame, parseFrame, readFrames, Table, TableEnd } from './format.ts';
import { backedUpTables, qualified, schemaOf } from './tables.ts';

/** Reads only the beginning: which schema, which key, which tables. */
export const readHeader = async (file: string): Promise<BackupHeader> => {
	for await (const found of frames(file)) return headerOf(found);
	throw new BackupError('This backup is empty.');
};

/**
 * @param last done to the rows before anybody sees them
 * @throws BackupError when schema or key differ, the target is not empty, a server is connected, or the file is damaged.
 */
export const restore = async (
	owner: Client,
	server: Server,
	file: string,
	last: (owner: Client) => Promise<void> = async () => undefined,
): Promise<BackedUp> => {
	const header = await readHeader(file);
	await refuse(owner, server, header);
	for (const { parent, month } of header.months) await ensureMonths(owner, parent, new Date(`${month}-01`), new Date(`${month}-01`));
	await owner.query('begin');
	try {
		const total = await fill(owner, server, file, last);
		await owner.query('commit');
		await owner.query('analyze');
		return total;
	} catch (error) {
		await owner.query('rollback');
		throw error;
	}
};

const fill = async (owner: Client, server: Server, file: string, last: (owner: Client) => Promise<void>): Promise<BackedUp> => {
	const total: BackedUp = { tables: 0, rows: 0 };
	let forced: string[] = [];
	let header: BackupHeader | null = null;
	let filling: Filling | null = null;
	let ended = false;
	try {
		for await (const found of frames(file)) {
			if (header === null) {
				header = headerOf(found);
				await refuse(owner, server, header);
				// COPY FROM is refused under row-level security. The owner is let through once FORCE is lifted, and nobody else
				// can look in before this transaction, which sets it again, has ended.
				forced = await liftForce(owner);
				// What migrations put there comes with the backup, children before parents.
				for (const table of header.tables.toReversed()) await owner.query(`delete from ${qualified(table)}`);
				continue;
			}
			if (found.kind === 'T') {
				if (filling !== null) throw new BackupError('This backup is damaged.');
				filling = begin(owner, expected(header, total.tables, parseFrame(Table, found)));
			} else if (found.kind === 'D' && filling !== null) {
				await write(filling, found.body);
			} else if (found.kind === 'E' && filling !== null) {
				total.rows += await finish(filling, parseFrame(TableEnd, found));
				total.tables++;
				filling = null;
			} else if (found.kind === 'F' && filling === null) {
				ended = parseFrame(FileEnd, found).tables === total.tables && total.tables === header.tables.length;
			} else {
				throw new BackupError('This backup is damaged.');
			}
		}
	} catch (error) {
		// A COPY that waits for more rows would hold the connection, and with it the rollback, for ever.
		if (filling !== null) await abandon(filling);
		throw error;
	}
	if (header === null || !ended) throw new BackupError('This backup is cut short.');
	for (const { name, lastValue, isCalled } of header.sequences)
		await owner.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), lastValue, isCalled]);
	await last(owner);
	for (const name of forced) await owner.query(`alter table ${quoted(name)} force row level security`);
	return total;
};

interface Filling {
	table: Table;
	stream: CopyFromStream;
	/** Settles when PostgreSQL has taken or refused all of it. */
	done: Promise<void>;
	hash: Hash;
}

const begin = (owner: Client, table: Table): Filling => {
	const stream = owner.query(copyFrom(`copy ${qualified(table)} (${table.columns.map(quoted).join(', ')}) from stdin (format binary)`));
	const done = finished(stream);
	// It may fail while we are still reading the file; `write` and `finish` report it.
	done.catch(() => undefined);
	return { table, stream, done, hash: createHash('sha256') };
};

const write = async (filling: Filling, body: Buffer): Promise<void> => {
	filling.hash.update(body);
	if (!filling.stream.write(body)) await Promise.race([filling.done, new Promise((resolve) => filling.stream.once('drain', resolve))]);
};

const finish = async (filling: Filling, end: TableEnd): Promise<number> => {
	filling.stream.end();
	await filling.done;
	if (filling.hash.digest('hex') !== end.sha256 || filling.stream.rowCount !== end.rows)
		throw new BackupError(`The rows of ${filling.table.name} are damaged in this backup.`);
	return end.rows;
};

const abandon = async (filling: Filling): Promise<void> => {
	filling.stream.destroy(new BackupError('The restore was given up.'));
	await filling.done.catch(() => undefined);
};

/** Tables come as the header lists them, and the header was compared with the target. */
const expected = (header: BackupHeader, index: number, table: Table): Table => {
	if (JSON.stringify(header.tables[index]) !== JSON.stringify(table)) throw new BackupError('This backup is damaged.');
	return table;
};

const refuse = async (owner: Client, server: Server, header: BackupHeader): Promise<void> => {
	const target = await schemaOf(owner);
	if (header.schema !== target.schema || header.queueSchema !== target.queueSchema) {
		throw new BackupError(
			`The backup has schema ${header.schema}.${header.queueSchema}, this program ${target.schema}.${target.queueSchema}; restore it with the release it was made by, then update.`,
		);
	}
	if (header.secretFingerprint !== target.secretFingerprint) throw new BackupError(WRONG_KEY);
	const { rows: busy } = await owner.query('select from pg_stat_activity where datname = current_database() and usename = any($1)', [
		[server.roles.app, server.roles.edge, server.roles.eraser, server.roles.platform],
	]);
	if (busy.length > 0) throw new BackupError('A server is running on this database; stop it first.');
	const tables = await backedUpTables(owner);
	if (JSON.stringify(tables) !== JSON.stringify(header.tables))
		throw new BackupError('The tables of the backup are not those of this database.');
	const seeded = await readSeeded(owner);
	for (const table of tables) {
		const { rows } = await owner.query<{ any: boolean }>(`select exists (select 1 from ${qualified(table)}) as any`);
		if (rows[0]?.any !== true) continue;
		const untouched =
			table.schema === 'public' && seeded[table.name] !== undefined && (await checksumOf(owner, table.name)) === seeded[table.name];
		if (!untouched)
			throw new BackupError(`The target is not empty (${table.name} has rows); restore into a new DATA_DIR or an empty database.`);
	}
};

export const WRONG_KEY =
	'This backup was made with another SECRET_KEY; set SECRET_KEY to that one (embedded: it is DATA_DIR/secret.key), because sealed values cannot be read without it.';

const liftForce = async (owner: Client): Promise<string[]> => {
	const { rows } = await owner.query<{ name: string }>(
		`select relname as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
	);
	for (const { name } of rows) await owner.query(`alter table ${quoted(name)} no force row level security`);
	return rows.map((row) => row.name);
};

const headerOf = (found: Frame): BackupHeader => {
	if (found.kind !== 'H') throw new BackupError('This backup is damaged.');
	return parseFrame(BackupHeader, found);
};

async function* frames(file: string): AsyncGenerator<Frame> {
	const source = createReadStream(file);
	const plain = source.pipe(createZstdDecompress());
	source.once('error', (error) => plain.destroy(error));
	try {
		yield* readFrames(plain);
	} catch (error) {
		throw readable(error);
	} finally {
		source.destroy();
		plain.destroy();
	}
}

const readable = (error: unknown): unknown => {
	if (!(error instanceof Error) || !('code' in error)) return error;
	if (error.code === 'ENOENT') return new BackupError('There is no such file.', { cause: error });
	return typeof error.code === 'string' && /^Z(STD|_)/.test(error.code)
		? new BackupError('This file is no backup of ours, or damaged.', { cause: error })
		: error;
};
