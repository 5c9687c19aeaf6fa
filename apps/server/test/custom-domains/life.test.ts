/** A custom domain's life against real peers: a name server, Pebble as the certificate authority, and visitors over TLS. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import type { Ordering } from '../../src/wings/tenancy/certificates/order.ts';
import { checkOne, orderDue, tellEnding } from '../../src/wings/tenancy/certificates/sweeps.ts';
import { type TestApp, testApp } from '../app.ts';
import { startDns } from '../fixtures/dns.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startPebble } from '../fixtures/pebble.ts';
import { ask, askPlain, type Held, handshakes, stageOf } from './stage.ts';

const BLOCKED = 'blocked.example.com';
const DAY_MS = 86_400_000;

let t: TestApp;
let dns: Awaited<ReturnType<typeof startDns>>;
let pebble: Awaited<ReturnType<typeof startPebble>>;
let ports: { https: number; http: number; dns: number };
let ordering: Ordering;

const { hold, read, setRecords, validate, renew, remove, settled, acts } = stageOf(
	() => t,
	() => dns,
);
const get = (host: string, path = '/', more: Partial<Parameters<typeof ask>[0]> = {}) =>
	ask({ port: ports.https, host, ca: pebble.root, path, ...more });

beforeAll(async () => {
	dns = await startDns();
	ports = { https: await freePort(), http: await freePort(), dns: await freePort() };
	pebble = await startPebble(dns.address, ports.http, [BLOCKED]);
	dns.elsewhere.set('acme.luvalla.example', `127.0.0.1:${ports.dns}`);
	t = await testApp({
		DNS_SERVERS: dns.address,
		CUSTOM_DOMAIN_A: '127.0.0.1',
		CUSTOM_DOMAIN_CNAME: 'acme.luvalla.example',
		HTTPS_PORT: String(ports.https),
		ACME_HTTP_PORT: String(ports.http),
		ACME_DNS_PORT: String(ports.dns),
		ACME_DIRECTORY_URL: pebble.directory,
		ACME_CA_FILE: pebble.caFile,
		OUTBOUND_ALLOW: '127.0.0.1/32',
	});
	await t.server.serveHosts();
	ordering = { kernel: t.server.kernel, addresses: async () => ['127.0.0.1'] };
});
afterAll(async () => {
	await t.stop();
	await pebble.stop();
	await dns.stop();
});
beforeEach(() => setClock(null));

/** Served, with everything right. */
const serve = async (types: readonly string[] = ['A', 'TXT']): Promise<Held> => {
	const held = await hold();
	await setRecords(held, types);
	const asked = await validate(held);
	if (asked.status !== 200) throw new Error(asked.text);
	const row = await settled(held);
	if (row.status !== 'Validated') throw new Error(JSON.stringify(row.reason));
	return held;
};

test('wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone', async () => {
	const held = await hold();
	expect((await validate(held)).json().data).toMatchObject({ status: 'Created', ordering: true });
	expect((await validate(held)).json().code).toBe('custom_domain_ordering');
	const wrong = await settled(held);
	expect(wrong).toMatchObject({ status: 'Invalid', reason: { code: 'records_wrong' }, certificate: null });
	expect(wrong.reason?.sentence).toContain(`A ${held.own}, TXT _luvalla.${held.own}`);
	expect(wrong.dns.records.map(({ type, state }) => [type, state])).toEqual([
		['A', 'missing'],
		['TXT', 'missing'],
		['CNAME', 'optional'],
	]);
	expect(await handshakes(ports.https, held.own)).toBe(false);
	expect((await askPlain(ports.http, held.own)).status).toBe(404);

	await setRecords(held);
	expect((await validate(held)).status).toBe(200);
	const first = await settled(held);
	expect(first).toMatchObject({ status: 'Validated', reason: null, differing: 0, warning: null, certificate: { way: 'http-01' } });
	const answered = await get(held.own, '/nothing');
	expect([answered.status, answered.serial]).toEqual([404, first.certificate?.serial]);
	expect(await askPlain(ports.http, held.own, '/a?b=c')).toMatchObject({ status: 308, location: `https://${held.own}/a?b=c` });
	expect((await validate(held)).json().code).toBe('custom_domain_served');

	expect((await renew(held)).json().data).toMatchObject({ status: 'Validated', ordering: true });
	const second = await settled(held);
	expect(second.status).toBe('Renewed');
	expect(second.certificate?.serial).not.toBe(first.certificate?.serial);
	// News of the new one reaches whoever keeps the old.
	await expect.poll(async () => (await get(held.own, '/nothing')).serial).toBe(second.certificate?.serial);

	dns.zone.delete(held.own);
	await renew(held);
	const gone = await settled(held);
	expect(gone).toMatchObject({ status: 'Invalid', reason: { code: 'records_gone' } });
	expect(gone.reason?.sentence).toContain(`A ${held.own}`);
	await expect.poll(() => handshakes(ports.https, held.own)).toBe(false);
	expect(await acts(held)).toEqual(['added', 'ordered', 'invalid', 'ordered', 'validated', 'ordered', 'renewed', 'ordered', 'invalid']);

	// Whoever the host belongs to now shows it.
	const next = await hold(held.own);
	await setRecords(next);
	await validate(next);
	expect((await settled(next)).status).toBe('Validated');
});

