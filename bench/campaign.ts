/**
 * Personalised letters of 12 kB to a mail server on this machine: our run with one worker and with two, beside the limit (a bare
 * nodemailer pool of the same size that sends ready-made text) and beside the ways of others (a new connection for each letter; one row
 * at a time). `npm run bench -- campaign [LETTERS] [ROUNDS]`. Needs a system PostgreSQL.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { planOf } from '../apps/server/src/wings/engagement/campaigns/plan-of.ts';
import { insertRun } from '../apps/server/src/wings/engagement/campaigns/runs.ts';
import { readCampaign } from '../apps/server/src/wings/engagement/campaigns/store.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { CUSTOMER, stageCampaign } from './lib/campaign-stage.ts';
import { startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';

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

/** The mail server is a process of its own, as in life. */
const openSink = async (): Promise<{ port: number; taken(): Promise<number>; stop(): void }> => {
	const child = fork(join(import.meta.dirname, 'lib/mail-sink.ts'));
	const answer = <T>(): Promise<T> => new Promise((resolve) => child.once('message', (message) => resolve(message as T)));
	const { port } = await answer<{ port: number }>();
	return {
		port,
		async taken() {
			const told = answer<{ taken: number }>();
			child.send('taken');
			return (await told).taken;
		},
		stop: () => void child.kill(),
	};
};

const perSecond = async (n: number, work: () => Promise<void>): Promise<number> => {
	const began = performance.now();
	await work();
	return (n * 1000) / (performance.now() - began);
};

/** The limit: text that is ready, over a pool of the same size. */
const bare = async (port: number, n: number, pool: boolean): Promise<number> => {
	const transport = nodemailer.createTransport({
		host: '127.0.0.1',
		port,
		pool,
		maxConnections: CONNECTIONS,
		maxMessages: 100_000,
		secure: false,
		ignoreTLS: true,
	} as never);
	const raw = Buffer.from(
		`From: a@b.example\r\nTo: c@d.example\r\nSubject: Hello\r\nContent-Type: text/html\r\n\r\n${HTML.replaceAll('\n', '\r\n')}\r\n`,
	);
	let left = n;
	const one = async (): Promise<void> => {
		while (left-- > 0) await transport.sendMail({ envelope: { from: 'a@b.example', to: `p${left}@d.example` }, raw });
	};
	try {
		return await perSecond(n, async () => void (await Promise.all(Array.from({ length: CONNECTIONS }, one))));
	} finally {
		transport.close();
	}
};

const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: true });
const sink = await openSink();
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
	const ours = async (workers: number): Promise<{ rate: number; snapshotMs: number; memoryMb: number }> => {
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
		const runId = newId();
		await storage.inTenant(CUSTOMER, async (tx) => {
			const campaign = await readCampaign(tx, CUSTOMER, stage.campaignId, null);
			if (!campaign) throw new Error('The campaign is not there.');
			const { plan } = await planOf(tx, { settings: { smtpUrl: null, isLocal: true } as never }, CUSTOMER, campaign, false);
			if (!plan) throw new Error('There is no plan.');
			await insertRun(tx, CUSTOMER, { id: runId, kind: 'real', plan, beginsAt: new Date(), lateAt: null, by: 'bench' });
		});
		const began = Date.now();
		let preparedAt = 0;
		let memoryMb = 0;
		for (;;) {
			await sleep(100);
			memoryMb = Math.max(memoryMb, ...programs.map((one) => one.memoryMb()));
			const [run] = await ask<{ state: string; prepared: Date | null; ended: Date | null }>(
				`select state, prepared_at as prepared, ended_at as ended from campaign_run where run_id = '${runId}'`,
			);
			if (run?.prepared) preparedAt = run.prepared.getTime();
			if (run?.state !== 'done') continue;
			for (const one of programs) await one.stop();
			return { rate: (LETTERS * 1000) / ((run.ended?.getTime() ?? 0) - preparedAt), snapshotMs: preparedAt - began, memoryMb };
		}
	};
	const rounds: Record<string, number>[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const limit = await bare(sink.port, Math.min(LETTERS, 10_000), true);
		const one = await ours(1);
		const two = await ours(2);
		const fresh = await bare(sink.port, 500, false);
		rounds.push({ limit, one: one.rate, two: two.rate, fresh, snapshotMs: one.snapshotMs, memoryMb: one.memoryMb });
		console.log(rounds.at(-1));
	}
	const median = (name: string): number => spreadOf(rounds.map((round) => round[name] ?? 0)).median;
	const result = {
		letters: LETTERS,
		bytes: HTML.length,
		limit: Math.round(median('limit')),
		oneWorker: Math.round(median('one')),
		twoWorkers: Math.round(median('two')),
		newConnectionEach: Math.round(median('fresh')),
		ofTheLimit: Number((median('one') / median('limit')).toFixed(2)),
		twoOfOne: Number((median('two') / median('one')).toFixed(2)),
		snapshotMs: Math.round(median('snapshotMs')),
		memoryMb: Math.round(median('memoryMb')),
		rounds,
	};
	console.log(result);
	console.log(`${result.ofTheLimit} of the limit with one worker (goal 0.8): ${result.ofTheLimit >= 0.8 ? 'met' : 'NOT met'}`);
	await writeResult('campaign', result);
	await storage.close();
} finally {
	sink.stop();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	await postgres.stop();
}
