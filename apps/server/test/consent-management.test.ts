/** Rates and tests of banners, purposes and material changes, webhooks of consent changes, the look for the snippet. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { openPointer } from '@luvalla/banner/serving.ts';
import { templates } from '@luvalla/banner/templates.ts';
import { consentRate } from '@luvalla/contract/consent/consent-rate.ts';
import type { Purpose } from '@luvalla/contract/consent/purposes.ts';
import type { BannerTest, Rate } from '@luvalla/contract/consent/rates.ts';
import type { WebhookDelivery } from '@luvalla/contract/consent/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { differenceOf, sampleFor, shareOf } from '../src/wings/consent/rates/intervals.ts';
import { checkSnippet } from '../src/wings/consent/snippet/look.ts';
import { BACKOFF, deliverDue } from '../src/wings/consent/webhooks/work.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { choice, draftFor, pointWebhook, publishBanner, sendImpression, sendRecords } from './fixtures.ts';

let t: TestApp;
let peer: Server;
let port: number;
/** What the peer was sent, and what it answers next. */
let got: { headers: IncomingMessage['headers']; body: string }[] = [];
let answers: number[] = [];
let page = '<html>';

beforeAll(async () => {
	peer = createServer(async (request, reply) => {
		if (request.url === '/hangs-up') return request.socket.destroy();
		let body = '';
		for await (const part of request) body += String(part);
		if (request.method === 'POST') {
			got.push({ headers: request.headers, body });
			reply.statusCode = answers.shift() ?? 204;
			reply.end();
		} else reply.end(page);
	});
	await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
	const address = peer.address();
	port = typeof address === 'object' && address ? address.port : 0;
	t = await testApp({ OUTBOUND_ALLOW: `127.0.0.1:${port},127.0.0.1:1` });
});
afterAll(async () => {
	await t.stop();
	await new Promise((done) => peer.close(done));
});
afterEach(() => {
	got = [];
	answers = [];
});

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	return { tenant, owner, banner: await publishBanner(t, owner, tenant) };
};
const ALL = { statistics: true, marketing: true, media: true };
const NONE = { statistics: false, marketing: false, media: false };
const choose = async (tenant: Tenant, folder: string, values: Record<string, boolean>) => {
	const sent = await sendRecords(t, tenant, folder, choice(values));
	expect(sent.json().data.refused).toEqual([]);
};
const impressionsOf = (tenant: Tenant): Promise<number> =>
	t.storage.inTenant(tenant.customerId, async (tx) => {
		const [row] = await tx.query<{ n: number }>('select coalesce(sum(n), 0)::int as n from impression_count where customer_id = $1', [
			tenant.customerId,
		]);
		return row?.n ?? 0;
	});
const on = (tenant: Tenant) => ({ headers: { domain_key: tenant.domainId } });

describe('intervals', () => {
	test('agree with published examples', () => {
		// Newcombe 1998: 81/263 by Wilson's method is 0.2553 to 0.3662; 56/70 minus 48/80 by method 10 is 0.0524 to 0.3339
		const share = shareOf(81, 263);
		expect([share.low?.toFixed(4), share.high?.toFixed(4)]).toEqual(['0.2553', '0.3662']);
		const difference = differenceOf({ yes: 48, of: 80 }, { yes: 56, of: 70 });
		expect([difference?.value.toFixed(4), difference?.low.toFixed(4), difference?.high.toFixed(4)]).toEqual(['0.2000', '0.0524', '0.3339']);
		expect(shareOf(0, 0)).toEqual({ value: null, low: null, high: null });
		expect(differenceOf({ yes: 0, of: 0 }, { yes: 1, of: 2 })).toBeNull();
	});
	test('a test of 50 % that looks for 5 points needs about 1,565 answers an arm, and fewer for larger differences', () => {
		expect(sampleFor(0.5, 5)).toBe(1565);
		expect(sampleFor(0.5, 10)).toBeLessThan(400);
	});
});

