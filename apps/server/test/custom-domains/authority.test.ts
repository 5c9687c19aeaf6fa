/** A certificate authority that limits, is slow, breaks or forgets us: each is a reason with a time, never a loop. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId, setClock } from '../../src/kernel/clock.ts';
import { type Ordering, waitAfter, workOrder } from '../../src/wings/tenancy/certificates/order.ts';
import { orderDue } from '../../src/wings/tenancy/certificates/sweeps.ts';
import { beginOrder, setCreated } from '../../src/wings/tenancy/custom-domains/store.ts';
import { type TestApp, testApp } from '../app.ts';
import { startAuthority } from '../fixtures/authority.ts';
import { startDns } from '../fixtures/dns.ts';
import { freePort } from '../fixtures/free-port.ts';
import { CERTIFICATE } from '../fixtures/tls.ts';
import { stageOf } from './stage.ts';

let t: TestApp;
let dns: Awaited<ReturnType<typeof startDns>>;
let authority: Awaited<ReturnType<typeof startAuthority>>;
let ordering: Ordering;
const URN = 'urn:ietf:params:acme:error:';

const { hold, read, setRecords, validate, remove, settled } = stageOf(
	() => t,
	() => dns,
);

beforeAll(async () => {
	dns = await startDns();
	authority = await startAuthority();
	const caFile = join(mkdtempSync(join(tmpdir(), 'luvalla-ca-')), 'ca.pem');
	writeFileSync(caFile, CERTIFICATE);
	t = await testApp({
		DNS_SERVERS: dns.address,
		CUSTOM_DOMAIN_A: '127.0.0.1',
		HTTPS_PORT: String(await freePort()),
		ACME_HTTP_PORT: String(await freePort()),
		ACME_DIRECTORY_URL: authority.directory,
		ACME_CA_FILE: caFile,
	});
	ordering = { kernel: t.server.kernel, addresses: async () => ['127.0.0.1'] };
});
afterAll(async () => {
	await t.stop();
	await authority.stop();
	await dns.stop();
});
beforeEach(() => setClock(null));

const ordered = async () => {
	const held = await hold();
	await setRecords(held);
	const before = authority.orders(held.own);
	await validate(held);
	const row = await settled(held);
	return { held, row, orders: authority.orders(held.own) - before };
};

test('its limits: it stays Created with the reason, and waits as long as the authority says', async () => {
	authority.answerOrders({
		status: 429,
		body: { type: `${URN}rateLimited`, detail: 'too many certificates already issued for example.com' },
		headers: { 'retry-after': '7200' },
	});
	const { held, row, orders } = await ordered();
	expect(row).toMatchObject({ status: 'Created', reason: { code: 'ca_limits' }, certificate: null });
	expect(row.reason?.sentence).toContain('too many certificates already issued');
	expect(orders).toBe(1);
	const next = Date.parse(row.nextTryAt ?? '');
	expect(next - Date.now()).toBeGreaterThan(7_100_000);
	expect((await validate(held)).json().code).toBe('order_too_soon');

	// Nobody asks before that; then it is asked once, and left alone for twice as long.
	await orderDue(ordering);
	expect((await read(held)).ordering).toBe(false);
	authority.answerOrders({ status: 503, body: { type: `${URN}serverInternal`, detail: 'maintenance' } });
	setClock(() => new Date(next + 1000));
	const before = authority.orders(held.own);
	await orderDue(ordering);
	const later = await settled(held);
	expect(later).toMatchObject({ status: 'Created', reason: { code: 'ca_away' } });
	expect(authority.orders(held.own) - before).toBe(1);
	expect(Date.parse(later.nextTryAt ?? '')).toBe(next + 1000 + waitAfter(1, null));
});

test('a refusal: it is Invalid, in the authority’s words', async () => {
	authority.answerOrders({
		status: 403,
		body: { type: `${URN}rejectedIdentifier`, detail: 'The ACME server refuses to issue for this name' },
	});
	const { row } = await ordered();
	expect(row).toMatchObject({ status: 'Invalid', reason: { code: 'ca_refused', sentence: expect.stringContaining('refuses to issue') } });
});

test('silence: it is called slow, and tried again by itself', async () => {
	authority.answerOrders('silent');
	const { row, orders } = await ordered();
	expect(row).toMatchObject({ status: 'Created', reason: { code: 'ca_slow' } });
	expect(orders).toBe(1);
	expect(Date.parse(row.nextTryAt ?? '')).toBeGreaterThan(Date.now());
});

test('an account that it has forgotten is made anew with the next order', async () => {
	authority.answerOrders({ status: 400, body: { type: `${URN}accountDoesNotExist`, detail: 'No such account' } });
	const { row } = await ordered();
	expect(row).toMatchObject({ status: 'Created', reason: { code: 'ca_away' } });
	expect(
		await t.storage.inPlatform((tx) => tx.query('select 1 from acme_account where directory_url = $1', [authority.directory])),
	).toEqual([]);
});

test('after eight tries one that was never served waits for a person', async () => {
	authority.answerOrders({ status: 500, body: {} });
	const { held } = await ordered();
	for (let tries = 1; tries < 8; tries += 1) {
		const { nextTryAt } = await read(held);
		setClock(() => new Date(Date.parse(nextTryAt ?? '') + 1000));
		await orderDue(ordering);
		await settled(held);
	}
	expect(await read(held)).toMatchObject({ status: 'Invalid', reason: { code: 'ca_away' } });
	setClock(() => new Date(Date.now() + 90 * 86_400_000));
	await orderDue(ordering);
	expect(await read(held)).toMatchObject({ status: 'Invalid', ordering: false });
});

test('an order that two workers are given is worked on once, and what is no longer wanted changes nothing', async () => {
	authority.answerOrders({ status: 429, body: { type: `${URN}rateLimited`, detail: 'later' } });
	const held = await hold();
	await setRecords(held);
	const { customerId, id } = held;
	const [wanted, other] = [newId(), newId()];
	await t.storage.inTenant(customerId, (tx) => beginOrder(tx, customerId, id, wanted));
	const before = authority.orders(held.own);
	await workOrder(ordering, customerId, id, other);
	expect([authority.orders(held.own) - before, (await read(held)).ordering]).toEqual([0, true]);
	await Promise.all(Array.from({ length: 4 }, () => workOrder(ordering, customerId, id, wanted)));
	expect([authority.orders(held.own) - before, (await settled(held)).reason?.code]).toEqual([1, 'ca_limits']);
	await workOrder(ordering, customerId, id, wanted);
	expect(authority.orders(held.own) - before).toBe(1);
});

test('an order whose job was lost is made anew an hour later', async () => {
	authority.answerOrders({ status: 403, body: { type: `${URN}rejectedIdentifier`, detail: 'no' } });
	const held = await hold();
	await setRecords(held);
	const { customerId, id } = held;
	await t.storage.inTenant(customerId, async (tx) => {
		await setCreated(tx, customerId, id);
		await beginOrder(tx, customerId, id, newId());
	});
	const began = Date.now();
	setClock(() => new Date(began + 50 * 60_000));
	await orderDue(ordering);
	expect((await read(held)).ordering).toBe(true);
	setClock(() => new Date(began + 70 * 60_000));
	await orderDue(ordering);
	expect(await settled(held)).toMatchObject({ status: 'Invalid', reason: { code: 'ca_refused' } });
});

test('a domain that is taken away while it is ordered leaves nothing behind', async () => {
	authority.answerOrders({ status: 429, body: { type: `${URN}rateLimited`, detail: 'later' } });
	const held = await hold();
	await setRecords(held);
	const { customerId, id, own } = held;
	const wanted = newId();
	await t.storage.inTenant(customerId, (tx) => beginOrder(tx, customerId, id, wanted));
	dns.zone.set(own, { silent: true });
	const working = workOrder(ordering, customerId, id, wanted);
	expect((await remove(held)).status).toBe(200);
	await working;
	expect(await t.storage.inPlatform((tx) => tx.query(`select 1 from directory where kind = 'custom-host' and key = $1`, [own]))).toEqual(
		[],
	);
});

test('waits double from five minutes to a day', () => {
	expect([0, 1, 2, 8, 9, 50].map((tries) => waitAfter(tries, null) / 60_000)).toEqual([5, 10, 20, 1280, 1440, 1440]);
	expect(waitAfter(0, 3_600_000)).toBe(3_600_000);
});
