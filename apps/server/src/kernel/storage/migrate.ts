/**
 * Schema changes. Whoever owns tables (the ground, or a wing) brings `migrations/NNNN_name.sql`; the numbers count through the
 * whole program, so that their order is one. They are applied as the owner role, each in a transaction of its own, all under
 * one advisory lock, recorded with a checksum in `schema_migration`. SQL functions stand apart in `functions/*.sql` of the
 * same folders: files that begin with `create or replace` and are run again, whole, whenever their text has changed.
 *
 * What a migration may count on:
 * - `:owner`, `:app`, `:eraser`, `:edge`, `:platform` stand for the quoted names of the roles (`grant execute on function f(int) to :edge`).
 * - It writes no grant or policy for tables. It gives each table a class and an owner by its comment, and protect.ts does the
 *   rest: 'tenant', 'platform', 'shared' or 'kept', then 'of' and the folder it belongs to, then options:
 *   'tenant, of consent, append only', optionally followed by ': what it is'. A table without them fails the migration.
 *   Partitions need none.
 * - Nobody may execute a new function unless the migration grants it (EXECUTE is revoked from PUBLIC by default). A
 *   security-definer function runs as owner, whom every tenant table lets through: give it
 *   `set search_path = public, pg_temp` and grant it to exactly one role.
 * - pg_trgm is there; the schema `pgboss` (jobs) is made and kept up to date by this runner.
 * - Expand → migrate → contract over two releases: the release before must still run on the schema of this one.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, DatabaseError } from 'pg';
import type { Log } from '../log.ts';
import { ensureMonthsAhead } from './partitions.ts';
import { PROTECTION, protectTables } from './protect.ts';
import { migrateQueue } from './queue.ts';
import { quoted, ROLES, type RoleNames } from './roles.ts';
import { noteSeeded } from './seeded.ts';
import { spreadTables } from './spread.ts';
import { runStatements } from './statements.ts';

export interface Migration {
	version: number;
	name: string;
	sql: string;
	/** SHA-256 of the file, hex. */
	checksum: string;
}

export class SchemaError extends Error {
	override readonly name = 'SchemaError';
}

/** An SQL function, or a few that belong together. */
export interface SqlFunctions {
	/** Its file, from the program's folder. */
	path: string;
	sql: string;
	checksum: string;
}

export interface Schema {
	migrations: readonly Migration[];
	functions: readonly SqlFunctions[];
}

/** The program's own folder: whoever stands below it may bring migrations and functions. */
const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));

/** Any number does, as long as every release uses the same. */
const LOCK = 4_815_162_342;

const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/;

const BOOKS = `
	create table if not exists schema_migration (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
	comment on table schema_migration is 'shared, of kernel: which migrations this database has had';
	create table if not exists schema_function (path text collate "C" primary key, checksum text not null);
	comment on table schema_function is 'shared, of kernel: which SQL functions this database has, as they were last run';
	create table if not exists schema_fact (key text collate "C" primary key, value text not null);
	comment on table schema_fact is 'shared, of kernel: what is true of this database, such as the fingerprint of its SECRET_KEY';
`;

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Every migration and function file below a folder. Versions of migrations must count up from 1 without a gap. */
export const readSchema = async (folder: string = PROGRAM): Promise<Schema> => {
	const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.sql'));
	const read = (kind: string): Promise<{ path: string; sql: string }[]> =>
		Promise.all(
			files
				.filter((file) => basename(dirname(file)) === kind)
				.map(async (file) => ({ path: file, sql: await readFile(join(folder, file), 'utf8') })),
		);
	const migrations = (await read('migrations')).sort((a, b) => (basename(a.path) < basename(b.path) ? -1 : 1));
	const functions = (await read('functions')).sort((a, b) => (a.path < b.path ? -1 : 1));
	return {
		migrations: migrations.map(({ path, sql }, index) => {
			const file = basename(path);
			const [, version, name] = FILE.exec(file) ?? [];
			if (version === undefined || name === undefined) throw new SchemaError(`Migration ${file} must be named NNNN_name.sql.`);
			if (Number(version) !== index + 1) throw new SchemaError(`Migration ${file} should be number ${index + 1}.`);
			return { version: Number(version), name, sql, checksum: checksumOf(sql) };
		}),
		functions: functions.map(({ path, sql }) => ({ path, sql, checksum: checksumOf(sql) })),
	};
};

/**
 * Brings the database up to date; answers how many migrations it applied.
 * @param fingerprint of SECRET_KEY: kept at first, compared later.
 * @throws SchemaError when the database is newer than this program, was made with another SECRET_KEY, or a migration it had has changed since.
 */
export const migrate = async (
	owner: Client,
	{ migrations, functions }: Schema,
	roles: RoleNames,
	fingerprint: string,
	log: Log,
): Promise<number> => {
	await owner.query('select pg_advisory_lock($1)', [LOCK]);
	try {
		// Global, not per schema: only so does it take away what PostgreSQL gives PUBLIC by itself.
		await owner.query('alter default privileges revoke execute on functions from public');
		await runStatements(owner, BOOKS);
		await keepFingerprint(owner, fingerprint);
		await migrateQueue(owner, roles);
		const done = await appliedMigrations(owner);
		compare(done, migrations);
		const missing = migrations.slice(done.length);
		for (const migration of missing) await apply(owner, migration, roles, log);
		await replaceFunctions(owner, functions, roles);
		const { rows } = await owner.query<{ value: string }>(`select value from schema_fact where key = 'protection'`);
		if (missing.length > 0 || rows[0]?.value !== String(PROTECTION)) await protect(owner, roles);
		if (done.length === 0 && missing.length > 0) await noteSeeded(owner);
		await ensureMonthsAhead(owner);
		await spreadTables(owner, log);
		return missing.length;
	} finally {
		await owner.query('select pg_advisory_unlock($1)', [LOCK]);
	}
};

