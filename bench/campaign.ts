/**
 * Personalised letters of 12 kB to a mail server on this machine: our run with one worker and with two, beside the limit (a bare
 * nodemailer pool of the same size that sends ready-made text) and beside the ways of others (a new connection for each letter; one row
 * at a time, in the same database). What a letter takes of a processor is told apart: where two cores are all there is, it is the limit.
 * `npm run bench -- campaign [LETTERS] [ROUNDS]`. Needs a system PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { insertStagedRun } from './lib/campaign-begin.ts';
import { stageCampaign } from './lib/campaign-stage.ts';
import { microsSince, postgresMicros, processorMicros } from './lib/processor.ts';
import { startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';
import { forkSink } from './lib/sink-process.ts';

const LETTERS = Number(process.argv[2] ?? 20_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const CONNECTIONS = 20;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';

const paragraph = (n: number): string =>
	`<p>Hello {{ person.first_name }} of {{ person.city }}, club level {{ attributes.club }}. This is paragraph ${n} of a letter that is as long as letters are, with a few words more in it.</p>`;
const HTML = `<html><body>${Array.from({ length: 62 }, (_, n) => paragraph(n)).join('\n')}<p>{% luvalla_link 0 %}https://shop.example/a{% endluvalla_link %}</p></body></html>`;
const LETTER = {
	channel: 'email' as const,
	language: 'en',
	languages: {
		en: {
			subject: 'Hello {{ person.first_name }}',
			html: HTML,
			text: 'Hello {{ person.first_name }}',
			heroimage: null,
			heroimageAlt: null,
		},
	},
	webHook: null,
};

/** Microseconds of a processor that one letter takes. */
interface Micros {
	worker: number;
	database: number;
	server: number;
}

const perSecond = async (n: number, work: () => Promise<void>): Promise<number> => {
	const began = performance.now();
	await work();
	return (n * 1000) / (performance.now() - began);
};

const transportTo = (port: number, pool: boolean) =>
	nodemailer.createTransport({
		host: '127.0.0.1',
		port,
		pool,
		maxConnections: CONNECTIONS,
		maxMessages: 100_000,
		secure: false,
		ignoreTLS: true,
	} as never);
const READY = Buffer.from(
	`From: a@b.example\r\nTo: c@d.example\r\nSubject: Hello\r\nContent-Type: text/html\r\n\r\n${HTML.replaceAll('\n', '\r\n')}\r\n`,
);

/** The limit: text that is ready, over a pool of the same size; `takes` stands around each letter. */
const bare = async (
	port: number,
	n: number,
	pool: boolean,
	takes: (send: () => Promise<unknown>) => Promise<unknown> = (send) => send(),
): Promise<number> => {
	const transport = transportTo(port, pool);
	let left = n;
	const one = async (): Promise<void> => {
		while (left-- > 0) {
			const to = `p${left}@d.example`;
			await takes(() => transport.sendMail({ envelope: { from: 'a@b.example', to }, raw: READY }));
		}
	};
	try {
		return await perSecond(n, async () => void (await Promise.all(Array.from({ length: CONNECTIONS }, one))));
	} finally {
		transport.close();
	}
};

/** As others do: each letter's row is taken, held while it is sent, and written, in a transaction of its own. */
const oneRowAtATime = async (port: number, url: string, n: number): Promise<number> => {
	const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
	try {
		await pool.query('drop table if exists peer_row; create table peer_row (id int primary key, sent_at timestamptz)');
		await pool.query('insert into peer_row select n from generate_series(1, $1) n', [n]);
		return await bare(port, n, true, async (send) => {
			const client = await pool.connect();
			try {
				await client.query('begin');
				const { rows } = await client.query('select id from peer_row where sent_at is null order by id limit 1 for update skip locked');
				await send();
				await client.query('update peer_row set sent_at = now() where id = $1', [rows[0]?.id]);
				await client.query('commit');
			} finally {
				client.release();
			}
		});
	} finally {
		await pool.end();
	}
};

