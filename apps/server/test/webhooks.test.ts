/** Webhooks of many customers: nobody waits for somebody else's million, nor for somebody's server that does not answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { deliverDue, post } from '../src/wings/consent/webhooks/work.ts';
import { bringDomain } from '../src/wings/tenancy/wing.ts';
import { type Tenant, type TestApp, testApp } from './app.ts';
import { choice, pointWebhook, publishBanner, sendRecords } from './fixtures.ts';
import { slowness } from './slowness.ts';

let t: TestApp;
let server: Server;
let url: string;
/** Per path: how often, and by which ids. */
const heard = new Map<string, string[]>();
beforeAll(async () => {
	server = createServer((request, response) => {
		const path = request.url ?? '';
		heard.set(path, [...(heard.get(path) ?? []), String(request.headers['webhook-id'])]);
		request.resume();
		// One that never answers holds its own customer's deliveries only.
		if (!path.startsWith('/silent')) request.on('end', () => response.end());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
});
afterAll(async () => {
	await t.stop();
	server.closeAllConnections();
	server.close();
});

const hooked = async (path: string): Promise<{ tenant: Tenant; folder: string }> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	await pointWebhook(t, tenant, `${url}${path}`);
	return { tenant, folder: publishedFolder };
};

/** Deliveries that wait, as an import leaves them. */
const backlog = ({ customerId, domainId }: Tenant, count: number): Promise<unknown> =>
	t.storage.asOwner((owner) =>
		owner.query(
			`insert into webhook_delivery (customer_id, delivery_id, domain_id, body, next_try_at)
			select $1, gen_random_uuid(), $2, '{}', now() - interval '1 minute' from generate_series(1, $3::int)`,
			[customerId, domainId, count],
		),
	);

const waiting = ({ customerId }: Tenant): Promise<number> =>
	t.storage.inTenant(customerId, async (tx) => {
		const [row] = await tx.query<{ n: number }>(
			`select count(*)::int as n from webhook_delivery where customer_id = $1 and status = 'waiting'`,
			[customerId],
		);
		return row?.n ?? -1;
	});

/** What waits, and what its tries came to. */
const kept = ({ customerId }: Tenant): Promise<unknown[]> =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query(
			`select attempts, next_try_at - now() as "in", count(*) from webhook_delivery where customer_id = $1 and status = 'waiting' group by 1, 2`,
			[customerId],
		),
	);

/** Milliseconds until a choice of this customer's visitor is told. */
const toldAfter = async ({ tenant, folder }: { tenant: Tenant; folder: string }, path: string): Promise<number> => {
	const before = heard.get(path)?.length ?? 0;
	const begun = performance.now();
	await sendRecords(t, tenant, folder, choice({ statistics: true }));
	await expect.poll(() => heard.get(path)?.length ?? 0, { interval: 20 }).toBe(before + 1);
	return performance.now() - begun;
};

test('a header of the customer’s own arrives as it was written, and none takes the place of those that sign', async () => {
	const got: { headers: [string, string][]; body: string }[] = [];
	const peer = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		const headers = request.rawHeaders.flatMap((name, n, all): [string, string][] =>
			n % 2 === 0 ? [[name.toLowerCase(), all[n + 1] ?? '']] : [],
		);
		got.push({ headers, body: Buffer.concat(parts).toString('utf8') });
		response.end();
	});
	await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
	const body = '{"name":"Päivi 李"}';
	const posted = await post(t.server.kernel, 'msg_1', body, {
		host: 'shop.example',
		url: `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`,
		headers: [
			{ header: 'X-Shop', value: 'Päivän kauppa' },
			{ header: 'Webhook-Id', value: 'theirs' },
			{ header: 'Content-Type', value: 'text/plain' },
		],
		secret: `whsec_${Buffer.from('a signing secret').toString('base64')}`,
	});
	peer.close();
	const values = (name: string) => got[0]?.headers.filter(([own]) => own === name).map(([, value]) => value);
	expect([posted?.attempt.status, got[0]?.body]).toEqual([200, body]);
	expect(['x-shop', 'webhook-id', 'content-type'].map(values)).toEqual([['Päivän kauppa'], ['msg_1'], ['application/json']]);
});

