/** What may be asked of calls, by whom, and what is kept of it. */
import { randomBytes } from 'node:crypto';
import { allCalls } from '@luvalla/contract/all.ts';
import { call } from '@luvalla/contract/call.ts';
import { EVERY_CALL } from '@luvalla/contract/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { addBrowserParts, createApp } from '../src/kernel/http/app.ts';
import { registerCalls } from '../src/kernel/http/calls.ts';
import { handle } from '../src/kernel/http/handle.ts';
import { readSettings } from '../src/settings.ts';
import { ORIGIN, type TestApp, testApp } from './app.ts';
import { createBrowser } from './browser.ts';
import { testLog } from './harness.ts';

const common = { method: 'GET', about: 'Of the test.', answer: z.string(), failure: 'error occured' } as const;
const ofCustomer = {
	...common,
	params: z.object({ id: z.coerce.number() }),
	may: ['customerAdmin', 'machine'],
	on: 'customer',
	of: 'customer:params.id',
} as const;
const byAddress = call({
	...common,
	path: '/test/by-address',
	may: ['anyone'],
	on: 'public',
	limits: [{ by: 'address', count: 2, seconds: 60, kept: true, over: 'test by address' }],
});
const byAsker = call({ ...ofCustomer, path: '/test/{id}/by-asker', limits: [{ by: 'asker', count: 2, seconds: 60 }] });
const byCustomer = call({ ...ofCustomer, path: '/test/{id}/by-customer', limits: [{ by: 'customer', count: 3, seconds: 60 }] });

let t: TestApp;
const settings = readSettings({ LOG_LEVEL: 'error' });
const app = createApp(settings, testLog());
beforeAll(async () => {
	t = await testApp();
	await app.register(async (pages) => {
		await addBrowserParts(pages, settings);
		registerCalls(pages, { ...t.server.kernel, ownOrigin: ORIGIN }, [
			handle(byAddress, async () => 'done'),
			handle(byAsker, async () => 'done'),
			handle(byCustomer, async () => 'done'),
		]);
	});
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
	await app.close();
	await t.stop();
});

const asked = async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
	const answer = await app.inject({ url, headers, remoteAddress });
	const wait = answer.headers['retry-after'];
	return { status: answer.statusCode, code: answer.json().code as string | undefined, wait: wait === undefined ? null : Number(wait) };
};

const stage = async () => {
	const tenant = await t.tenant();
	const people = [await t.person([], { adminOf: [tenant] }), await t.person([], { adminOf: [tenant] })] as const;
	return { tenant, people, machine: await t.machine(people[0], tenant) };
};

test('an address is counted before it is known who asks, with its whole /64', async () => {
	const [one = 0, two = 0] = randomBytes(2);
	const network = `2001:db8:${one}:${two}:`;
	for (const last of ['1', '2']) expect((await asked('/api/test/by-address', {}, `${network}:${last}`)).status).toBe(200);
	const refused = await asked('/api/test/by-address', {}, `${network}:ffff`);
	expect([refused.status, refused.code]).toEqual([429, 'too_many']);
	expect(refused.wait).toBeGreaterThan(50);
	expect(refused.wait).toBeLessThanOrEqual(60);
	expect((await asked('/api/test/by-address', {}, `2001:db8:${one}:${two + 256}::1`)).status).toBe(200);
});

test('an asker has a count of their own, wherever they ask from', async () => {
	const { tenant, people } = await stage();
	const url = `/api/test/${tenant.customerId}/by-asker`;
	for (const ip of ['10.9.0.1', '10.9.0.2']) expect((await asked(url, { cookie: people[0].cookie }, ip)).status).toBe(200);
	// Two a minute: the next one after half of it.
	expect(await asked(url, { cookie: people[0].cookie }, '10.9.0.3')).toEqual({ status: 429, code: 'too_many', wait: 30 });
	expect((await asked(url, { cookie: people[1].cookie })).status).toBe(200);
});

test('a customer has one, with all its people and machines, and takes none of another’s', async () => {
	const [own, other] = [await stage(), await stage()];
	const url = `/api/test/${own.tenant.customerId}/by-customer`;
	for (const headers of [{ cookie: own.people[0].cookie }, { cookie: own.people[1].cookie }, own.machine])
		expect((await asked(url, headers)).status).toBe(200);
	expect(await asked(url, own.machine)).toEqual({ status: 429, code: 'too_many', wait: 20 });
	expect((await asked(`/api/test/${other.tenant.customerId}/by-customer`, other.machine)).status).toBe(200);
	// Whoever may not ask about a customer uses up nothing of theirs.
	for (let n = 0; n < 5; n++)
		expect((await asked(`/api/test/${other.tenant.customerId}/by-customer`, { cookie: own.people[0].cookie })).status).toBe(404);
	for (const { cookie } of other.people)
		expect((await asked(`/api/test/${other.tenant.customerId}/by-customer`, { cookie })).status).toBe(200);
});