test('where _acme-challenge is delegated to us it is proven by DNS, by our own name server', async () => {
	const held = await serve(['A', 'TXT', 'CNAME']);
	const row = await read(held);
	expect(row.certificate?.way).toBe('dns-01');
	expect(row.dns.isValid).toBe(true);
	expect((await get(held.own, '/nothing')).serial).toBe(row.certificate?.serial);
	// With the alias gone, the certificate is renewed by http.
	dns.zone.delete(`_acme-challenge.${held.own}`);
	await renew(held);
	expect(await settled(held)).toMatchObject({ status: 'Renewed', certificate: { way: 'http-01' } });
});

test('what somebody else has shown first is not served for another', async () => {
	const held = await serve();
	const stranger = await t.tenant();
	const owner = await t.person([], { adminOf: [stranger] });
	const asked = await t.send(owner, 'POST', `/api/manage/customer/${stranger.customerId}/customdomain`, { body: { domain: held.own } });
	expect(asked.json().code).toBe('custom_domain_taken');
	expect((await t.send(owner, 'POST', '/api/domain', { body: { domain: held.own, customerId: stranger.customerId } })).json().code).toBe(
		'domain_taken',
	);

	// Two named it before either showed it: the second learns that it came late.
	const [first, second] = [await hold(), await hold(`late-${held.own}`)];
	const rival = { ...second, own: first.own };
	await t.storage.inTenant(second.customerId, (tx) =>
		tx.query('update custom_domain set host = $2 where customer_id = $1', [second.customerId, first.own]),
	);
	await setRecords(first);
	const texts = dns.zone.get(`_luvalla.${first.own}`)?.txt ?? [];
	await setRecords(rival, ['TXT']);
	dns.zone.set(`_luvalla.${first.own}`, { txt: [...texts, ...(dns.zone.get(`_luvalla.${first.own}`)?.txt ?? [])] });
	await validate(first);
	expect((await settled(first)).status).toBe('Validated');
	await validate(rival);
	expect(await settled(rival)).toMatchObject({ status: 'Invalid', reason: { code: 'elsewhere' } });
});

test('the certificate authority’s refusal is kept as the reason, with a time before which nothing is asked', async () => {
	const held = await hold(BLOCKED);
	await setRecords(held);
	await validate(held);
	const row = await settled(held);
	expect(row).toMatchObject({ status: 'Invalid', reason: { code: 'ca_refused' }, certificate: null });
	expect(row.reason?.sentence).toMatch(/blocked|policy|forbid/i);
	expect(Date.parse(row.nextTryAt ?? '')).toBeGreaterThan(Date.now());
	const again = await validate(held);
	expect([again.status, again.json().code]).toEqual([429, 'order_too_soon']);
	expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
	await remove(held);
});