test('a server that says when to come back is left alone until then', async () => {
	for (const [status, said, seconds] of [
		[429, '3600', 3600],
		[503, '3600', 3600],
		// What it says of another answer is no wish, and who asks for a moment waits for ours.
		[500, '3600', 5],
		[429, '1', 5],
	] as const) {
		const busy = createServer((request, response) => {
			request.resume();
			response.writeHead(status, { 'retry-after': said }).end();
		});
		await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
		const tenant = await t.tenant();
		await pointWebhook(t, tenant, `http://127.0.0.1:${(busy.address() as AddressInfo).port}/`);
		await backlog(tenant, 1);
		const before = Date.now();
		await deliverDue(t.server.kernel, tenant.customerId);
		const rows = await t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query<{ next: Date; tried: number }>(
				'select next_try_at as next, jsonb_array_length(attempts) as tried from webhook_delivery where customer_id = $1',
				[tenant.customerId],
			),
		);
		const [row] = rows;
		busy.close();
		expect(row?.tried).toBe(1);
		const after = ((row?.next.getTime() ?? 0) - before) / 1000;
		expect([status, said, after >= seconds, after < seconds + 600]).toEqual([status, said, true, true]);
	}
});

// The hundred thousand take their time to be put there; the two seconds are what is held.
test('a customer’s news does not wait behind another customer’s hundred thousand', async () => {
	const large = await hooked('/large');
	const small = await hooked('/small');
	await backlog(large.tenant, 100_000);
	// Any news wakes the large one's deliveries.
	await sendRecords(t, large.tenant, large.folder, choice({ statistics: true }));
	await expect.poll(() => heard.get('/large')?.length ?? 0).toBeGreaterThan(100);
	for (let n = 0; n < 3; n++) expect(await toldAfter(small, '/small')).toBeLessThan(2000 * slowness());
	expect(await waiting(large.tenant)).toBeGreaterThan(1000);
	// It is worked off, not forgotten, and each once.
	const sent = heard.get('/large') ?? [];
	expect(new Set(sent).size).toBe(sent.length);
	await t.storage.inTenant(large.tenant.customerId, (tx) =>
		tx.query('delete from webhook_delivery where customer_id = $1', [large.tenant.customerId]),
	);
});

test('servers that never answer hold up nobody else', async () => {
	const small = await hooked('/quick');
	for (let n = 0; n < 10; n++) {
		const silent = await hooked(`/silent-${n}`);
		await backlog(silent.tenant, 100);
		await sendRecords(t, silent.tenant, silent.folder, choice({ statistics: true }));
	}
	expect(await toldAfter(small, '/quick')).toBeLessThan(2000 * slowness());
});

test('one domain’s server that never answers does not hold up the customer’s others', async () => {
	const tenant = await t.tenant();
	const silent = { ...tenant, domainId: newId() };
	await t.storage.inTenant(tenant.customerId, (tx) =>
		bringDomain(tx, tenant.customerId, silent.domainId, { host: 'b.example.com', name: '', webhookUrl: null, webhookHeaders: null }),
	);
	await pointWebhook(t, tenant, `${url}/good`);
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set webhook_url = $3 where customer_id = $1 and domain_id = $2', [
			tenant.customerId,
			silent.domainId,
			`${url}/silent`,
		]),
	);
	await backlog(silent, 100);
	await backlog(tenant, 100);
	const under = deliverDue(t.server.kernel, tenant.customerId);
	// Long before the silent one is given up.
	await expect.poll(() => heard.get('/good')?.length ?? 0, { interval: 20 }).toBe(100);
	expect(heard.get('/silent')).toHaveLength(10);
	await under;
});

test('two workers send each delivery once; what a killed one had leased is sent when the lease is over', async () => {
	const { tenant } = await hooked('/twice');
	await backlog(tenant, 90);
	const work = async (): Promise<void> => {
		while (await deliverDue(t.server.kernel, tenant.customerId));
	};
	await Promise.all([work(), work(), work()]);
	// The program's own worker may have some of them, too, and writes when it has its turn; what keeps them waiting is named.
	await expect.poll(() => kept(tenant)).toEqual([]);
	const sent = heard.get('/twice') ?? [];
	expect([sent.length, new Set(sent).size]).toEqual([90, 90]);
	await backlog(tenant, 1);
	const leaseEnds = (interval: string) =>
		t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query(`update webhook_delivery set next_try_at = now() + $2::interval where customer_id = $1 and status = 'waiting'`, [
				tenant.customerId,
				interval,
			]),
		);
	await leaseEnds('1 hour');
	expect(await deliverDue(t.server.kernel, tenant.customerId)).toBe(false);
	expect(await waiting(tenant)).toBe(1);
	await leaseEnds('0');
	await expect
		.poll(async () => {
			await deliverDue(t.server.kernel, tenant.customerId);
			return waiting(tenant);
		})
		.toBe(0);
});
