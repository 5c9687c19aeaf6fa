/**
 * Durable consent records a second, one record a request, keep-alive, new ids, at 20 and 100 connections; beside
 * (a) @c15t/backend on the same external PostgreSQL, with an index on ("subjectId", "givenAt") added, and
 * (b) the limit: the same rows into the same table by INSERT … unnest in batches of 20 and of 100, one process, no HTTP.
 * Three interleaved rounds, then ours again with 3 million records stored. Rows are counted by SELECT over another
 * connection after the last acknowledgement. fsync and synchronous_commit are on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer, type Server } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { fillTo, insertBatches } from './lib/limit.ts';
import { makeLoad } from './lib/load.ts';
import { startPeer } from './lib/peer.ts';
import { startProgram } from './lib/program.ts';
import { type Publication, publish } from './lib/publication.ts';
import { type Spread, spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 3;
/** Of each measurement; another number may be given as an argument. */
const SECONDS = Number(process.argv[2] ?? 8);
const WARM_SECONDS = 3;
const CONNECTIONS = [20, 100] as const;
const STORED = 3_000_000;
const PORT = 4150;
const PEER_PORT = 4155;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';

/** All the load comes from one address. */
const NO_LIMIT = { INTAKE_PER_ADDRESS: '1000000000', INTAKE_PER_CUSTOMER: '1000000000' };

interface Measured {
	rate: number;
	p50Ms: number;
	p99Ms: number;
}

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
	const system = await startSystemPostgres(bin, { durable: true });
	try {
		await system.admin(async (admin) => {
			await admin.query('create database ours');
			await admin.query('create database peer');
		});
		await migrateExternal(system.url('ours'), SECRET_KEY, createLog({ logLevel: 'warn' }));
		const server = externalServer(system.url('ours'), createSecrets(SECRET_KEY));
		const publication = await withClient(server.as('owner'), (owner) => publish(owner, 900));
		const program = await startProgram({ port: PORT, dataDir, env: { DATABASE_URL: system.url('ours'), SECRET_KEY, ...NO_LIMIT } });
		const peer = await startPeer('c15t', { DATABASE_URL: system.url('peer'), PORT: String(PEER_PORT) });
		try {
			await measureAll(system, server, publication);
		} finally {
			await peer.stop();
			await program.stop();
		}
	} finally {
		await system.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

const measureAll = async (system: SystemPostgres, server: Server, publication: Publication): Promise<void> => {
	const ours = (connections: number, seconds = SECONDS): Promise<Measured> =>
		counted(
			() => countOf(system, 'ours', 'consent_record'),
			() => makeLoad({ port: PORT, connections, seconds, target: { kind: 'ours', publication } }),
		);
	const peer = (connections: number, seconds = SECONDS): Promise<Measured> =>
		counted(
			() => countOf(system, 'peer', 'consent'),
			() => makeLoad({ port: PEER_PORT, connections, seconds, target: { kind: 'c15t' } }),
		);
	const limit = async (batch: number): Promise<Measured> =>
		counted(
			() => countOf(system, 'ours', 'consent_record'),
			async () => {
				const { rows, seconds } = await withClient(server.as('owner'), (owner) => insertBatches(owner, publication, batch, SECONDS));
				return { acknowledged: rows, seconds, p50Ms: 0, p99Ms: 0 };
			},
		);

	await ours(20, WARM_SECONDS);
	await peer(20, WARM_SECONDS);
	const seen: Record<string, Measured[]> = {};
	const note = async (name: string, measure: Promise<Measured>): Promise<void> => {
		const measured = await measure;
		seen[name] = [...(seen[name] ?? []), measured];
		console.log(
			`${name.padEnd(24)} ${Math.round(measured.rate).toString().padStart(6)}/s   p50 ${measured.p50Ms.toFixed(1)} ms   p99 ${measured.p99Ms.toFixed(1)} ms`,
		);
	};
	for (let round = 1; round <= ROUNDS; round++) {
		console.log(`— round ${round}`);
		for (const connections of CONNECTIONS) {
			await note(`ours, ${connections}`, ours(connections));
			await note(`c15t, ${connections}`, peer(connections));
			await note(`limit, batches of ${connections}`, limit(connections));
		}
	}
	console.log(`— filling to ${STORED} records`);
	await withClient(server.as('owner'), (owner) => fillTo(owner, publication, STORED));
	await system.admin((admin) => admin.query('checkpoint'), 'ours');
	await ours(20, WARM_SECONDS);
	for (let round = 1; round <= ROUNDS; round++) {
		console.log(`— round ${round}, ${STORED} stored`);
		for (const connections of CONNECTIONS) await note(`ours, ${connections}, full`, ours(connections));
	}
	await report(seen);
};

/** The rate is of rows that are there, not of answers; an answer without its row would be a fault. */
const counted = async (
	count: () => Promise<number>,
	load: () => Promise<{ acknowledged: number; seconds: number; p50Ms: number; p99Ms: number }>,
): Promise<Measured> => {
	const before = await count();
	const { acknowledged, seconds, p50Ms, p99Ms } = await load();
	const rows = (await count()) - before;
	if (rows !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${rows} there.`);
	return { rate: rows / seconds, p50Ms, p99Ms };
};

const countOf = (system: SystemPostgres, database: string, table: string): Promise<number> =>
	system.admin(async (admin) => Number((await admin.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n), database);

const report = async (seen: Record<string, Measured[]>): Promise<void> => {
	const rates = Object.fromEntries(Object.entries(seen).map(([name, measured]) => [name, spreadOf(measured.map(({ rate }) => rate))]));
	const median = (name: string): number => rates[name]?.median ?? Number.NaN;
	const goals = [
		...CONNECTIONS.map((connections) =>
			goal(
				`ours ÷ c15t at ${connections}`,
				median(`ours, ${connections}`) / median(`c15t, ${connections}`),
				'≥ 20',
				(value) => value >= 20,
			),
		),
		goal('ours ÷ limit at 100', median('ours, 100') / median('limit, batches of 100'), '≥ 0.5', (value) => value >= 0.5),
		...CONNECTIONS.map((connections) =>
			goal(
				`3 million stored ÷ empty at ${connections}`,
				median(`ours, ${connections}, full`) / median(`ours, ${connections}`),
				'≥ 0.85',
				(value) => value >= 0.85,
			),
		),
	];
	console.log('\nmedian (least to most) of three rounds, durable records a second');
	for (const [name, spread] of Object.entries(rates)) console.log(`  ${name.padEnd(24)} ${shown(spread)}`);
	console.log('\ngoals');
	for (const { what, value, wanted, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(2)} (${wanted})`);
	await writeResult('edge-consents', { seconds: SECONDS, rounds: ROUNDS, rates, measured: seen, goals });
};

const goal = (
	what: string,
	value: number,
	wanted: string,
	holds: (value: number) => boolean,
): { what: string; value: number; wanted: string; met: boolean } => ({ what, value, wanted, met: holds(value) });

const shown = ({ median, least, most }: Spread): string => `${Math.round(median)} (${Math.round(least)} to ${Math.round(most)})`;

await main();
