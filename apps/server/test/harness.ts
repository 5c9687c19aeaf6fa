/**
 * Real storage for tests. Each worker has one copy of the migrated template, shared by the files it runs: a test makes a
 * new customer for itself instead of cleaning up.
 */
import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import { connectStorage, withClient } from '../src/kernel/storage/connect.ts';
import { embeddedServer, quoted, type Server } from '../src/kernel/storage/roles.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { TEMPLATE_DATABASE, TEST_SECRET_KEY } from './constants.ts';
import { clusterDatabase } from './fixtures/cluster.ts';
import { catalogueOf, watch } from './statements/watch.ts';
import { testLog } from './test-log.ts';

export { TEST_SECRET_KEY } from './constants.ts';
export { testLog } from './test-log.ts';

/** This worker's database, made at its first use. */
export const testServer = async (): Promise<Server> => {
	const cluster = inject('cluster');
	if (cluster !== null) return clusterDatabase(cluster.url, `${cluster.prefix}_worker_${process.env.VITEST_POOL_ID ?? '0'}`, false);
	const server = embeddedServer(inject('socketDir'), `worker_${process.env.VITEST_POOL_ID ?? '0'}`);
	await withClient(server.asAdmin('postgres'), async (admin) => {
		const { rows } = await admin.query('select from pg_database where datname = $1', [server.database]);
		if (rows.length === 0) await copyTemplate(admin, server.database);
	});
	return server;
};

/** A database of the test's own, for what would disturb others (migrations, restore). `empty`: without our schema. */
export const ownServer = async (options: { empty?: boolean } = {}): Promise<Server> => {
	const cluster = inject('cluster');
	if (cluster !== null)
		return clusterDatabase(cluster.url, `${cluster.prefix}_own_${randomUUID().replaceAll('-', '').slice(0, 16)}`, options.empty === true);
	const server = embeddedServer(inject('socketDir'), `own_${randomUUID().replaceAll('-', '')}`);
	await withClient(server.asAdmin('postgres'), async (admin) => {
		if (options.empty === true) await admin.query(`create database ${quoted(server.database)}`);
		else await copyTemplate(admin, server.database);
	});
	return server;
};

/**
 * The same interface the program has. Close it in `afterAll`: its connections stay for the files after, since a new one reads PostgreSQL's
 * catalogue anew before its first plans, which was a third of the work of these tests.
 */
export const testStorage = async (): Promise<Storage> => {
	const server = await testServer();
	watching ??= catalogueOf(server).then(watch);
	await watching;
	connected ??= connectStorage(server, TEST_SECRET_KEY, testLog());
	const storage: Storage = {
		...(await connected),
		async close() {
			open.delete(storage);
		},
	};
	open.set(storage, expect.getState().testPath ?? '');
	return storage;
};

let connected: Promise<Storage> | null = null;

const open = new Map<Storage, string>();

/** Files whose storage still stands: what works on it would go on with the rows of the next file, in its own settings. */
export const leftOpen = (): string[] => [...open.values()];

let watching: Promise<string[]> | null = null;

/** What there is to complain of in statements that this worker sent since it was last asked. */
export const complaints = async (): Promise<string[]> => (await watching)?.splice(0) ?? [];

/** PostgreSQL copies a template only while nobody else does; workers start together, so one waits for the other. */
const copyTemplate = async (admin: { query(sql: string): Promise<unknown> }, name: string): Promise<void> => {
	await admin.query('select pg_advisory_lock(1)');
	try {
		await admin.query(`create database ${quoted(name)} template ${quoted(TEMPLATE_DATABASE)}`);
	} finally {
		await admin.query('select pg_advisory_unlock(1)');
	}
};
