/**
 * What knowing who asks costs: session look-ups and token checks a second beside a bare Fastify route (goal: 0.5 × or
 * better; with the processor's time for each); how soon a revoked session and a changed role are refused, by the same process and by another (goal: at once,
 * within 50 ms); and /users at a thousand users and a million (goal: within 2 ×). Three interleaved rounds, medians.
 */
import { fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { processorMicros, stayAwake } from './lib/processor.ts';
import { startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 3;
const SECONDS = Number(process.argv[2] ?? 5);
const CONNECTIONS = 50;
/** So that nobody asks more than they may. */
const ASKERS = 200;
const [PORT, OTHER_PORT, BARE_PORT] = [4160, 4163, 4166];
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const FEW = 1_000;
const MANY = 1_000_000;
const GOALS = { share: 0.5, elsewhereMs: 50, usersFactor: 2 };

interface Person {
	userId: string;
	cookie: string;
}

/** A signed-in ADMIN, written straight into the database; the cookie's name holds the first process's port. */
const newAdmin = async (owner: Client): Promise<Person> => {
	const userId = randomUUID();
	const token = randomBytes(32).toString('base64url');
	await owner.query('insert into app_user (id, email, name) values ($1, $2, $3)', [userId, `${userId}@example.com`, 'Bench']);
	await owner.query(`insert into user_role (user_id, role) values ($1, 'ADMIN')`, [userId]);
	await owner.query(`insert into session (id, user_id, context_key, expires_at) values ($1, $2, 'k', now() + interval '1 day')`, [
		createHash('sha256').update(token).digest(),
		userId,
	]);
	return { userId, cookie: `luvalla_session_${PORT}=${token}` };
};

/** An access token of a person for an application, as the provider keeps it. */
const newToken = async (owner: Client, userId: string): Promise<string> => {
	const clientId = `luv_${randomUUID()}`;
	await owner.query(`insert into customer (customer_id, name, status) values (1, 'Bench', 1) on conflict do nothing`);
	await owner.query(
		`insert into application (customer_id, application_id, client_id, client_name, client_type, redirect_urls) values (1, $1, $2, 'Bench', 1, '{https://app.example.com/}')`,
		[randomUUID(), clientId],
	);
	await owner.query(`insert into directory (kind, key, customer_id) values ('client', $1, 1)`, [clientId]);
	const jti = randomBytes(32).toString('base64url');
	const now = Math.floor(Date.now() / 1000);
	const payload = {
		iat: now,
		exp: now + 3600,
		accountId: userId,
		clientId,
		kind: 'AccessToken',
		jti,
		scope: 'API',
		aud: `http://localhost:${PORT}/api`,
		gty: 'authorization_code',
	};
	await owner.query(`insert into oidc_payload (model, id, payload, expires_at) values ('AccessToken', $1, $2, now() + interval '1 hour')`, [
		jti,
		payload,
	]);
	return jti;
};

/**
 * Requests a second, and microseconds of the server's processor for each, with the headers of each asker in turn: one person
 * may ask 3,000 times a minute, and that is counted here too.
 */
const rate = async (
	pid: number,
	url: string,
	askers: readonly Record<string, string>[],
): Promise<{ perSecond: number; micros: number }> => {
	const requests = askers.map((headers) => ({ headers }));
	const before = processorMicros(pid);
	const sleepAgain = stayAwake();
	const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: SECONDS });
	sleepAgain();
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`${url}: ${result.non2xx} refused (${JSON.stringify(result.statusCodeStats)}), ${result.errors} errors`);
	return { perSecond: result.requests.average, micros: (processorMicros(pid) - before) / result.requests.total };
};

/** Milliseconds from `change` until `url` answers with `status`. */
const until = async (url: string, cookie: string, status: number, change: () => Promise<unknown>): Promise<number> => {
	await change();
	const began = performance.now();
	while ((await fetch(url, { headers: { cookie } })).status !== status) {
		if (performance.now() - began > 10_000) throw new Error(`${url} never answered ${status}.`);
		await sleep(1);
	}
	return performance.now() - began;
};

