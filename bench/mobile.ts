/**
 * Pushes to a service on this machine that speaks FCM HTTP v1: our run with one worker, beside a bare keep-alive client of as many
 * connections that sends text which is ready. Rounds are interleaved; medians are told.
 * `npm run bench -- mobile [PEOPLE] [ROUNDS]`. Needs a system PostgreSQL.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { sealSecrets } from '../apps/server/src/wings/profiles/connectors/config.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { insertStagedRun } from './lib/campaign-begin.ts';
import { CUSTOMER, stageCampaign } from './lib/campaign-stage.ts';
import { microsSince, postgresMicros, processorMicros } from './lib/processor.ts';
import { startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';
import { forkSink } from './lib/sink-process.ts';

const PEOPLE = Number(process.argv[2] ?? 20_000);
const ROUNDS = Number(process.argv[3] ?? 3);
/** As many as the channel sends at once. */
const CONNECTIONS = 200;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const secrets = createSecrets(SECRET_KEY);

const PUSH = {
	channel: 'mobile' as const,
	language: 'en',
	languages: {
		en: {
			subject: null,
			html: null,
			text: 'Hello {{ person.first_name }}\nThe lamps of {{ person.city }} are here, for {{ attributes.club }} members first.\nhttps://shop.example/lamps',
			heroimage: 'https://shop.example/lamp.png',
			heroimageAlt: null,
		},
	},
	webHook: null,
};

/** The limit: text that is ready, over as many kept connections. */
const bare = async (port: number, n: number): Promise<number> => {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	const body = JSON.stringify({
		message: {
			token: 'token-0:APA91b',
			notification: {
				title: 'Hello Name0',
				body: 'The lamps of Turku are here, for gold members first.',
				image: 'https://shop.example/lamp.png',
			},
			data: {
				deliveryId: 'a'.repeat(56),
				link: `https://bench.example.com/t/l/${'b'.repeat(90)}`,
				leave: `https://bench.example.com/u/${'a'.repeat(56)}`,
			},
			android: { ttl: '86400s', notification: { tag: 'c'.repeat(56) } },
			apns: {
				headers: { 'apns-expiration': '1800000000', 'apns-collapse-id': 'c'.repeat(56) },
				payload: { aps: { badge: 1, 'mutable-content': 1 } },
				fcm_options: { image: 'https://shop.example/lamp.png' },
			},
		},
	});
	const headers = { authorization: 'Bearer ya29.bench', 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
	const post = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const sent = request(
				{ port, host: '127.0.0.1', path: '/v1/projects/bench/messages:send', method: 'POST', headers, agent },
				(answer) => {
					const parts: Buffer[] = [];
					answer.on('data', (part: Buffer) => parts.push(part));
					answer.on('end', () => {
						JSON.parse(Buffer.concat(parts).toString('utf8'));
						resolve();
					});
				},
			);
			sent.on('error', reject);
			sent.end(body);
		});
	let left = n;
	const one = async (): Promise<void> => {
		while (left-- > 0) await post();
	};
	const began = performance.now();
	await Promise.all(Array.from({ length: CONNECTIONS }, one));
	const rate = (n * 1000) / (performance.now() - began);
	agent.destroy();
	return rate;
};

/** A campaign of letters made one of pushes: everybody has one device. */
const stage = async (owner: Client, port: number) => {
	const staged = await stageCampaign(owner, { people: PEOPLE, port, connections: CONNECTIONS, frozen: PUSH });
	const { purposeId } = staged;
	await owner.query(`update purpose set channels = '{mobile}' where purpose_id = $1`, [purposeId]);
	await owner.query('update constellation set channel = 2 where customer_id = $1', [CUSTOMER]);
	await owner.query('update constellation_version set channel = 2 where customer_id = $1', [CUSTOMER]);
	await owner.query(`update campaign set constellation = jsonb_set(constellation, '{0,channel}', '2') where customer_id = $1`, [CUSTOMER]);
	const { rows } = await owner.query<{ id: string }>('select connector_id as id from connector where customer_id = $1', [CUSTOMER]);
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const base = `http://127.0.0.1:${port}`;
	const config = { projectId: 'bench', clientEmail: 'bench@bench.example', tokenUri: `${base}/token`, url: base };
	const sealed = sealSecrets(secrets, rows[0]?.id ?? '', { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() });
	await owner.query(`update connector set type = 'fcm', config = $2, secrets = $3 where customer_id = $1`, [
		CUSTOMER,
		JSON.stringify(config),
		sealed,
	]);
	await owner.query('analyze device_token');
	return staged;
};

