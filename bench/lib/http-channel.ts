/**
 * Campaigns by a channel that speaks HTTP to a place on this machine: our run with one worker and with two, beside a bare client of as many
 * kept connections that sends a body that is ready. What a message takes of a processor is told apart: where two cores are all there is, it
 * is the limit. Beside the place that answers at once (the goal's), one may be named that takes its time, as servers elsewhere do.
 */
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { createSecrets } from '../../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../../apps/server/src/kernel/storage/storage.ts';
import type { Frozen } from '../../apps/server/src/wings/engagement/message.ts';
import { findSystemPostgres, startSystemPostgres } from '../../apps/server/test/fixtures/system-postgres.ts';
import { insertStagedRun } from './campaign-begin.ts';
import { type CampaignStage, type StageOptions, stageCampaign } from './campaign-stage.ts';
import { microsSince, postgresMicros, processorMicros } from './processor.ts';
import { startProgram } from './program.ts';
import { spreadOf, writeResult } from './result.ts';
import { forkSink } from './sink-process.ts';

const GOAL = 0.8;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const SIGNING = `whsec_${Buffer.from('a signing secret of the bench').toString('base64')}`;
const TEXT = `{ "name": {{ person.first_name | json }}, "city": {{ person.city | json }}, "club": {{ attributes.club | json }},
	"lines": ["The evenings are at their longest.", "Lamps are lit in the window of the shop."] }`;
const frozen = (channel: 'webhook' | 'sms' | 'web', text: string, heroimage: string | null): Frozen => ({
	channel,
	language: 'en',
	languages: { en: { subject: null, html: null, text, heroimage, heroimageAlt: null } },
	webHook: null,
});

/** A body of the size that ours have, as a bare client sends it. */
const READY = Buffer.from(JSON.stringify({ type: 'campaign.message', timestamp: new Date().toISOString(), data: 'x'.repeat(780) }));

const [server, browser] = [createECDH('prime256v1'), createECDH('prime256v1')];
server.generateKeys();
browser.generateKeys();
const SERVER_KEY = server.getPublicKey('base64url');
const BROWSER_AUTH = Buffer.from('auth of the brow').toString('base64url');

/** Everybody has one browser; all of one pair of keys, which the sender does not know. */
const giveBrowsers = async (owner: Client, { customerId, domainId, purposeId }: CampaignStage, people: number, port: number) => {
	const person = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
	await owner.query(
		`insert into device (customer_id, device_id, domain_id, purpose_id, browser, system, kind, first_seen_at, last_seen_at, person)
		select $1, ${person}, $3, $4, 'Firefox', 'Windows', 'desktop', now(), now(), ${person} from generate_series(0, $2::int - 1) n`,
		[customerId, people, domainId, purposeId],
	);
	await owner.query(
		`insert into push_subscription (customer_id, endpoint, device_id, p256dh, auth, server_key, created_at, last_seen_at)
		select $1, $3 || n, ${person}, $4, $5, $6, now(), now() from generate_series(0, $2::int - 1) n`,
		[customerId, people, `http://127.0.0.1:${port}/push/`, browser.getPublicKey('base64url'), BROWSER_AUTH, SERVER_KEY],
	);
	await owner.query('analyze device, push_subscription');
};

interface Measured {
	readonly frozen: Frozen;
	readonly connector: (port: number) => Omit<NonNullable<StageOptions['connector']>, 'key'>;
	/** What a bare client sends. */
	readonly ready: Buffer;
	/** As many as the channel has under way at once. */
	readonly connections: number;
	/** What else people need to be written to. */
	readonly give?: typeof giveBrowsers;
}

/** What each says, and how it is reached. */
const CHANNELS = {
	webhook: {
		frozen: frozen('webhook', TEXT, 'https://pics.example/lamp.png'),
		connector: (port: number) =>
			({ type: 'webhook', config: { url: `http://127.0.0.1:${port}/in` }, secrets: { secret: SIGNING } }) as const,
		ready: READY,
		connections: 20,
	},
	// With a link, which is made short and kept.
	sms: {
		frozen: frozen('sms', 'Hello {{ person.first_name }}, the lamps of {{ person.city }} are here: https://shop.example/lamps', null),
		connector: (port: number) =>
			({
				type: 'sms-http',
				config: { url: `http://127.0.0.1:${port}`, account: 'AC1', from: '+358457000000' },
				secrets: { token: 'of the bench' },
			}) as const,
		ready: READY,
		connections: 20,
	},
	// Encrypted for each browser. A bare client sends as many bytes that are encrypted already.
	web: {
		frozen: frozen('web', 'Hello {{ person.first_name }}, the lamps of {{ person.city }} are here', null),
		connector: () => ({
			type: 'web-push',
			config: { publicKey: SERVER_KEY, subject: 'mailto:bench@bench.example' },
			secrets: { privateKey: server.getPrivateKey('base64url') },
		}),
		ready: randomBytes(480),
		connections: 100,
		give: giveBrowsers,
	},
} satisfies Record<string, Measured>;

/** The limit: a body that is ready, over as many kept connections. */
const bare = async (port: number, n: number, { ready, connections }: Measured): Promise<number> => {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	let left = n;
	const post = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const headers = { 'content-type': 'application/json', 'content-length': ready.length, 'webhook-id': newId() };
			const sent = request({ host: '127.0.0.1', port, path: '/in', method: 'POST', agent, headers }, (answer) => {
				answer.resume();
				answer.on('end', resolve);
			});
			sent.on('error', reject);
			sent.end(ready);
		});
	const one = async (): Promise<void> => {
		while (left-- > 0) await post();
	};
	const began = performance.now();
	await Promise.all(Array.from({ length: connections }, one));
	agent.destroy();
	return (n * 1000) / (performance.now() - began);
};