/** For a process that may not migrate: null when the schema is the one this program knows, else one sentence. */
export const schemaComplaint = (applied: number, known: number): string | null => {
	if (applied > known) return `The database has schema ${applied}, newer than the ${known} this program knows; run the newer program.`;
	if (applied < known)
		return `The database has schema ${applied}, older than the ${known} this program needs; run 'npm run migrate' first.`;
	return null;
};

interface Applied {
	version: number;
	name: string;
	checksum: string;
}

const appliedMigrations = async (owner: Client): Promise<Applied[]> => {
	const { rows } = await owner.query<Applied>('select version, name, checksum from schema_migration order by version');
	return rows;
};

const compare = (done: readonly Applied[], known: readonly Migration[]): void => {
	if (done.length > known.length) throw new SchemaError(schemaComplaint(done.length, known.length) ?? '');
	for (const [index, row] of done.entries()) {
		if (known[index]?.checksum !== row.checksum) {
			throw new SchemaError(
				`Migration ${row.version}_${row.name} was changed after this database had it; put the file back and write a new migration.`,
			);
		}
	}
};

const DEADLOCK = '40P01';
/** Who serves meanwhile may take the same tables in another order; of two that wait for each other the migration is rolled back whole. */
const MOST_TRIES = 10;
/** Before the next try, and twice, thrice as much before those behind it: who was let go first has to be through. */
const PAUSE_MS = 100;

const apply = async (owner: Client, migration: Migration, roles: RoleNames, log: Log, tries = MOST_TRIES): Promise<void> => {
	const started = performance.now();
	await owner.query('begin');
	try {
		await runStatements(owner, withRoles(migration.sql, roles));
		await owner.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
			migration.version,
			migration.name,
			migration.checksum,
		]);
		await protectTables(owner, roles);
		await owner.query('commit');
	} catch (cause) {
		await owner.query('rollback');
		if (tries > 1 && cause instanceof DatabaseError && cause.code === DEADLOCK) {
			await sleep(PAUSE_MS * (MOST_TRIES + 1 - tries));
			return apply(owner, migration, roles, log, tries - 1);
		}
		throw new SchemaError(
			`Migration ${migration.version}_${migration.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
			{ cause },
		);
	}
	log.info('migrated', { migration: `${migration.version}_${migration.name}`, ms: Math.round(performance.now() - started) });
};

/** Runs what has changed since it was last run, in one transaction. What a file no longer makes stays until a migration drops it. */
const replaceFunctions = async (owner: Client, functions: readonly SqlFunctions[], roles: RoleNames): Promise<void> => {
	const { rows } = await owner.query<{ path: string; checksum: string }>('select path, checksum from schema_function');
	const had = new Map(rows.map((row) => [row.path, row.checksum]));
	const changed = functions.filter(({ path, checksum }) => had.get(path) !== checksum);
	if (changed.length === 0) return;
	await owner.query('begin');
	try {
		for (const { path, sql, checksum } of changed) {
			await runStatements(owner, withRoles(sql, roles)).catch((cause: unknown) => {
				throw new SchemaError(`The functions of ${path} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
			});
			await owner.query(
				'insert into schema_function (path, checksum) values ($1, $2) on conflict (path) do update set checksum = excluded.checksum',
				[path, checksum],
			);
		}
		await owner.query('commit');
	} catch (error) {
		await owner.query('rollback');
		throw error;
	}
};

const protect = async (owner: Client, roles: RoleNames): Promise<void> => {
	await owner.query('begin');
	try {
		await protectTables(owner, roles);
		await owner.query(
			`insert into schema_fact (key, value) values ('protection', $1) on conflict (key) do update set value = excluded.value`,
			[String(PROTECTION)],
		);
		await owner.query('commit');
	} catch (error) {
		await owner.query('rollback');
		throw error;
	}
};

const keepFingerprint = async (owner: Client, fingerprint: string): Promise<void> => {
	await owner.query(`insert into schema_fact (key, value) values ('secret_fingerprint', $1) on conflict (key) do nothing`, [fingerprint]);
	const { rows } = await owner.query<{ value: string }>(`select value from schema_fact where key = 'secret_fingerprint'`);
	if (rows[0]?.value !== fingerprint) throw new SchemaError('SECRET_KEY is not the one this database was made with.');
};

/** `::app` would be a cast, so a placeholder has exactly one colon before it. */
const withRoles = (sql: string, roles: RoleNames): string =>
	sql.replace(new RegExp(`(?<!:):(${ROLES.join('|')})\\b`, 'g'), (found, word: string) => {
		const role = ROLES.find((one) => one === word);
		return role === undefined ? found : quoted(roles[role]);
	});