test('one yes that is taken back is an answer to a single purpose: no choice of the banner, and in no rate', async () => {
	const { tenant, owner, banner } = await scene();
	const [first = ''] = Object.keys(ALL);
	for (const values of [ALL, { [first]: false }, NONE]) await choose(tenant, banner.publishedFolder, values);
	const rate = async (): Promise<Rate | undefined> =>
		(await t.send(owner, 'GET', '/api/audit/domain/consentrates?by=day', on(tenant))).json().data[0];
	await expect.poll(rate).toMatchObject({ choices: 2, all: 1, some: 0, none: 1 });
	const today = new Date().toISOString().slice(0, 10);
	const list = async (query: string): Promise<string[]> =>
		(await t.send(owner, 'GET', `/api/audit/domain/consents?${query}`, on(tenant))).json().data.map(({ kind }: { kind: string }) => kind);
	expect((await list('')).sort()).toEqual(['all', 'answer', 'none']);
	expect(await list('kind=none')).toEqual(['none']);
	expect(await list('kind=answer')).toEqual(['answer']);
	const counted = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaincountsfordates`, {
		body: { startDate: today, endDate: today, domainList: [] },
	});
	expect(counted.json().data[0]).toMatchObject({ choices: 2, acceptedAll: 1, acceptedSome: 0 });
});

test('ADMIN reads the rates of a page of domains, of several customers at once, as each of them counts its own', async () => {
	const [one, two] = [await scene(), await scene()];
	for (const values of [ALL, NONE, NONE, NONE]) await choose(one.tenant, one.banner.publishedFolder, values);
	await choose(two.tenant, two.banner.publishedFolder, ALL);
	const quiet = await t.tenant();
	const ids = [one, two].map(({ tenant }) => tenant.domainId);
	const query = [...ids, quiet.domainId, crypto.randomUUID()].map((id) => `domainId=${id}`).join('&');
	const admin = await t.person(['ADMIN']);
	const read = async (): Promise<[string, number, number | null][]> =>
		(await t.send(admin, 'GET', `/api/admin/domainrates?${query}`)).json().data.map((row: Rate) => [row.key, row.choices, row.rate.value]);
	await expect
		.poll(async () => (await read()).toSorted())
		.toEqual(
			[
				[ids[0], 4, 0.25],
				[ids[1], 1, 1],
			].toSorted(),
		);
	expect((await t.send(admin, 'GET', `/api/admin/domainrates?domainId=${ids[1]}`)).json().data).toMatchObject([
		{ key: ids[1], label: two.tenant.host },
	]);
	expect((await t.send(admin, 'GET', '/api/admin/domainrates')).status).toBe(400);
	expect((await t.send(one.owner, 'GET', `/api/admin/domainrates?${query}`)).status).toBe(403);
});

test('rates are counted by day, publication, domain, language, device and country, with views beside them', async () => {
	const { tenant, owner, banner } = await scene();
	for (const values of [ALL, ALL, NONE, { ...NONE, media: true }]) await choose(tenant, banner.publishedFolder, values);
	const seen = await t.send(null, 'POST', '/edge/v1/impressions', {
		headers: { origin: `https://${tenant.host}` },
		body: { domainId: tenant.domainId, configuration: banner.publishedFolder, language: 'en' },
	});
	expect(seen.status).toBeLessThan(300);
	const read = async (by: string): Promise<Rate[]> =>
		(await t.send(owner, 'GET', `/api/audit/domain/consentrates?by=${by}`, on(tenant))).json().data;
	for (const by of ['day', 'configuration', 'domain', 'language', 'device', 'country']) {
		await expect
			.poll(async () => (await read(by)).map(({ choices, all, some, none, shown }) => ({ choices, all, some, none, shown })))
			.toEqual([{ choices: 4, all: 2, some: 1, none: 1, shown: 1 }]);
	}
	const [day] = await read('day');
	expect(day?.key).toBe(new Date().toISOString().slice(0, 10));
	// the consent rate: at least one yes, as the dashboard's counts have it
	expect(day?.rate).toEqual(shareOf(3, 4));
	const today = new Date().toISOString().slice(0, 10);
	const body = { startDate: today, endDate: today, domainList: [] };
	const counted = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaincountsfordates`, { body });
	const [{ choices, acceptedAll, acceptedSome, steps }] = counted.json().data;
	expect(consentRate({ choices, accepted: acceptedAll + acceptedSome })).toBe(day?.rate.value);
	expect(steps.reduce((sum: number, step: { accepted: number }) => sum + step.accepted, 0)).toBe(3);
	const [publication] = await read('configuration');
	expect([publication?.key, publication?.label]).toEqual([banner.publishedFolder, 'Banner 1']);
	expect((await read('domain')).map(({ key, label }) => [key, label])).toEqual([[tenant.domainId, tenant.host]]);
	// somebody else's domain is nobody's business here
	const stranger = await t.person([], { adminOf: [await t.tenant()] });
	expect((await t.send(stranger, 'GET', '/api/audit/domain/consentrates?by=day', on(tenant))).status).toBe(404);
});

test('two publications are tested with a stated sample and an interval; one runs a domain at a time', async () => {
	const { tenant, owner, banner } = await scene();
	const second = await publishBanner(t, owner, tenant, 'Other banner');
	// what is live now is the second; the first one is tried against it, and was seen before the test began
	await sendImpression(t, tenant, banner.publishedFolder);
	await expect.poll(async () => await impressionsOf(tenant)).toBe(1);
	const path = `/api/cmpconfigurator/published/${banner.publishedFolder}/test`;
	expect((await t.send(owner, 'POST', `/api/cmpconfigurator/published/${second.publishedFolder}/test`, { body: {} })).json().code).toBe(
		'already_live',
	);
	// A test shows another banner to visitors: who may not publish may not begin one.
	const setStatus = (status: number) =>
		t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query('update customer set status = $2 where customer_id = $1', [tenant.customerId, status]),
		);
	await setStatus(2);
	expect((await t.send(owner, 'POST', path, { body: {} })).json().code).toBe('customer_on_hold');
	await setStatus(1);
	const started: BannerTest = (await t.send(owner, 'POST', path, { body: { share: 0.5, detect: 30 } })).json().data;
	expect(started).toMatchObject({ share: 0.5, sample: sampleFor(0.5, 30), difference: null, verdict: 'early' });
	expect([started.first.shown, started.second.shown]).toEqual([0, 0]);
	const tested = async (): Promise<string[]> =>
		(await t.send(owner, 'GET', `/api/cmpconfigurator/lightconfig/${tenant.customerId}`))
			.json()
			.data.filter((one: { inTest: boolean }) => one.inTest)
			.map((one: { id: string }) => one.id)
			.sort();
	expect(await tested()).toEqual([banner.id, second.id].sort());
	await sendImpression(t, tenant, banner.publishedFolder);
	await expect.poll(async () => await impressionsOf(tenant)).toBe(2);
	expect((await t.send(owner, 'POST', path, { body: {} })).json().code).toBe('test_running');
	// nothing else is served meanwhile, by whichever way
	expect((await t.send(owner, 'POST', `/api/cmpconfigurator/${second.folder}/publish`)).json().code).toBe('test_running');
	expect((await t.send(owner, 'POST', `/api/cmpconfigurator/published/${banner.publishedFolder}/rollback`)).json().code).toBe(
		'test_running',
	);
	const pointer = openPointer((await t.app.inject({ url: `/cmp/d/${tenant.domainId}.js` })).payload).pointer;
	expect([pointer.folder, pointer.test?.[0], pointer.test?.[1].folder]).toEqual([second.publishedFolder, 0.5, banner.publishedFolder]);

	for (let i = 0; i < started.sample; i++) {
		await choose(tenant, second.publishedFolder, i % 5 === 0 ? ALL : NONE);
		await choose(tenant, banner.publishedFolder, i % 5 === 0 ? NONE : ALL);
	}
	const [running]: BannerTest[] = (await t.send(owner, 'GET', '/api/cmpconfigurator/test', on(tenant))).json().data;
	expect([running?.first.choices, running?.second.choices]).toEqual([started.sample, started.sample]);
	expect([running?.first.shown, running?.second.shown]).toEqual([0, 1]);
	expect(running?.verdict).toBe('second');
	expect(running?.difference?.low).toBeGreaterThan(0);
	expect(running?.difference?.high).toBeGreaterThan(running?.difference?.value ?? 1);

	const ended: BannerTest = (await t.send(owner, 'DELETE', path)).json().data;
	expect([ended.kept, ended.endedAt === null]).toEqual([banner.publishedFolder, false]);
	expect(await tested()).toEqual([]);
	await expect
		.poll(async () => openPointer((await t.app.inject({ url: `/cmp/d/${tenant.domainId}.js` })).payload).pointer)
		.toMatchObject({ folder: banner.publishedFolder });
	expect((await t.send(owner, 'DELETE', path)).json().code).toBe('no_test');
});

test('a material change asks again those who said yes, for that purpose only; a no stands', async () => {
	const { tenant, owner } = await scene();
	const read = async (): Promise<Purpose[]> => (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
	const statistics = (await read()).find((one) => one.name === 'Statistics');
	expect(statistics).toMatchObject({ version: 1, live: true, retentionMonths: null, yes: 0, no: 0, legalBasis: 'consent' });
	const change = (body: object) =>
		t.send(owner, 'PUT', `/api/consent/purpose/${tenant.customerId}`, { body: { id: statistics?.id, ...body } });
	expect((await change({ material: true })).json().code).toBe('first_version');

	const config = structuredClone(templates['bottom-bar'].config);
	const category = config.categories.find((one) => one.key === 'statistics');
	if (category) category.texts.en.about = 'How the site is used, sold to the highest bidder.';
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant), config: JSON.stringify(config) },
	});
	const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	expect([published.status, published.text.slice(0, 200)]).toEqual([200, expect.anything()]);
	const pointer = async () => openPointer((await t.app.inject({ url: `/cmp/d/${tenant.domainId}.js` })).payload).pointer;
	await expect.poll(async () => (await pointer()).folder).not.toBe('');
	expect((await pointer()).material).toBeUndefined();

	const answered = await change({ material: true, retentionMonths: 24 });
	expect([answered.status, answered.text.slice(0, 300)]).toEqual([200, expect.anything()]);
	const changed: Purpose = answered.json().data;
	expect(changed).toMatchObject({ version: 2, retentionMonths: 24 });
	expect(changed.versions.map((one) => [one.version, one.material])).toEqual([
		[2, true],
		[1, false],
	]);
	await expect.poll(async () => Object.keys((await pointer()).material ?? {})).toEqual(['statistics']);
	expect(Math.abs(((await pointer()).material?.statistics ?? 0) - Date.now() / 1000)).toBeLessThan(60);
	expect((await change({ retentionMonths: 0 })).status).toBe(400);
	expect((await change({ retentionMonths: null })).json().data.retentionMonths).toBeNull();
});

test('a key under which another purpose is asked about, in other words, asks again those who said yes to the one before', async () => {
	const { tenant, owner } = await scene();
	const publish = async (name: string, about: string, purposes: Record<string, string>): Promise<string> => {
		const config = structuredClone(templates['bottom-bar'].config);
		const category = config.categories.find((one) => one.key === 'statistics');
		if (category) category.texts.en = { name, about };
		const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
			body: { ...draftFor(tenant), title: name, config: JSON.stringify(config), mapper: JSON.stringify({ purposes }) },
		});
		const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
		expect([published.status, published.text.slice(0, 200)]).toEqual([200, expect.anything()]);
		return published.json().data.publishedFolder;
	};
	const served = async (folder: string) => {
		const read = async () => openPointer((await t.app.inject({ url: `/cmp/d/${tenant.domainId}.js` })).payload).pointer;
		await expect.poll(async () => (await read()).folder).toBe(folder);
		return read();
	};
	const { name, about } = templates['bottom-bar'].config.categories.find((one) => one.key === 'statistics')?.texts.en ?? {
		name: '',
		about: '',
	};
	// The same words by another name ask nothing else.
	const renamed = await publish(name, about, { statistics: 'Counting' });
	expect((await served(renamed)).material).toBeUndefined();
	const asked = Date.now() / 1000;
	const profiling = await publish('Profiles', 'Profiles of visitors are sold to partners.', {});
	const { material } = await served(profiling);
	expect(Object.keys(material ?? {})).toEqual(['statistics']);
	expect(material?.statistics).toBeGreaterThanOrEqual(Math.floor(asked));
	// Served again, the one before asks those who said yes to the profiles.
	expect((await t.send(owner, 'POST', `/api/cmpconfigurator/published/${renamed}/rollback`)).status).toBe(200);
	expect((await served(renamed)).material?.statistics).toBeGreaterThanOrEqual(material?.statistics ?? Number.POSITIVE_INFINITY);
});

describe('a test of the consent-change webhook', () => {
	test('goes with the headers that are stored, signed; what came back is told, and to whom it is nobody’s business nothing is sent', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const test = (who: Person) => t.send(who, 'POST', `/api/domain/${tenant.domainId}/webhook/test`);
		expect((await test(owner)).json()).toMatchObject({ code: 'no_webhook' });
		const headerValues = [{ header: 'X-Key', value: 'very secret' }];
		await t.send(owner, 'PUT', '/api/manage/domain', {
			body: {
				id: tenant.domainId,
				domain: tenant.host,
				name: '',
				consentChangeWebHook: { url: 'https://shop.example.com/tested', headerValues },
			},
		});
		// A plain address, which only a test may have.
		await pointWebhook(t, tenant, `http://127.0.0.1:${port}/tested`);
		const before = got.length;
		expect((await test(owner)).json().data).toMatchObject({ status: 204, error: null });
		expect(got.length).toBe(before + 1);
		const { headers, body } = got[before] ?? { headers: {}, body: '' };
		expect(headers['x-key']).toBe('very secret');
		expect(JSON.parse(body)).toEqual({ Domain: tenant.host, UpdatedTs: expect.any(String) });
		expect(headers['webhook-signature']).toMatch(/^v1,/);
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		expect((await test(stranger)).status).toBe(404);
		expect(got.length).toBe(before + 1);
	});

	test('that had no answer says why', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const why = async (address: string) => {
			await pointWebhook(t, tenant, address);
			return (await t.send(owner, 'POST', `/api/domain/${tenant.domainId}/webhook/test`)).json().data;
		};
		expect(await why(`https://127.0.0.1:${port}/`)).toMatchObject({
			status: 0,
			why: 'no_tls',
			error: expect.stringContaining('cannot be reached'),
		});
		expect(await why(`http://127.0.0.1:${port}/hangs-up`)).toMatchObject({ status: 0, why: 'hung_up' });
		expect(await why('http://127.0.0.1:1/')).toMatchObject({ status: 0, why: 'refused' });
		expect(await why('http://169.254.169.254/')).toMatchObject({ status: 0, why: 'not_allowed' });
		expect(await why(`http://127.0.0.1:${port}/tested`)).toMatchObject({ status: 204, why: null, error: null });
	});
});