test('a challenge is answered by every process of the installation, for its host alone, while it waits', async () => {
	const port = await freePort();
	const other = await testApp({ ACME_HTTP_PORT: String(port) });
	try {
		await other.server.serveHosts();
		await t.storage.inPlatform((tx) =>
			tx.query(`insert into acme_challenge (kind, name, token, answer, expires_at) values
				('http-01', 'asked.example.com', 'tok', 'tok.key', now() + interval '1 minute'),
				('http-01', 'asked.example.com', 'old', 'old.key', now() - interval '1 minute')`),
		);
		const at = (one: number, host: string, token: string) => askPlain(one, host, `/.well-known/acme-challenge/${token}`);
		for (const one of [ports.http, port]) {
			expect(await at(one, 'asked.example.com', 'tok')).toMatchObject({ status: 200, text: 'tok.key' });
			for (const [host, token] of [
				['other.example.com', 'tok'],
				['asked.example.com', 'old'],
				['asked.example.com', 'none'],
				['asked.example.com', '../tok'],
			] as const)
				expect((await at(one, host, token)).status).toBe(404);
		}
	} finally {
		await t.storage.inPlatform((tx) => tx.query('delete from acme_challenge'));
		await other.stop();
	}
});

describe('a host', () => {
	test('answers for itself alone, and for no other name', async () => {
		const [held, other] = [await serve(), await serve()];
		expect(await handshakes(ports.https, undefined)).toBe(false);
		expect(await handshakes(ports.https, 'unknown.example.com')).toBe(false);
		expect((await get(held.own, '/', { header: other.own })).status).toBe(421);
		expect((await get(held.own, '/', { header: `${held.own}:${ports.https}` })).status).toBe(404);
		expect((await get(held.own)).serial).not.toBe((await get(other.own)).serial);
	});

	test.each([
		'/',
		'/signin',
		'/api/customer',
		'/api/account/authenticate',
		'/identity/auth',
		'/mailbox',
		'/assets/part-1.js',
		'/metrics',
		'/docs',
		'/cmp/preview/current',
		'//api/customer',
		'/CMP/../api/customer',
		'/healthz',
	])('serves no part of the portal: %s', async (path) => {
		served ??= await serve();
		const { status, text } = await get(served.own, path);
		expect([path, status, text.trim()]).toEqual([path, 404, 'There is nothing here.']);
	});
	let served: Held | undefined;

	test('is gone from the network once it is taken away, with its key', async () => {
		const held = await serve();
		expect((await get(held.own, '/nothing')).status).toBe(404);
		expect((await remove(held)).status).toBe(200);
		await expect.poll(() => handshakes(ports.https, held.own)).toBe(false);
		const left = await t.storage.inTenant(held.customerId, (tx) =>
			tx.query('select 1 from certificate where customer_id = $1', [held.customerId]),
		);
		expect(left).toEqual([]);
	});

	test('has keys that nobody reads in the database', async () => {
		const held = await serve();
		const [row] = await t.storage.inTenant(held.customerId, (tx) =>
			tx.query<{ private_key: string }>('select private_key from certificate where customer_id = $1', [held.customerId]),
		);
		const accounts = await t.storage.inPlatform((tx) => tx.query<{ private_key: string }>('select private_key from acme_account'));
		for (const { private_key: key } of [...accounts, ...(row ? [row] : [])]) expect(key).toMatch(/^v1\./);
		// Other files of this worker have accounts at authorities of their own, and challenges that were never taken up.
		expect(accounts.length).toBeGreaterThan(0);
		const waiting = await t.storage.inPlatform((tx) => tx.query('select 1 from acme_challenge where name = $1', [held.own]));
		expect(waiting).toEqual([]);
	});
});

