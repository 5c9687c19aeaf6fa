/** One connection as owner, for the tasks beside the server: backup, restore, recount. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { BackupError } from './backup/format.ts';
import { withClient } from './connect.ts';
import { isLocked } from './embedded/lock.ts';
import { databaseFolder, openEmbedded, readSecretKey } from './embedded/open.ts';
import { socketFolder } from './embedded/supervisor.ts';
import { isAway } from './reach.ts';
import { embeddedServer, externalServer, type Server } from './roles.ts';
import { migrateServer } from './storage.ts';

type Place = Pick<Settings, 'databaseUrl' | 'dataDir' | 'secretKey'>;
/** A program that starts or ends holds DATA_DIR while its database is not there. */
const WAIT_MS = 60_000;
const LOOK_MS = 200;

type Work<T> = (owner: Client, server: Server) => Promise<T>;

/** Attaches to a running embedded database, or starts it for the length of the work. @param what others are told who holds it meanwhile */
export const withOwner = async <T>(place: Place, log: Log, work: Work<T>, what = 'a backup'): Promise<T> => {
	const external = externalOf(place);
	if (external !== null) return asOwner(external, work);
	const running = embeddedServer(socketFolder(databaseFolder(place.dataDir)));
	const until = performance.now() + WAIT_MS;
	while (isLocked(place.dataDir)) {
		if (await answers(running)) return asOwner(running, work);
		if (performance.now() > until)
			throw new BackupError(`The database in DATA_DIR ${place.dataDir} does not answer: its program is starting, or about to end.`);
		await sleep(LOOK_MS);
	}
	if (!existsSync(databaseFolder(place.dataDir))) throw new BackupError(`There is no database in DATA_DIR ${place.dataDir}.`);
	const embedded = await openEmbedded(place, log, what);
	try {
		return await asOwner(embedded.server, work);
	} finally {
		await embedded.stop();
	}
};

/**
 * A migrated database without anything in it yet, and nobody else in it: made here, roles and schema, if need be.
 * @throws LockedError when a server runs on DATA_DIR.
 */
export const withNewDatabase = async <T>(place: Place, log: Log, work: Work<T>): Promise<T> => {
	const external = externalOf(place);
	if (external !== null) {
		await migrateServer(external, place.secretKey ?? '', log);
		return asOwner(external, work);
	}
	const embedded = await openEmbedded(place, log, 'a restore');
	try {
		await migrateServer(embedded.server, embedded.secretKey, log);
		return await asOwner(embedded.server, work);
	} finally {
		await embedded.stop();
	}
};

/** SECRET_KEY as this place would use it, without making one: null when there is none yet. */
export const presentSecretKey = (place: Place): string | null =>
	place.secretKey ?? (place.databaseUrl === null ? readSecretKey(place.dataDir) : null);

const externalOf = ({ databaseUrl, secretKey }: Place): Server | null =>
	databaseUrl === null || secretKey === null ? null : externalServer(databaseUrl, createSecrets(secretKey));

const answers = (server: Server): Promise<boolean> =>
	withClient(server.as('owner'), async () => true).catch((error: unknown) => {
		if (isAway(error)) return false;
		throw error;
	});

const asOwner = <T>(server: Server, work: Work<T>): Promise<T> => withClient(server.as('owner'), (owner) => work(owner, server));
