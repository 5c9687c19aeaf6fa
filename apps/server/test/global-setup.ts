/**
 * One throw-away embedded server a run, with one migrated template database; see harness.ts for what tests make of it. With
 * CITUS_TEST_URL their databases are that cluster's instead (fixtures/cluster.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createLog } from '../src/kernel/log.ts';
import { withClient } from '../src/kernel/storage/connect.ts';
import { startSupervised } from '../src/kernel/storage/embedded/supervisor.ts';
import { embeddedServer, quoted } from '../src/kernel/storage/roles.ts';
import { migrateServer } from '../src/kernel/storage/storage.ts';
import { TEMPLATE_DATABASE, TEST_SECRET_KEY } from './constants.ts';
import { dropClusterDatabases } from './fixtures/cluster.ts';

declare module 'vitest' {
	interface ProvidedContext {
		socketDir: string;
		cluster: { url: string; prefix: string } | null;
	}
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-test-'));
	const log = createLog({ logLevel: 'error' });
	const supervised = await startSupervised({ folder, durable: false }, log);
	const server = embeddedServer(supervised.socketDir, TEMPLATE_DATABASE);
	await withClient(server.asAdmin('postgres'), (admin) => admin.query(`create database ${quoted(TEMPLATE_DATABASE)}`));
	await migrateServer(server, TEST_SECRET_KEY, log);
	project.provide('socketDir', supervised.socketDir);
	const url = process.env.CITUS_TEST_URL;
	const cluster = url ? { url, prefix: `luvalla_test_${process.pid}` } : null;
	project.provide('cluster', cluster);
	return async () => {
		if (cluster) await dropClusterDatabases(cluster.url, cluster.prefix);
		await supervised.stop();
		rmSync(folder, { recursive: true, force: true });
	};
};