describe('by the clock', () => {
	test('a certificate is ordered anew in time, and what differs meanwhile warns and changes nothing', async () => {
		const held = await serve();
		const row = await read(held);
		const { notAfter = '', renewAt = '', serial } = row.certificate ?? {};
		expect(Date.parse(notAfter) - Date.parse(renewAt)).toBeGreaterThanOrEqual(30 * DAY_MS);
		expect(Date.parse(notAfter) - Date.parse(renewAt)).toBeLessThanOrEqual(31 * DAY_MS);
		await orderDue(ordering);
		expect((await read(held)).ordering).toBe(false);

		const text = dns.zone.get(`_luvalla.${held.own}`);
		dns.zone.delete(`_luvalla.${held.own}`);
		await checkOne(ordering, held.customerId, held.id);
		expect(await read(held)).toMatchObject({ status: 'Validated', differing: 1 });
		expect((await read(held)).warning).toContain(`${held.own} answers today, but one record differs`);
		dns.zone.set(`_luvalla.${held.own}`, text ?? {});

		setClock(() => new Date(Date.parse(renewAt) + 1000));
		await orderDue(ordering);
		const after = await settled(held);
		expect(after).toMatchObject({ status: 'Renewed', warning: null });
		expect(after.certificate?.serial).not.toBe(serial);
	});

	test('name servers that fail at a renewal put it off, and the customer’s admins are told 21, 7 and 1 days before the end', async () => {
		const held = await serve();
		const { notAfter = '', renewAt = '' } = (await read(held)).certificate ?? {};
		dns.zone.set(held.own, { broken: true });
		setClock(() => new Date(Date.parse(renewAt) + 1000));
		await orderDue(ordering);
		const put = await settled(held);
		expect(put).toMatchObject({ status: 'Validated', reason: { code: 'dns_silent' } });
		expect(Date.parse(put.nextTryAt ?? '')).toBeGreaterThan(Date.parse(renewAt));
		expect(await handshakes(ports.https, held.own)).toBe(true);

		const mails = async (): Promise<string[]> =>
			(
				await t.storage.inPlatform((tx) =>
					tx.query<{ subject: string }>('select subject from mail where recipient = $1', [held.owner.email]),
				)
			).map(({ subject }) => subject);
		const atDaysLeft = async (days: number): Promise<number> => {
			setClock(() => new Date(Date.parse(notAfter) - days * DAY_MS));
			await tellEnding(ordering);
			await tellEnding(ordering);
			return (await mails()).length;
		};
		expect([await atDaysLeft(25), await atDaysLeft(20), await atDaysLeft(10), await atDaysLeft(6), await atDaysLeft(0.5)]).toEqual([
			0, 1, 1, 2, 3,
		]);
		expect((await mails())[0]).toBe(`The certificate of ${held.own} ends soon`);
		setClock(() => new Date(Date.parse(notAfter) + 1000));
		await tellEnding(ordering);
		expect(await read(held)).toMatchObject({ status: 'Invalid', reason: { code: 'expired' } });
	});
});

test('a platform admin sees all hosts, and which certificate each is really served with', async () => {
	const held = await serve();
	const admin = await t.person(['ADMIN']);
	const list = async (path: string): Promise<string[]> =>
		(await t.send(admin, 'GET', `/api/admin/${path}?q=${held.own}`)).json().data.map((one: { domain: string }) => one.domain);
	expect([await list('luvallafpdomains'), await list('validateddomains'), await list('reneweddomains')]).toEqual([
		[held.own],
		[held.own],
		[],
	]);
	expect((await t.send(held.owner, 'GET', '/api/admin/validateddomains')).status).toBe(403);

	const check = async () => (await t.send(admin, 'GET', `/api/admin/checkcertificates?customerId=${held.customerId}`)).json().data[0];
	expect(await check()).toMatchObject({ domain: held.own, ok: true, sentence: 'The stored certificate is served.' });
	await t.storage.inTenant(held.customerId, (tx) =>
		tx.query(`update custom_domain set serial = 'ab' where customer_id = $1`, [held.customerId]),
	);
	expect(await check()).toMatchObject({
		ok: false,
		sentence: 'Another certificate is served than the stored one.',
		stored: { serial: 'ab' },
	});
	// Where DNS leads into a closed network nobody is connected to.
	dns.zone.set(held.own, { a: ['10.9.8.7'] });
	expect(await check()).toMatchObject({ ok: false, served: null });
	expect((await check()).sentence).toContain('does not lead to a public address');
});
