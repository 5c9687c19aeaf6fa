/**
 * An attack on money: processes that do random operations at once, against servers over one database, with a payment service that loses
 * answers and tells late. Processes, servers and the database are ended at random moments, without warning. Afterwards a plain model
 * explains what is there.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Program, startProgram } from '../../../../../bench/lib/program.ts';
import { setClock } from '../../../src/kernel/clock.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { createSecrets } from '../../../src/kernel/secrets.ts';
import { connectStorage } from '../../../src/kernel/storage/connect.ts';
import { externalServer } from '../../../src/kernel/storage/roles.ts';
import { migrateExternal } from '../../../src/kernel/storage/storage.ts';
import { readSettings } from '../../../src/settings.ts';
import { checkCredits } from '../../../src/wings/billing/credits/check.ts';
import { askStripe } from '../../../src/wings/billing/payments/ask.ts';
import { createGateway } from '../../../src/wings/billing/payments/gateway.ts';
import type { SystemPostgres } from '../../fixtures/system-postgres.ts';
import { startStripe } from '../stripe-fake.ts';
import type { Message } from './attacker.ts';
import { startCourier } from './courier.ts';
import { type Acknowledged, explain } from './explain.ts';
import { numbersOf, stageWorld } from './world.ts';

const SECRET_KEY = 'a secret key of an attack, longer than 32';
const PRICE_CENTS = 999;
/** Answers of 5xx belong to the database's end so long around it. */
const AROUND_MS = 5_000;

export interface Attack {
	readonly seed: number;
	readonly operations: number;
	readonly attackers: number;
	readonly servers: number;
	readonly companies: number;
	/** Ended with SIGKILL, at random moments. */
	readonly killed: { readonly attackers: number; readonly servers: number; readonly databases: number };
	readonly port: number;
	readonly say?: (line: string) => void;
}

export interface Attacked {
	/** How often each operation ended how. */
	readonly ends: Readonly<Record<string, number>>;
	readonly operations: number;
	readonly killed: { readonly attackers: number; readonly servers: number; readonly databases: number };
	readonly webhooks: { readonly taken: number; readonly forgedRefused: number };
	/** What must not be: acts that were let through, answers that nobody can account for. */
	readonly wrong: readonly string[];
	/** What the model cannot explain. */
	readonly unexplained: readonly string[];
	/** Customers whose accounts the program's own daily look finds wrong. */
	readonly daily: readonly number[];
	readonly acknowledged: number;
	readonly rows: number;
	readonly seconds: number;
	/** The model again, of rows that somebody changed meanwhile and gave back. */
	unexplainedWith(change: string): Promise<string[]>;
}

