/**
 * Durable consent records a second, one record a request, keep-alive, new ids, at 20 and 100 connections; beside
 * (a) @c15t/backend on the same external PostgreSQL, with an index on ("subjectId", "givenAt") added, and
 * (b) the limit: a plain HTTP server that reads the same requests and writes the same rows into the same table, and judges nothing.
 * Ours four times: over that PostgreSQL and embedded, each empty and with 3 million records stored. Three interleaved rounds. Rows
 * are counted by SELECT over another connection after the last acknowledgement. fsync and synchronous_commit are on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import type { SystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { fillTo, type Limit, startLimit } from './lib/limit.ts';
import { type Load, makeLoad, NO_LIMIT } from './lib/load.ts';
import { startPeer } from './lib/peer.ts';
import { benchPostgres } from './lib/postgres.ts';
import { microsSince, postgresMicros, processorMicros } from './lib/processor.ts';
import { startProgram } from './lib/program.ts';
import { type Publication, publish } from './lib/publication.ts';
import { type Spread, spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 3;
/** Of each measurement; another number may be given as an argument. */
const SECONDS = Number(process.argv[2] ?? 8);
const WARM_SECONDS = 3;
const CONNECTIONS = [20, 100] as const;
const STORED = 3_000_000;
/** Goals by connections. */
const TIMES_C15T = { 20: 20, 100: 33 } as const;
const PORT = 4150;
const PEER_PORT = 4155;
const LIMIT_PORT = 4149;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';

/** Microseconds of processor that a record took. */
interface Micros {
	/** The program that answers. */
	program: number;
	postgres: number;
	/** The load itself, which has the same two cores. */
	load: number;
}

interface Measured {
	rate: number;
	micros: Micros;
	p50Ms: number;
	p99Ms: number;
}

/** A program with a published banner, over a database of its own. */
interface Subject {
	publication: Publication;
	port: number;
	pid: number;
	asOwner: <T>(work: (owner: Client) => Promise<T>) => Promise<T>;
	stop: () => Promise<void>;
}

const external = async (system: SystemPostgres, database: string, port: number): Promise<Subject> => {
	await system.admin((admin) => admin.query(`create database ${database}`));
	await migrateExternal(system.url(database), SECRET_KEY, createLog({ logLevel: 'warn' }));
	const server = externalServer(system.url(database), createSecrets(SECRET_KEY));
	const asOwner: Subject['asOwner'] = (work) => withClient(server.as('owner'), work);
	return started(port, asOwner, { DATABASE_URL: system.url(database), SECRET_KEY });
};

const embedded = (port: number): Promise<Subject> => {
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
	const asOwner: Subject['asOwner'] = (work) =>
		withOwner({ databaseUrl: null, dataDir, secretKey: null }, createLog({ logLevel: 'warn' }), work);
	return started(port, asOwner, {}, dataDir);
};