const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: true });
const sink = await forkSink('mail-sink.ts');
const folders: string[] = [];
try {
	await postgres.admin((client) => client.query('create database campaign'));
	const url = postgres.url('campaign');
	const log = createLog({ logLevel: 'error' });
	await migrateExternal(url, SECRET_KEY, log);
	const stage = await postgres.admin(
		(owner) => stageCampaign(owner, { people: LETTERS, port: sink.port, connections: CONNECTIONS, frozen: LETTER }),
		'campaign',
	);
	const storage = await connectStorage(externalServer(url, createSecrets(SECRET_KEY)), SECRET_KEY, log);
	const ask = async <R>(statement: string): Promise<R[]> =>
		(await postgres.admin((client) => client.query(statement), 'campaign')).rows as R[];
	const ours = async (workers: number): Promise<{ rate: number; snapshotMs: number; memoryMb: number; micros: Micros }> => {
		const programs = await Promise.all(
			Array.from({ length: workers }, (_, n) => {
				const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-campaign-'));
				folders.push(dataDir);
				return startProgram({
					port: 4720 + n,
					dataDir,
					env: { ROLE: 'worker', DATABASE_URL: url, SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' },
				});
			}),
		);
		const runId = await insertStagedRun(storage, stage);
		const began = Date.now();
		let preparedAt = 0;
		let memoryMb = 0;
		const takenOf = () => ({
			worker: programs.reduce((sum, { child }) => sum + processorMicros(child.pid ?? 0), 0),
			server: processorMicros(sink.pid),
			database: postgresMicros(postgres.pid()),
		});
		let before = takenOf();
		for (;;) {
			await sleep(100);
			memoryMb = Math.max(memoryMb, ...programs.map((one) => one.memoryMb()));
			const [run] = await ask<{ state: string; prepared: Date | null; ended: Date | null }>(
				`select state, prepared_at as prepared, ended_at as ended from campaign_run where run_id = '${runId}'`,
			);
			if (run?.prepared && preparedAt === 0) {
				preparedAt = run.prepared.getTime();
				before = takenOf();
			}
			if (run?.state !== 'done') continue;
			const after = takenOf();
			for (const one of programs) await one.stop();
			return {
				rate: (LETTERS * 1000) / ((run.ended?.getTime() ?? 0) - preparedAt),
				snapshotMs: preparedAt - began,
				memoryMb,
				micros: {
					worker: (after.worker - before.worker) / LETTERS,
					database: microsSince(before.database, after.database) / LETTERS,
					server: (after.server - before.server) / LETTERS,
				},
			};
		}
	};
	const rounds: Record<string, number>[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const bareLetters = Math.min(LETTERS, 10_000);
		const [ownBefore, serverBefore] = [process.cpuUsage(), processorMicros(sink.pid)];
		const limit = await bare(sink.port, bareLetters, true);
		const own = process.cpuUsage(ownBefore);
		const bareMicros = (own.user + own.system + processorMicros(sink.pid) - serverBefore) / bareLetters;
		const one = await ours(1);
		const two = await ours(2);
		const fresh = await bare(sink.port, 500, false);
		const oneRow = await oneRowAtATime(sink.port, url, Math.min(LETTERS, 5_000));
		rounds.push({
			limit,
			bareMicros,
			oneRow,
			...one.micros,
			one: one.rate,
			two: two.rate,
			fresh,
			snapshotMs: one.snapshotMs,
			memoryMb: one.memoryMb,
		});
		console.log(rounds.at(-1));
	}
	const median = (name: string): number => spreadOf(rounds.map((round) => round[name] ?? 0)).median;
	const result = {
		letters: LETTERS,
		bytes: HTML.length,
		limit: Math.round(median('limit')),
		oneWorker: Math.round(median('one')),
		twoWorkers: Math.round(median('two')),
		oneRowAtATime: Math.round(median('oneRow')),
		newConnectionEach: Math.round(median('fresh')),
		ofTheLimit: Number((median('one') / median('limit')).toFixed(2)),
		twoOfOne: Number((median('two') / median('one')).toFixed(2)),
		microsOfALetter: {
			bare: Math.round(median('bareMicros')),
			worker: Math.round(median('worker')),
			database: Math.round(median('database')),
			server: Math.round(median('server')),
		},
		snapshotMs: Math.round(median('snapshotMs')),
		memoryMb: Math.round(median('memoryMb')),
		rounds,
	};
	console.log(result);
	const goal = (what: string, value: number, met: boolean): void => console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value}`);
	const { worker } = result.microsOfALetter;
	goal('processor time of a worker, µs a letter (≤ 900)', worker, worker <= 900);
	goal('one worker ÷ bare pool (≥ 0.5)', result.ofTheLimit, result.ofTheLimit >= 0.5);
	goal('two workers ÷ one (≥ 1.7)', result.twoOfOne, result.twoOfOne >= 1.7);
	await writeResult('campaign', result);
	await storage.close();
} finally {
	sink.stop();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	await postgres.stop();
}