export const attack = async (
	postgres: SystemPostgres,
	database: string,
	{ seed, operations, attackers, servers, companies, killed, port, say = () => undefined }: Attack,
): Promise<Attacked> => {
	const below = numbersOf(seed);
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-attack-'));
	await postgres.admin((client) => client.query(`create database ${database}`));
	const databaseUrl = postgres.url(database);
	const log = createLog({ logLevel: 'error' });
	await migrateExternal(databaseUrl, SECRET_KEY, log);
	const stripe = await startStripe();
	const origin = `http://localhost:${port}`;
	const env = {
		...{
			DATABASE_URL: databaseUrl,
			SECRET_KEY,
			PUBLIC_URL: origin,
			OUTBOUND_ALLOW: '127.0.0.0/8',
			CHROMIUM_PATH: 'off',
			LOG_LEVEL: 'error',
		},
		...{ CREDIT_PRICE_CENTS: String(PRICE_CENTS), SELLER_NAME: 'Luvalla Oy', SELLER_VAT_ID: 'FI12345671', ...stripe.settings },
	};
	const secrets = createSecrets(SECRET_KEY);
	const storage = await connectStorage(externalServer(databaseUrl, secrets), SECRET_KEY, log);
	const ports = Array.from({ length: servers }, (_, n) => port + 3 * n);
	const startServer = (n: number): Promise<Program> =>
		startProgram({ port: ports[n] ?? port, dataDir: join(folder, `server-${n}`), env: n === 0 ? env : { ...env, ROLE: 'web' } });
	const running = await Promise.all(ports.map((_, n) => startServer(n)));
	const urls = running.map(({ url }) => url);
	const world = await stageWorld(storage, {
		...{ urls, origin, databaseUrl, secretKey: SECRET_KEY, companies, vouchers: Math.ceil(operations / 20) },
		cookie: `luvalla_session_${port}`,
	});
	const file = join(folder, 'world.json');
	writeFileSync(file, JSON.stringify(world));

	const ends: Record<string, number> = {};
	const wrong: string[] = [];
	const faults: Extract<Message, { kind: 'fault' }>[] = [];
	const cuts: { from: number; to: number }[] = [];
	const acknowledged: Acknowledged[] = [];
	const done = Array.from({ length: attackers }, () => 0);
	const share = Math.ceil(operations / attackers);
	const count = (): number => done.reduce((sum, n) => sum + n, 0);
	let life = 0;

	const startAttacker = (n: number): { child: ChildProcess; ended: Promise<void> } => {
		life += 1;
		const args = [file, String(seed * 1_000 + life), String(share), String(done[n])];
		const child = fork(join(import.meta.dirname, 'attacker.ts'), args, { execArgv: [] });
		child.on('message', (message: Message) => {
			if (message.kind === 'over') {
				done[n] = (done[n] ?? 0) + 1;
				ends[message.what] = (ends[message.what] ?? 0) + 1;
			} else if (message.kind === 'got') acknowledged.push({ thing: message.thing, customerId: message.customerId, id: message.id });
			else if (message.kind === 'wrong') wrong.push(message.text);
			else faults.push(message);
		});
		const ended = new Promise<void>((resolve, reject) =>
			child.once('exit', (code, signal) => {
				if (code === 0 || signal === 'SIGKILL') resolve();
				else reject(new Error(`An attacker ended with ${code ?? signal}.`));
			}),
		);
		return { child, ended };
	};

	const courier = startCourier(stripe, urls, numbersOf(seed + 1));
	const began = performance.now();
	const lives = done.map((_, n) => startAttacker(n));
	// What may be asked how often is not what is attacked here.
	const unlimited = setInterval(
		() => void postgres.admin((client) => client.query('delete from rate_limit'), database).catch(() => undefined),
		1_000,
	);
	/** At which number of operations what is ended. */
	const moments = [
		...Array.from({ length: killed.attackers }, () => 'attacker' as const),
		...Array.from({ length: killed.servers }, () => 'server' as const),
		...Array.from({ length: killed.databases }, () => 'database' as const),
	]
		.map((what) => ({ what, at: Math.floor(operations / 10) + below(Math.floor(operations * 0.75)) }))
		.sort((a, b) => a.at - b.at);
	const did = { attackers: 0, servers: 0, databases: 0 };
	try {
		for (const { what, at } of moments) {
			while (count() < at) await sleep(5);
			await sleep(below(50));
			say(`after ${count()} operations a ${what} is ended`);
			if (what === 'attacker') {
				const n = below(attackers);
				lives[n]?.child.kill('SIGKILL');
				await lives[n]?.ended;
				// What it had told is read before its successor goes on from there.
				await sleep(20);
				lives[n] = startAttacker(n);
				did.attackers += 1;
			} else if (what === 'server') {
				const n = below(servers);
				running[n]?.child.kill('SIGKILL');
				await running[n]?.ended;
				running[n] = await startServer(n);
				did.servers += 1;
			} else {
				const from = Date.now();
				await postgres.restart();
				cuts.push({ from: from - AROUND_MS, to: Date.now() + AROUND_MS });
				did.databases += 1;
			}
		}
		await Promise.all(lives.map(({ ended }) => ended));
		const seconds = (performance.now() - began) / 1_000;
		await courier.settle();
		// What neither an answer nor the webhook told is asked of Stripe, as the regular job does when its time has come.
		const settings = readSettings(env);
		if (!settings.stripe) throw new Error('no Stripe');
		const gateway = createGateway(settings, settings.stripe, secrets.fingerprint);
		const start = Date.now();
		for (const later of [150_000, 150_000, 3_700_000]) {
			setClock(() => new Date(start + later));
			await askStripe({ storage, settings, log: createLog({ logLevel: 'error' }) }, gateway);
		}
		setClock(null);
		await courier.stop();
		for (const { at, text } of faults) if (!cuts.some(({ from, to }) => at >= from && at <= to)) wrong.push(text);
		const model = (client: Client): Promise<string[]> =>
			explain(client, {
				...{ world, intents: [...stripe.intents.values()], refunds: [...stripe.refunds.values()], acknowledged, priceCents: PRICE_CENTS },
				taxOf: (netCents) => Math.round((netCents * 25.5) / 100),
			});
		const { wrong: daily, entries } = await checkCredits({ storage, log });
		return {
			...{ ends, operations: count(), killed: did, wrong: [...wrong, ...courier.wrong], daily, seconds },
			webhooks: { taken: courier.taken(), forgedRefused: courier.refused() },
			unexplained: await postgres.admin(model, database),
			acknowledged: acknowledged.length,
			rows: entries,
			unexplainedWith: (change) =>
				postgres.admin(async (client) => {
					await client.query('begin');
					await client.query(change);
					const found = await model(client);
					await client.query('rollback');
					return found;
				}, database),
		};
	} finally {
		clearInterval(unlimited);
		setClock(null);
		for (const { child } of lives) child.kill('SIGKILL');
		for (const program of running) await program.stop();
		await storage.close();
		await stripe.stop();
		rmSync(folder, { recursive: true, force: true });
	}
};