/** By the arguments of the command: how many messages, how often each is measured, and how many milliseconds the place takes to answer. */
export const measureAsked = (by: keyof typeof CHANNELS): Promise<void> =>
	measure(by, Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 5), Number(process.argv[4] ?? 0));

/** @param times how often each is measured @param delayMs that the place takes to answer; the goal is of one that answers at once */
const measure = async (by: keyof typeof CHANNELS, messages: number, times: number, delayMs: number): Promise<void> => {
	const channel: Measured = CHANNELS[by];
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('No system PostgreSQL is installed.');
	const postgres = await startSystemPostgres(bin, { durable: true });
	const sink = await forkSink('http-sink.ts', String(delayMs));
	const folders: string[] = [];
	try {
		await postgres.admin((client) => client.query('create database bench'));
		const url = postgres.url('bench');
		const log = createLog({ logLevel: 'error' });
		await migrateExternal(url, SECRET_KEY, log);
		const stage = await postgres.admin(async (owner) => {
			const staged = await stageCampaign(owner, {
				people: messages,
				port: sink.port,
				connector: { ...channel.connector(sink.port), key: SECRET_KEY },
				frozen: channel.frozen,
			});
			await channel.give?.(owner, staged, messages, sink.port);
			return staged;
		}, 'bench');
		const storage = await connectStorage(externalServer(url, createSecrets(SECRET_KEY)), SECRET_KEY, log);
		const ask = async <R>(statement: string): Promise<R[]> =>
			(await postgres.admin((client) => client.query(statement), 'bench')).rows as R[];
		const ours = async (workers: number) => {
			const programs = await Promise.all(
				Array.from({ length: workers }, (_, n) => {
					const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-webhook-'));
					folders.push(dataDir);
					return startProgram({
						port: 4760 + n,
						dataDir,
						env: { ROLE: 'worker', DATABASE_URL: url, SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' },
					});
				}),
			);
			const before = await sink.taken();
			const runId = await insertStagedRun(storage, stage);
			const takenOf = () => ({
				worker: programs.reduce((sum, { child }) => sum + processorMicros(child.pid ?? 0), 0),
				endpoint: processorMicros(sink.pid),
				database: postgresMicros(postgres.pid()),
			});
			let [start, preparedAt] = [takenOf(), 0];
			for (;;) {
				await sleep(100);
				const [run] = await ask<{ state: string; prepared: Date | null; ended: Date | null }>(
					`select state, prepared_at as prepared, ended_at as ended from campaign_run where run_id = '${runId}'`,
				);
				if (run?.prepared && preparedAt === 0) [start, preparedAt] = [takenOf(), run.prepared.getTime()];
				if (run?.state !== 'done') continue;
				const end = takenOf();
				for (const one of programs) await one.stop();
				const came = (await sink.taken()) - before;
				if (came !== messages) throw new Error(`${messages} were to come, and ${came} did.`);
				return {
					rate: (messages * 1000) / ((run.ended?.getTime() ?? 0) - preparedAt),
					worker: (end.worker - start.worker) / messages,
					database: microsSince(start.database, end.database) / messages,
					endpoint: (end.endpoint - start.endpoint) / messages,
				};
			}
		};
		await bare(sink.port, 5_000, channel);
		const rounds: Record<string, number>[] = [];
		for (let round = 0; round < times; round += 1) {
			const [ownBefore, endpointBefore] = [process.cpuUsage(), processorMicros(sink.pid)];
			const limit = await bare(sink.port, messages, channel);
			const own = process.cpuUsage(ownBefore);
			const bareMicros = (own.user + own.system + processorMicros(sink.pid) - endpointBefore) / messages;
			const { rate: one, ...micros } = await ours(1);
			const { rate: two } = await ours(2);
			rounds.push({ limit, one, two, bareMicros, ...micros });
			console.log(rounds.at(-1));
		}
		const median = (name: string): number => spreadOf(rounds.map((round) => round[name] ?? 0)).median;
		const result = {
			messages: messages,
			delayMs,
			connections: channel.connections,
			bare: Math.round(median('limit')),
			oneWorker: Math.round(median('one')),
			twoWorkers: Math.round(median('two')),
			ofTheBare: Number((median('one') / median('limit')).toFixed(2)),
			twoOfTheBare: Number((median('two') / median('limit')).toFixed(2)),
			microsOfAMessage: {
				bare: Math.round(median('bareMicros')),
				worker: Math.round(median('worker')),
				database: Math.round(median('database')),
				endpoint: Math.round(median('endpoint')),
			},
			rounds,
		};
		console.log(result);
		const best = Math.max(result.ofTheBare, result.twoOfTheBare);
		if (delayMs > 0) console.log(`  workers ÷ bare client, beside a place that takes ${delayMs} ms to answer: ${best}`);
		else console.log(`  ${best >= GOAL ? '✓ met    ' : '✗ NOT met'} workers ÷ bare client (≥ ${GOAL}): ${best}`);
		await writeResult(delayMs > 0 ? `${by}-${delayMs}ms` : by, result);
		await storage.close();
	} finally {
		sink.stop();
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
		await postgres.stop();
	}
};