const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: true });
const sink = await forkSink('push-sink.ts');
const folders: string[] = [];
try {
	await postgres.admin((client) => client.query('create database mobile'));
	const url = postgres.url('mobile');
	const log = createLog({ logLevel: 'error' });
	await migrateExternal(url, SECRET_KEY, log);
	const staged = await postgres.admin((owner) => stage(owner, sink.port), 'mobile');
	const storage = await connectStorage(externalServer(url, secrets), SECRET_KEY, log);
	const ours = async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-mobile-'));
		folders.push(dataDir);
		const program = await startProgram({
			port: 4730,
			dataDir,
			env: { ROLE: 'worker', DATABASE_URL: url, SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' },
		});
		const before = await sink.taken();
		const runId = await insertStagedRun(storage, staged);
		const takenOf = () => ({
			worker: processorMicros(program.child.pid ?? 0),
			server: processorMicros(sink.pid),
			database: postgresMicros(postgres.pid()),
		});
		let preparedAt = 0;
		let memoryMb = 0;
		let began = takenOf();
		for (;;) {
			await sleep(100);
			memoryMb = Math.max(memoryMb, program.memoryMb());
			const [run] = (
				await postgres.admin(
					(client) =>
						client.query<{ state: string; prepared: Date | null; ended: Date | null }>(
							'select state, prepared_at as prepared, ended_at as ended from campaign_run where run_id = $1',
							[runId],
						),
					'mobile',
				)
			).rows;
			if (run?.prepared && preparedAt === 0) {
				preparedAt = run.prepared.getTime();
				began = takenOf();
			}
			if (run === undefined || !['done', 'failed', 'paused'].includes(run.state)) continue;
			const after = takenOf();
			await program.stop();
			const sent = (await sink.taken()) - before;
			if (run.state !== 'done' || sent !== PEOPLE) throw new Error(`The run is ${run.state} after ${sent} pushes.`);
			return {
				rate: (PEOPLE * 1000) / ((run.ended?.getTime() ?? 0) - preparedAt),
				memoryMb,
				worker: (after.worker - began.worker) / PEOPLE,
				server: (after.server - began.server) / PEOPLE,
				database: microsSince(began.database, after.database) / PEOPLE,
			};
		}
	};
	const rounds: Record<string, number>[] = [];
	await bare(sink.port, 2_000);
	for (let round = 0; round < ROUNDS; round += 1) {
		const limit = await bare(sink.port, PEOPLE);
		const { rate, ...more } = await ours();
		rounds.push({ limit, rate, ...more });
		console.log(rounds.at(-1));
	}
	const median = (name: string): number => spreadOf(rounds.map((round) => round[name] ?? 0)).median;
	const result = {
		people: PEOPLE,
		connections: CONNECTIONS,
		limit: Math.round(median('limit')),
		oneWorker: Math.round(median('rate')),
		ofTheLimit: Number((median('rate') / median('limit')).toFixed(2)),
		microsOfAPush: { worker: Math.round(median('worker')), database: Math.round(median('database')), server: Math.round(median('server')) },
		memoryMb: Math.round(median('memoryMb')),
		rounds,
	};
	console.log(result);
	const met = result.ofTheLimit >= 0.8;
	console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} one worker ÷ bare keep-alive client (≥ 0.8): ${result.ofTheLimit}`);
	await writeResult('mobile', result);
	await storage.close();
} finally {
	sink.stop();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	await postgres.stop();
}
