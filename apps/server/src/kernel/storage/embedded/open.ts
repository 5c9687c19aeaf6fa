/** DATA_DIR opened: locked, with its SECRET_KEY, its database running and named. */
import { randomBytes } from 'node:crypto';
import {
	accessSync,
	closeSync,
	constants,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../../log.ts';
import { SettingError } from '../../setting-readers.ts';
import type { Settings } from '../../settings.ts';
import { withClient } from '../connect.ts';
import { EMBEDDED_DATABASE, embeddedServer, quoted, type Server } from '../roles.ts';
import { takeLock } from './lock.ts';
import { startSupervised } from './supervisor.ts';

export interface Embedded {
	server: Server;
	secretKey: string;
	stop(): Promise<void>;
}

/** @throws LockedError when another program holds DATA_DIR. */
export const openEmbedded = async (
	settings: Pick<Settings, 'dataDir' | 'secretKey'>,
	log: Log,
	what = 'another Luvalla server',
): Promise<Embedded> => {
	makeFolder(settings.dataDir);
	const lock = takeLock(settings.dataDir, what);
	try {
		const secretKey = settings.secretKey ?? keepSecretKey(settings.dataDir);
		const supervised = await startSupervised({ folder: databaseFolder(settings.dataDir), durable: true }, log);
		const stop = async (): Promise<void> => {
			await supervised.stop();
			lock.release();
		};
		const server = embeddedServer(supervised.socketDir);
		try {
			await ensureDatabase(server);
		} catch (error) {
			await stop();
			throw error;
		}
		return { server, secretKey, stop };
	} catch (error) {
		lock.release();
		throw error;
	}
};

/** @throws SettingError where nothing can be kept. */
const makeFolder = (dataDir: string): void => {
	try {
		makeFolders(dataDir);
		accessSync(`${dataDir}/.`, constants.W_OK | constants.X_OK);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
		throw new SettingError(`DATA_DIR must be a folder that can be written to, and ${dataDir} is none${code}.`);
	}
};

/** One by one: told to make them all, Node.js never ends where the system wants no folder (`/proc/x`). */
const makeFolders = (folder: string): void => {
	if (existsSync(folder)) return;
	makeFolders(dirname(folder));
	mkdirSync(folder, { mode: 0o700 });
};

export const databaseFolder = (dataDir: string): string => join(dataDir, 'postgres');

/** The database belongs to the admin; what the owner role may do in it is granted with the roles. */
const ensureDatabase = async (server: Server): Promise<void> => {
	await withClient(server.asAdmin('postgres'), async (admin) => {
		const { rows } = await admin.query('select from pg_database where datname = $1', [EMBEDDED_DATABASE]);
		if (rows.length === 0) await admin.query(`create database ${quoted(EMBEDDED_DATABASE)}`);
	});
};

const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/** The key of this DATA_DIR, mode 600: made when there is none. */
const keepSecretKey = (dataDir: string): string => {
	const kept = readSecretKey(dataDir);
	if (kept !== null) return kept;
	const file = secretKeyFile(dataDir);
	// A database without its key would look like a stranger's: say so before making a new key.
	if (existsSync(join(databaseFolder(dataDir), 'data')))
		throw new SettingError(`SECRET_KEY is unset and ${file} is gone, but DATA_DIR has a database; put the key back.`);
	const key = randomBytes(32).toString('base64url');
	const draft = `${file}.new`;
	const handle = openSync(draft, 'w', 0o600);
	writeSync(handle, `${key}\n`);
	fsyncSync(handle);
	closeSync(handle);
	renameSync(draft, file);
	return key;
};

/** null when there is none yet. */
export const readSecretKey = (dataDir: string): string | null => {
	const file = secretKeyFile(dataDir);
	if (!existsSync(file)) return null;
	if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
		throw new SettingError(`SECRET_KEY lies in ${file}, which others may read; set its mode to 600.`);
	return readFileSync(file, 'utf8').trim();
};
