/** The only store: opened at the start, embedded or the operator's, when its schema is this program's. */
import type { Log } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { connectStorage, withClient } from './connect.ts';
import { openEmbedded } from './embedded/open.ts';
import { migrate, readSchema, SchemaError, schemaComplaint } from './migrate.ts';
import { ensureRoles, externalServer, type Server } from './roles.ts';
import type { Storage } from './types.ts';

export type { Storage, Tx } from './types.ts';

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

/**
 * Roles as admin, then the schema as owner.
 * @throws SchemaError where DATABASE_URL cannot be reached, or its user may not do this
 */
export const migrateServer = async (server: Server, secretKey: string, log: Log, folder?: string): Promise<number> => {
	try {
		await withClient(server.asAdmin(), (admin) => ensureRoles(admin, server));
	} catch (error) {
		throw readable(error, AS_ADMIN);
	}
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

const NO_SSL = 'no_ssl';

const REASONS: Readonly<Record<string, string>> = {
	'28P01': `The database refuses the serving roles: run 'npm run migrate' with this SECRET_KEY first.`,
	'28000': `The database refuses the serving roles: run 'npm run migrate' with this SECRET_KEY first.`,
	'3D000': 'The database named in DATABASE_URL does not exist.',
	'42P01': `The database is empty: run 'npm run migrate' first.`,
	'42501': `The database is not ours yet: run 'npm run migrate' first.`,
	ECONNREFUSED: 'DATABASE_URL cannot be reached: nothing answers there.',
	ENOTFOUND: 'DATABASE_URL names a host that is not known.',
	...Object.fromEntries(
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'SELF_SIGNED_CERT_IN_CHAIN',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		].map((code) => [code, 'The database shows a certificate that is not trusted: name its authority in DATABASE_URL (sslrootcert=FILE).']),
	),
	[NO_SSL]: 'DATABASE_URL asks for an encrypted connection (sslmode), and the database offers none.',
};

/** The same said to the user of DATABASE_URL, as whom the roles are made. */
const AS_ADMIN: Readonly<Record<string, string>> = {
	...REASONS,
	'28P01': 'The database does not take the user and password of DATABASE_URL.',
	'28000': 'The database does not let the user of DATABASE_URL in: see its pg_hba.conf.',
	'42501': 'The user of DATABASE_URL may not migrate: it has to be superuser, or to own the database and have CREATEROLE.',
};

/** The driver gives this one no code. */
const codeOf = (error: Error): unknown =>
	error.message === 'The server does not support SSL connections' ? NO_SSL : 'code' in error && error.code;

const readable = (error: unknown, reasons = REASONS): unknown => {
	const code = error instanceof Error && codeOf(error);
	if (typeof code !== 'string') return error;
	const reason = reasons[code];
	return reason === undefined ? error : new SchemaError(reason, { cause: error });
};