test('a machine that asks without end is told to wait, even where it may not ask', async () => {
	const { tenant, machine, people } = await stage();
	const [byAskers] = EVERY_CALL.filter(({ by }) => by === 'asker');
	const answers = new Map<string, number>();
	// A machine that takes a minute for so many calls would never reach what is let through in one.
	vi.useFakeTimers({ toFake: ['performance'] });
	for (let sent = 0; sent <= (byAskers?.count ?? 0); sent += 100)
		for (const answer of await Promise.all(Array.from({ length: 100 }, () => t.send(null, 'GET', '/api/user', { headers: machine })))) {
			const said = `${answer.status} ${answer.json().code} ${answer.headers['retry-after'] ?? ''}`;
			answers.set(said, (answers.get(said) ?? 0) + 1);
		}
	expect([...answers.keys()].sort()).toEqual(['403 not_allowed ', '429 too_many 1']);
	vi.useRealTimers();
	// The people of the same customer go on.
	expect((await t.send(people[0], 'GET', `/api/customer/current/${tenant.customerId}`)).status).toBe(200);
});

test('addresses are told of heads by hand a few times an hour', async () => {
	const { tenant, people } = await stage();
	const [owner] = people;
	const { customerId } = tenant;
	const ids: string[] = [];
	for (const name of ['one', 'two', 'three']) {
		const body = { customerId, address: `${name}-${customerId}@bank.example` };
		ids.push((await t.send(owner, 'POST', '/api/audit/ledger/addresses', { body })).json().data.id);
	}
	await t.storage.inTenant(customerId, (tx) =>
		tx.query('update ledger_address set confirmed_at = now() where customer_id = $1', [customerId]),
	);
	const answers = [];
	for (let n = 0; n < 11; n++)
		answers.push(await t.send(owner, 'POST', `/api/audit/ledger/addresses/${ids[n % 3]}/test`, { body: { customerId } }));
	expect(answers.slice(0, 10).every(({ status }) => status !== 429)).toBe(true);
	expect([answers[10]?.status, answers[10]?.json().code]).toEqual([429, 'too_many']);
	expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(3590);
});

test('nothing that anybody could read is stored of who was counted', async () => {
	const { tenant, people } = await stage();
	const [owner] = people;
	const email = `limit-${tenant.customerId}@example.com`;
	const [third = 0, fourth = 0] = randomBytes(2);
	const ip = `10.77.${third}.${fourth}`;
	const browser = createBrowser(t.app, ip);
	await browser.follow(`/identity/login?login_hint=${encodeURIComponent(email)}`);
	await browser.post('/identity/link', { token: 'nonsense' });
	await t.app.inject({ url: '/edge/v1/ledger/key', remoteAddress: ip });
	await t.app.inject({ url: '/edge/v1/receipts/00000000-0000-7000-8000-000000000000.pdf', remoteAddress: ip });
	await t.app.inject({ url: '/edge/v1/receipts/00000000-0000-7000-8000-000000000000', remoteAddress: ip });
	expect((await t.send(owner, 'POST', '/identity/account/confirm', { body: {} })).status).toBe(200);
	const invited = { email: `invited-${email}`, customerId: tenant.customerId, role: 'customerAdmin' };
	expect((await t.send(owner, 'POST', '/api/account/invite', { body: invited })).status).toBe(200);
	await t.send(owner, 'POST', `/api/domain/${tenant.domainId}/snippet/check`);
	const keys = await t.storage.inPlatform((tx) => tx.query<{ key: string }>('select key from rate_limit'));
	const kinds = new Set(keys.map(({ key }) => key.slice(0, key.lastIndexOf(':'))));
	for (const kind of [
		'sign-in',
		'authorization',
		'proof',
		'receipt',
		'receipt pdf',
		'confirm',
		'mail-sign-in',
		'mail-sign-in of all',
		'mail-confirmation',
		'mail-other',
		'snippet',
	])
		expect(kinds).toContain(kind);
	for (const { key } of keys) expect(key).toMatch(/^[a-z -]+:[\w-]{43}$/);
});

test('a limit of the contract has a name where it is kept, and one of several calls counts the same for each', () => {
	const named = new Map<string, string>();
	for (const { path, limits = [] } of allCalls)
		for (const limit of limits) {
			if (!('count' in limit)) continue;
			if (limit.kept) expect([path, limit.over !== undefined]).toEqual([path, true]);
			if (limit.over === undefined) continue;
			expect(named.get(limit.over) ?? JSON.stringify(limit)).toBe(JSON.stringify(limit));
			named.set(limit.over, JSON.stringify(limit));
		}
	expect(named.size).toBeGreaterThan(2);
});
