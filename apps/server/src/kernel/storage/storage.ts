/** The only store. What wings see of it: transactions that belong to one customer, or to the platform, and nothing between. */
import type { Client } from 'pg';
import type { Log } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { connectStorage, withClient } from './connect.ts';
import { openEmbedded } from './embedded/open.ts';
import { migrate, readSchema, SchemaError, schemaComplaint } from './migrate.ts';
import type { Node } from './nodes.ts';
import { ensureRoles, externalServer, type Server } from './roles.ts';
import type { RowOf, RowShape, Sql } from './rows.ts';

export interface Tx {
	/** Rows as they are described (rows.ts). */
	rows<R extends RowShape>(shape: R, statement: Sql): Promise<RowOf<R>[]>;
	/** Changes without an answer; says how many rows were touched. */
	run(statement: Sql): Promise<number>;
	/** @deprecated asserts its rows instead of describing them: write `rows` or `run`. `date` answers as text, `int8` as a checked number, `timestamptz` as Date. */
	query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export type Heard = (payload: string) => void;

/** `missed` is called after a lost connection was found again: whatever was said meanwhile was not heard. Answers how to stop. */
export type Listen = (channel: string, heard: Heard, missed?: () => void) => Promise<() => Promise<void>>;

export interface Storage {
	/** One transaction as `app`, in which row-level security shows the rows of this customer only. */
	inTenant<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/**
	 * `inTenant` for what takes the customer's lock: one after the other within this process, on connections of its own, so that
	 * who waits holds none that others need. `work` is done again when another process holds the lock.
	 * @throws Refused 429 busy_writing when too much waits already
	 */
	inTurn<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/**
	 * `inTenant` for reads that may take long (counts, reports, exports): few connections of their own, a time limit, and so many
	 * at once of a customer. @throws Refused 429 busy_counting when too much waits already
	 */
	inReport<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** The same for a part of a file that is on its way: it waits for its turn, and is not refused. */
	inFile<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** The same as `eraser`, who may also take rows out of tables that are only added to. Takes its turn as `inTurn` does. */
	inErasure<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** `inTenant`, or with null `inPlatform`, for what a visitor's page waits for: connections of its own, and a short time limit. */
	forVisitor<T>(customerId: number | null, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** One transaction as `app`, in which no tenant row is visible: for platform tables. */
	inPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
	/** Reads across tenants, as `platform`: select only, and only what tables classed so allow. */
	across: Tx;
	/** `across` for lists that people page through and for what jobs look for: no session waits behind them. */
	acrossInReport: Tx;
	/** As `edge`: may execute the intake functions, nothing else. Statements are prepared. */
	edge: Tx;
	/** As `edge` for one customer alone: on connections of its own, answered within a moment or not at all. */
	edgeSoon: Tx;
	/** The same storage for jobs and runs: `inTenant` and `inPlatform` have connections that no call needs. */
	readonly forWork: Storage;
	/** The job queue's own statements, as `app` without a tenant; it opens and ends transactions itself. For kernel/jobs only. */
	queue: {
		executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
		/** The same, planned once a connection. */
		prepared(name: string, text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
	};
	/** The cluster's nodes but the coordinator, and whether each answers; without a cluster none. */
	nodes(): Promise<Node[]>;
	listen: Listen;
	/** One connection as `owner`, outside every row-level rule of the app: partitions, backup. Not for calls. */
	asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T>;
	/** SECRET_KEY, or the one generated into DATA_DIR. */
	secretKey: string;
	/** Ends the connections and, embedded, the database. */
	close(): Promise<void>;
}

/**
 * Embedded: starts the database under our supervisor, migrates, connects. External: connects as the serving roles.
 * @throws SchemaError when an external schema is older or newer than this program, or belongs to another SECRET_KEY.
 */
export const openStorage = async (settings: Settings, log: Log): Promise<Storage> => {
	if (settings.databaseUrl === null) {
		const embedded = await openEmbedded(settings, log);
		try {
			await migrateServer(embedded.server, embedded.secretKey, log);
			return await connectStorage(embedded.server, embedded.secretKey, log, embedded.stop);
		} catch (error) {
			await embedded.stop();
			throw error;
		}
	}
	const { server, secretKey } = external(settings.databaseUrl, settings.secretKey);
	await checkExternal(server, createSecrets(secretKey).fingerprint);
	return connectStorage(server, secretKey, log);
};

/** `npm run migrate`: the one step that uses DATABASE_URL's own rights. Answers how many migrations were applied. */
export const migrateExternal = async (databaseUrl: string, secretKey: string, log: Log): Promise<number> =>
	migrateServer(external(databaseUrl, secretKey).server, secretKey, log);

/** Roles as admin, then the schema as owner. */
export const migrateServer = async (server: Server, secretKey: string, log: Log, folder?: string): Promise<number> => {
	await withClient(server.asAdmin(), (admin) => ensureRoles(admin, server));
	const schema = await readSchema(folder);
	return withClient(server.as('owner'), (owner) => migrate(owner, schema, server.roles, createSecrets(secretKey).fingerprint, log));
};

const external = (databaseUrl: string, secretKey: string | null): { server: Server; secretKey: string } => {
	if (secretKey === null) throw new Error('SECRET_KEY is required with DATABASE_URL.');
	return { server: externalServer(databaseUrl, createSecrets(secretKey)), secretKey };
};

const checkExternal = async (server: Server, fingerprint: string): Promise<void> => {
	const known = (await readSchema()).migrations.length;
	try {
		await withClient(server.as('app'), async (client) => {
			const { rows } = await client.query<{ version: number }>('select coalesce(max(version), 0) as version from schema_migration');
			const complaint = schemaComplaint(rows[0]?.version ?? 0, known);
			if (complaint !== null) throw new SchemaError(complaint);
			const kept = await client.query<{ value: string }>(`select value from schema_fact where key = 'secret_fingerprint'`);
			if (kept.rows[0]?.value !== fingerprint) throw new SchemaError('SECRET_KEY is not the one this database was made with.');
		});
	} catch (error) {
		throw readable(error);
	}
};

const REASONS: Record<string, string> = {
	'28P01': `The database refuses the serving roles: run 'npm run migrate' with this SECRET_KEY first.`,
	'28000': `The database refuses the serving roles: run 'npm run migrate' with this SECRET_KEY first.`,
	'3D000': 'The database named in DATABASE_URL does not exist.',
	'42P01': `The database is empty: run 'npm run migrate' first.`,
	'42501': `The database is not ours yet: run 'npm run migrate' first.`,
	ECONNREFUSED: 'DATABASE_URL cannot be reached: nothing answers there.',
	ENOTFOUND: 'DATABASE_URL names a host that is not known.',
};

const readable = (error: unknown): unknown => {
	if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
	const reason = REASONS[error.code];
	return reason === undefined ? error : new SchemaError(reason, { cause: error });
};