describe('the consent-change webhook', () => {
	const makeDue = ({ customerId }: Tenant) =>
		t.storage.inTenant(customerId, (tx) =>
			tx.query(`update webhook_delivery set next_try_at = now() where customer_id = $1 and status = 'waiting'`, [customerId]),
		);
	const hooked = async () => {
		const { tenant, owner, banner } = await scene();
		const set = await t.send(owner, 'PUT', '/api/manage/domain', {
			body: {
				id: tenant.domainId,
				domain: tenant.host,
				name: '',
				consentChangeWebHook: { url: 'https://shop.example.com/hook', headerValues: [{ header: 'x-shop', value: 'key-of-the-shop' }] },
			},
		});
		expect(set.status).toBe(200);
		await pointWebhook(t, tenant, `http://127.0.0.1:${port}/hook`);
		const { secret } = (await t.send(owner, 'POST', `/api/domain/${tenant.domainId}/webhook/secret`)).json().data;
		return { tenant, owner, banner, secret: String(secret) };
	};
	const log = async (owner: Person, tenant: Tenant): Promise<WebhookDelivery[]> =>
		(await t.send(owner, 'GET', `/api/domain/${tenant.domainId}/webhook/deliveries?size=100`)).json().data;

	test('tells of every record once, signed, with the customer’s headers and the specified fields', async () => {
		const { tenant, owner, banner, secret } = await hooked();
		const records = choice({ statistics: true, media: false });
		await sendRecords(t, tenant, banner.publishedFolder, records);
		await sendRecords(t, tenant, banner.publishedFolder, records);
		await expect.poll(() => got.length).toBe(2);
		for (const { headers, body } of got) {
			expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
				EventType: 'consentAdded',
				Domain: tenant.host,
			});
			expect(headers['x-shop']).toBe('key-of-the-shop');
			expect(Object.keys(JSON.parse(body))).toEqual(
				expect.arrayContaining(['luvallaId', 'Email', 'EventType', 'Domain', 'ConsentName', 'ConsentValue', 'UpdatedTs']),
			);
		}
		expect(got.map(({ body }) => [JSON.parse(body).ConsentName, JSON.parse(body).ConsentValue]).sort()).toEqual([
			['Media', false],
			['Statistics', true],
		]);
		await expect.poll(async () => (await log(owner, tenant)).map((one) => one.status)).toEqual(['delivered', 'delivered']);
		// being woken again sends nothing more
		expect(await deliverDue(t.server.kernel, tenant.customerId)).toBe(false);
		expect(got).toHaveLength(2);
	});

	test('names a known person, and rates do not count what no banner asked', async () => {
		const { tenant, owner } = await hooked();
		const [purpose] = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
		const headers = { customer_key: String(tenant.customerId) };
		const said = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
			headers,
			body: { person: { email: 'anna@example.com' }, purposeId: purpose.id, value: false, at: new Date().toISOString() },
		});
		await expect.poll(() => got.length).toBe(1);
		expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
			luvallaId: said.json().data.luvallaId,
			Email: 'anna@example.com',
			ConsentName: purpose.name,
			ConsentValue: false,
		});
		const today = new Date().toISOString().slice(0, 10);
		const counted = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaincountsfordates`, {
			body: { startDate: today, endDate: today, domainList: [] },
		});
		expect(counted.json().data).toMatchObject([{ choices: 0, records: 1 }]);
		expect((await t.send(owner, 'GET', '/api/audit/domain/consentrates?by=day', { headers })).json().data).toEqual([]);
	});

	test('is tried again later, gives up at the end, and is sent again by hand with the same id and body', async () => {
		const { tenant, owner, banner } = await hooked();
		answers = Array.from({ length: 20 }, () => 500);
		await sendRecords(t, tenant, banner.publishedFolder, choice({ statistics: true }));
		await expect.poll(async () => (await log(owner, tenant))[0]?.attempts.length).toBeGreaterThanOrEqual(1);
		const [waiting] = await log(owner, tenant);
		expect(waiting?.attempts[0]).toMatchObject({ status: 500, error: 'HTTP 500' });
		expect(Date.parse(waiting?.nextTryAt ?? '') - Date.parse(waiting?.attempts[0]?.at ?? '')).toBeGreaterThanOrEqual(5000);
		const id = waiting?.id ?? '';
		const attempts = async () => (await log(owner, tenant))[0]?.attempts.length ?? 0;
		// Time passes: each try is made as it comes due, here or by the worker, who may have been first.
		for (let made = await attempts(); made <= BACKOFF.length; made = await attempts()) {
			// Made due while the worker has it in hand, what came of that try is nobody's to write down: it is made due again.
			await expect
				.poll(async () => {
					await makeDue(tenant);
					await deliverDue(t.server.kernel, tenant.customerId);
					return attempts();
				})
				.toBeGreaterThan(made);
		}
		const [failed] = await log(owner, tenant);
		expect([failed?.status, failed?.nextTryAt, failed?.attempts.length]).toEqual(['failed', null, BACKOFF.length + 1]);
		const tried = got.length;
		answers = [];
		const again = await t.send(owner, 'POST', `/api/domain/${tenant.domainId}/webhook/deliveries/${id}/resend`);
		expect(again.json().data.status).toBe('waiting');
		await expect.poll(async () => (await log(owner, tenant))[0]?.status).toBe('delivered');
		expect([got[tried]?.body, got[tried]?.headers['webhook-id']]).toEqual([got[0]?.body, got[0]?.headers['webhook-id']]);
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		expect((await t.send(stranger, 'GET', `/api/domain/${tenant.domainId}/webhook/deliveries`)).status).toBe(404);
	});

	test('never reaches an inner address', async () => {
		const { tenant, owner, banner } = await scene();
		await pointWebhook(t, tenant, 'http://169.254.169.254/latest');
		await sendRecords(t, tenant, banner.publishedFolder, choice({ statistics: true }));
		await expect
			.poll(async () => (await log(owner, tenant))[0]?.attempts[0])
			.toMatchObject({ why: 'not_allowed', error: expect.stringMatching(/not a public address|does not lead to a public address/) });
	});
});

test('the snippet is looked for; once it is gone, the admins get one mail', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const host = `shop${tenant.customerId}.localhost:${port}`;
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set host = $2 where customer_id = $1', [tenant.customerId, host]),
	);
	// as on any page that nobody may look at from inside
	expect(await checkSnippet(t.server.kernel, tenant.customerId, tenant.domainId)).toMatchObject({
		state: 'unreachable',
		seenAt: null,
		problem: { code: 'not_public', about: null },
	});
	const allowed = await testApp({ OUTBOUND_ALLOW: host });
	const look = () => checkSnippet(allowed.server.kernel, tenant.customerId, tenant.domainId);
	const mails = () =>
		t.storage.inPlatform((tx) => tx.query<{ subject: string }>('select subject from mail where recipient = $1', [owner.email]));
	try {
		page = '<html>nothing';
		expect(await look()).toMatchObject({ state: 'missing', seenAt: null });
		expect(await mails()).toEqual([]);
		page = `<html><script src="http://localhost:4000/cmp/d/${tenant.domainId}.js"></script>`;
		expect((await look())?.state).toBe('live');
		page = '<html>nothing';
		expect((await look())?.state).toBe('missing');
		expect((await look())?.state).toBe('missing');
		expect((await mails()).map((one) => one.subject)).toEqual([`${host} no longer loads its consent banner`]);
	} finally {
		await allowed.stop();
	}
	const state = await t.send(owner, 'GET', `/api/domain/${tenant.domainId}/snippet`);
	expect(state.json().data).toMatchObject({ state: 'missing' });
	expect(state.json().data.seenAt).not.toBeNull();
});

test('the first steps tick themselves: domain, banner, snippet, choice', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const steps = async (who = owner) => {
		const answer = await t.send(who, 'GET', `/api/manage/firststeps/${tenant.customerId}`);
		if (answer.status !== 200) throw new Error(answer.text);
		return answer.json().data;
	};
	const NOTHING = {
		banner: false,
		snippet: false,
		choice: false,
		campaigns: true,
		audience: false,
		message: false,
		sent: false,
		site: null,
	};
	expect(await steps()).toEqual({ waits: false, domain: true, unproven: null, ...NOTHING });
	const banner = await publishBanner(t, owner, tenant);
	expect(await steps()).toMatchObject({ banner: true, snippet: false, choice: false, site: `https://${tenant.host}/` });
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`insert into snippet_look (customer_id, domain_id, checked_at, state, seen_at) values ($1, $2, now(), 'live', now())
			on conflict (customer_id, domain_id) do update set seen_at = now()`,
			[tenant.customerId, tenant.domainId],
		),
	);
	expect(await steps()).toMatchObject({ snippet: true, choice: false });
	await choose(tenant, banner.publishedFolder, ALL);
	expect(await steps()).toMatchObject({ domain: true, banner: true, snippet: true, choice: true });
	// Whoever sees another domain of the customer learns nothing of this one.
	const added = await t.send(owner, 'POST', '/api/domain', {
		body: { domain: `other-${tenant.host}`, name: '', customerId: tenant.customerId },
	});
	const domainAdmin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...tenant, domainId: added.json().data.id }] });
	const unproven = { id: added.json().data.id, domain: `other-${tenant.host}` };
	expect(await steps(domainAdmin)).toEqual({ waits: false, domain: false, unproven, ...NOTHING });
});