const medianMs = async (url: string, cookie: string): Promise<number> => {
	const times: number[] = [];
	for (let i = 0; i < 40; i++) {
		const began = performance.now();
		const answer = await fetch(url, { headers: { cookie } });
		await answer.arrayBuffer();
		if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
		times.push(performance.now() - began);
	}
	return spreadOf(times).median;
};

const PAGES = {
	page: '?size=25',
	sorted: '?size=25&sort=-createdAt',
	// Nobody of a thousand, 111 of a million: what a name finds.
	'search, five letters': '?size=25&q=r7777',
	'search, two letters': '?size=25&q=us',
	'by role': '?size=25&role=ADMIN',
};

const fillUsers = (owner: Client, from: number, to: number): Promise<unknown> =>
	owner.query(
		`insert into app_user (id, email, name) select gen_random_uuid(), 'user' || n || '@example.com', 'User ' || n from generate_series($1::int, $2::int) n`,
		[from, to],
	);

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
	const system = await startSystemPostgres(bin, { durable: true });
	const bare = fork(join(import.meta.dirname, 'lib/bare.ts'), [String(BARE_PORT)]);
	try {
		await system.admin((admin) => admin.query('create database ours'));
		await migrateExternal(system.url('ours'), SECRET_KEY, createLog({ logLevel: 'warn' }));
		const env = { DATABASE_URL: system.url('ours'), SECRET_KEY, PUBLIC_URL: `http://localhost:${PORT}` };
		const first = await startProgram({ port: PORT, dataDir, env });
		const second = await startProgram({ port: OTHER_PORT, dataDir, env: { ...env, ROLE: 'web' } });
		if (!bare.connected) throw new Error('The bare route did not start.');
		try {
			await withClient(externalServer(system.url('ours'), createSecrets(SECRET_KEY)).as('owner'), (owner) =>
				measure(owner, { bare: bare.pid ?? 0, ours: first.child.pid ?? 0 }),
			);
		} finally {
			await second.stop();
			await first.stop();
		}
	} finally {
		bare.disconnect();
		await once(bare, 'exit');
		await system.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

const measure = async (owner: Client, pids: { bare: number; ours: number }): Promise<void> => {
	const url = `http://localhost:${PORT}`;
	// A token is not the person: it opens another call, which asks the database no more than this one.
	const who = '/identity/account/authenticate';
	const admin = await newAdmin(owner);

	const rates: Record<string, { perSecond: number; micros: number }[]> = { 'bare route': [], 'session look-up': [], 'token check': [] };
	for (let round = 0; round < ROUNDS; round++) {
		const people = await Promise.all(Array.from({ length: ASKERS }, () => newAdmin(owner)));
		const tokens: string[] = [];
		for (const { userId } of people) tokens.push(await newToken(owner, userId));
		rates['bare route']?.push(await rate(pids.bare, `http://127.0.0.1:${BARE_PORT}/`, [{}]));
		rates['session look-up']?.push(
			await rate(
				pids.ours,
				`${url}${who}`,
				people.map(({ cookie }) => ({ cookie })),
			),
		);
		rates['token check']?.push(
			await rate(
				pids.ours,
				`${url}/api/user/domain`,
				tokens.map((token) => ({ authorization: `Bearer ${token}` })),
			),
		);
	}
	const medians = Object.fromEntries(Object.entries(rates).map(([name, seen]) => [name, spreadOf(seen.map((one) => one.perSecond))]));
	const micros = Object.fromEntries(Object.entries(rates).map(([name, seen]) => [name, spreadOf(seen.map((one) => one.micros)).median]));
	const share = (name: string): number => (medians[name]?.median ?? 0) / (medians['bare route']?.median ?? 1);

	// Revoked here by a call, noticed there by NOTIFY.
	const revoked: Record<string, number[]> = {
		'session, same process': [],
		'session, other process': [],
		'role, same process': [],
		'role, other process': [],
	};
	const elsewhere = `http://localhost:${OTHER_PORT}`;
	const origin = url;
	for (let round = 0; round < 10; round++) {
		const gone = await newAdmin(owner);
		for (const at of [url, elsewhere]) await fetch(`${at}${who}`, { headers: { cookie: gone.cookie } });
		const logOff = () => fetch(`${url}/identity/account/logoff`, { method: 'POST', headers: { cookie: gone.cookie, origin } });
		const [, there] = [await logOff(), await until(`${elsewhere}${who}`, gone.cookie, 401, async () => undefined)];
		revoked['session, other process']?.push(there);
		revoked['session, same process']?.push(await until(`${url}${who}`, gone.cookie, 401, async () => undefined));

		const demoted = await newAdmin(owner);
		for (const at of [url, elsewhere]) await fetch(`${at}/api/role/`, { headers: { cookie: demoted.cookie } });
		await fetch(`${url}/api/user/roles`, {
			method: 'PUT',
			headers: { cookie: admin.cookie, origin, 'content-type': 'application/json' },
			body: JSON.stringify({ UserName: `${demoted.userId}@example.com`, Roles: [], PhoneNumber: '' }),
		});
		revoked['role, other process']?.push(await until(`${elsewhere}/api/role/`, demoted.cookie, 403, async () => undefined));
		revoked['role, same process']?.push(await until(`${url}/api/role/`, demoted.cookie, 403, async () => undefined));
	}

	const pages: Record<string, { few: number; many: number; factor: number }> = {};
	await fillUsers(owner, 1, FEW);
	await owner.query('analyze app_user');
	for (const [name, query] of Object.entries(PAGES))
		pages[name] = { few: await medianMs(`${url}/api/user/users${query}`, admin.cookie), many: 0, factor: 0 };
	await fillUsers(owner, FEW + 1, MANY);
	await owner.query('vacuum analyze app_user');
	for (const [name, query] of Object.entries(PAGES)) {
		const page = pages[name];
		if (!page) continue;
		page.many = await medianMs(`${url}/api/user/users${query}`, admin.cookie);
		page.factor = page.many / page.few;
	}

	const worst = (name: string): number => spreadOf(revoked[name] ?? []).most;
	const goals = [
		...['session look-up', 'token check'].map((name) => ({
			what: `${name} ÷ bare route`,
			value: share(name),
			wanted: `≥ ${GOALS.share}`,
			met: share(name) >= GOALS.share,
		})),
		...['session', 'role'].map((what) => ({
			what: `revoked ${what} refused by another process, worst of 10`,
			value: worst(`${what}, other process`),
			wanted: `< ${GOALS.elsewhereMs} ms`,
			met: worst(`${what}, other process`) < GOALS.elsewhereMs,
		})),
		...Object.entries(pages).map(([name, page]) => ({
			what: `/users, ${name}: a million ÷ a thousand`,
			value: page.factor,
			wanted: `≤ ${GOALS.usersFactor}`,
			met: page.factor <= GOALS.usersFactor,
		})),
	];
	console.table(
		Object.fromEntries(
			Object.entries(medians).map(([name, s]) => [
				name,
				{
					median: Math.round(s.median),
					least: Math.round(s.least),
					most: Math.round(s.most),
					'µs of processor': micros[name]?.toFixed(1),
				},
			]),
		),
	);
	console.table(
		Object.fromEntries(
			Object.keys(revoked).map((name) => [
				name,
				{ medianMs: spreadOf(revoked[name] ?? []).median.toFixed(1), worstMs: worst(name).toFixed(1) },
			]),
		),
	);
	console.table(
		Object.fromEntries(
			Object.entries(pages).map(([name, p]) => [
				name,
				{ 'ms, 1,000': p.few.toFixed(1), 'ms, 1,000,000': p.many.toFixed(1), factor: p.factor.toFixed(2) },
			]),
		),
	);
	console.table(goals.map((goal) => ({ ...goal, value: goal.value.toFixed(2) })));
	await writeResult('identity', { rates: medians, micros, revoked, pages, goals });
};

await main();