const started = async (
	port: number,
	asOwner: Subject['asOwner'],
	env: Record<string, string>,
	dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-')),
): Promise<Subject> => {
	const program = await startProgram({ port, dataDir, env: { ...env, ...NO_LIMIT } });
	return {
		port,
		pid: program.child.pid ?? 0,
		asOwner,
		publication: await asOwner((owner) => publish(owner, 900)),
		async stop() {
			await program.stop();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};

const fill = async ({ asOwner, publication }: Subject): Promise<void> => {
	await asOwner((owner) => fillTo(owner, publication, STORED));
};

const main = async (): Promise<void> => {
	const system = await benchPostgres();
	const stops: (() => Promise<void>)[] = [() => system.stop()];
	try {
		const subjects = {
			ours: await external(system, 'ours', PORT),
			'ours, full': await external(system, 'filled', PORT + 3),
			embedded: await embedded(PORT + 6),
			'embedded, full': await embedded(PORT + 9),
		};
		stops.push(...Object.values(subjects).map(({ stop }) => stop));
		await system.admin((admin) => admin.query('create database peer'));
		const peer = await startPeer('c15t', { DATABASE_URL: system.url('peer'), PORT: String(PEER_PORT) });
		stops.push(() => peer.stop());
		console.log(`— filling two databases to ${STORED} records`);
		for (const name of ['ours, full', 'embedded, full'] as const) await fill(subjects[name]);
		await system.admin((admin) => admin.query('checkpoint'), 'filled');
		const { publication } = subjects.ours;
		const limit = await startLimit({ port: LIMIT_PORT, url: system.url('ours'), secretKey: SECRET_KEY, publication });
		stops.push(() => limit.stop());
		await measureAll(system, subjects, peer.pid, limit);
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
};

const measureAll = async (
	system: SystemPostgres,
	subjects: { readonly ours: Subject } & Readonly<Record<string, Subject>>,
	peerPid: number,
	limit: Limit,
): Promise<void> => {
	const load = (subject: Subject, connections: number, seconds = SECONDS): Promise<Measured> =>
		counted(
			subject.pid,
			() => subject.asOwner(countOf('consent_record')),
			() => makeLoad({ port: subject.port, connections, seconds, target: { kind: 'ours', publication: subject.publication } }),
		);
	const peer = (connections: number, seconds = SECONDS): Promise<Measured> =>
		counted(
			peerPid,
			() => system.admin(countOf('consent'), 'peer'),
			() => makeLoad({ port: PEER_PORT, connections, seconds, target: { kind: 'c15t' } }),
		);
	const { asOwner, publication } = subjects.ours;
	const bare = (connections: number, seconds = SECONDS): Promise<Measured> =>
		counted(
			limit.pid,
			() => asOwner(countOf('consent_record')),
			() => makeLoad({ port: LIMIT_PORT, connections, seconds, target: { kind: 'ours', publication } }),
		);

	for (const subject of Object.values(subjects)) await load(subject, 20, WARM_SECONDS);
	await peer(20, WARM_SECONDS);
	await bare(20, WARM_SECONDS);
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
			for (const [name, subject] of Object.entries(subjects)) await note(`${name}, ${connections}`, load(subject, connections));
			await note(`c15t, ${connections}`, peer(connections));
			await note(`limit, ${connections}`, bare(connections));
		}
	}
	await report(seen);
};

/** The rate is of rows that are there, not of answers; an answer without its row would be a fault. */
const counted = async (pid: number, count: () => Promise<number>, load: () => Promise<Load>): Promise<Measured> => {
	const before = await count();
	const own = (): number => processorMicros(pid);
	const [programBefore, postgresBefore] = [own(), postgresMicros()];
	const { acknowledged, seconds, micros, p50Ms, p99Ms } = await load();
	const [program, postgres] = [own() - programBefore, microsSince(postgresBefore, postgresMicros())];
	const rows = (await count()) - before;
	if (rows !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${rows} there.`);
	const each = { program: program / rows, postgres: postgres / rows, load: micros / rows };
	return { rate: rows / seconds, micros: each, p50Ms, p99Ms };
};

const countOf =
	(table: string) =>
	async (client: Client): Promise<number> =>
		Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

const report = async (seen: Record<string, Measured[]>): Promise<void> => {
	const rates = Object.fromEntries(Object.entries(seen).map(([name, measured]) => [name, spreadOf(measured.map(({ rate }) => rate))]));
	const median = (name: string): number => rates[name]?.median ?? Number.NaN;
	const goals = [
		...CONNECTIONS.map((connections) =>
			goal(`ours ÷ c15t at ${connections}`, median(`ours, ${connections}`) / median(`c15t, ${connections}`), TIMES_C15T[connections]),
		),
		goal('ours ÷ limit at 100', median('ours, 100') / median('limit, 100'), 0.6),
		...['ours', 'embedded'].flatMap((name) =>
			CONNECTIONS.map((connections) =>
				goal(
					`${name}, 3 million stored ÷ empty at ${connections}`,
					median(`${name}, full, ${connections}`) / median(`${name}, ${connections}`),
					0.95,
				),
			),
		),
	];
	console.log('\nmedian (least to most) of three rounds, durable records a second');
	for (const [name, spread] of Object.entries(rates)) console.log(`  ${name.padEnd(24)} ${shown(spread)}`);
	console.log('\nmicroseconds of processor a record, median of the rounds: program, PostgreSQL, load');
	for (const [name, measured] of Object.entries(seen)) {
		const part = (of: keyof Micros): string =>
			spreadOf(measured.map(({ micros }) => micros[of]))
				.median.toFixed(1)
				.padStart(7);
		console.log(`  ${name.padEnd(24)} ${part('program')} ${part('postgres')} ${part('load')}`);
	}
	console.log('\ngoals');
	for (const { what, value, least, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(2)} (≥ ${least})`);
	await writeResult('edge-consents', { seconds: SECONDS, rounds: ROUNDS, rates, measured: seen, goals });
};

const goal = (what: string, value: number, least: number): { what: string; value: number; least: number; met: boolean } => ({
	what,
	value,
	least,
	met: value >= least,
});

const shown = ({ median, least, most }: Spread): string => `${Math.round(median)} (${Math.round(least)} to ${Math.round(most)})`;

await main();
