/** Views of banners as counters, two publications side by side, and pages of hosts that share one choice. */
import { openPointer } from '@luvalla/banner/serving.ts';
import { templates } from '@luvalla/banner/templates.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { endTest, readImpressions, startTest } from '../src/wings/consent/wing.ts';
import { startApp, type Tenant } from './app.ts';
import { choice, draftFor, publishBanner, sendImpression, sendRecords } from './fixtures.ts';

const t = await startApp({ GEO_HEADER: 'x-country' });
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });

const counted = (of: Tenant) => {
	const day = new Date().toISOString().slice(0, 10);
	return t.storage.inTenant(of.customerId, (tx) => readImpressions(tx, of.customerId, of.domainId, day, day));
};

test('views are summed by day, folder, language, device and country, and by nothing else', async () => {
	const own = await t.tenant();
	const { publishedFolder } = await publishBanner(t, await t.person([], { adminOf: [own] }), own);
	const answers = await Promise.all([
		...Array.from({ length: 40 }, () => sendImpression(t, own, publishedFolder, { 'x-country': 'FI' })),
		...Array.from({ length: 3 }, () => sendImpression(t, own, publishedFolder, {}, 'fi')),
	]);
	expect(answers.map((a) => [a.status, a.text]).filter(([status, text]) => status !== 200 || text !== '{"data":{}}')).toEqual([]);
	expect(answers[0]?.headers['access-control-allow-origin']).toBe(`https://${own.host}`);
	expect((await counted(own)).map(({ folder, language, device, country, count }) => [folder, language, device, country, count])).toEqual([
		[publishedFolder, 'en', 'desktop', 'FI', 40],
		[publishedFolder, 'fi', 'desktop', '', 3],
	]);
	const columns = await t.storage.asOwner((db) =>
		db.query<{ name: string }>(
			`select column_name as name from information_schema.columns where table_name = 'impression_count' order by 1`,
		),
	);
	expect(columns.rows.map((row) => row.name)).toEqual([
		'country',
		'customer_id',
		'device',
		'domain_id',
		'folder',
		'language',
		'minute',
		'n',
		'part',
	]);
	const times = await t.storage.asOwner((db) =>
		db.query<{ minute: Date }>('select distinct minute from impression_count where customer_id = $1', [own.customerId]),
	);
	expect(times.rows.map(({ minute }) => minute.toISOString())).toEqual([`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`]);
});

test('a view comes as a beacon too; only of pages of the domain, of what was published there, and in a language', async () => {
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	const beacon = await t.app.inject({
		method: 'POST',
		url: '/edge/v1/impressions',
		headers: { origin: `https://${tenant.host}`, 'content-type': 'text/plain;charset=UTF-8' },
		payload: JSON.stringify({ domainId: tenant.domainId, configuration: publishedFolder, language: 'en' }),
	});
	expect(beacon.statusCode).toBe(200);
	const codes = async (sent: ReturnType<typeof sendImpression>) => {
		const answer = await sent;
		return [answer.status, answer.json().code];
	};
	expect(await codes(sendImpression(t, tenant, publishedFolder, { origin: 'https://evil.example.com' }))).toEqual([403, 'wrong_origin']);
	expect(await codes(sendImpression(t, tenant, 'p0'))).toEqual([422, 'unknown_configuration']);
	expect(await codes(sendImpression(t, { ...tenant, domainId: v7() }, publishedFolder))).toEqual([404, 'unknown_domain']);
	expect((await sendImpression(t, tenant, publishedFolder, {}, 'x'.repeat(30))).status).toBe(400);
});

test('a test serves two publications of one domain until it ends', async () => {
	const own = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const second = await publishBanner(t, admin, own, 'Second');
	const unguarded = await t.send(admin, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(own, 'Unguarded'), config: JSON.stringify({ ...templates['bottom-bar'].config, blockKnown: false }) },
	});
	const third = await t.send(admin, 'POST', `/api/cmpconfigurator/${unguarded.json().data.folder}/publish`);
	const first = await publishBanner(t, admin, own, 'First');
	const inOwn = (work: (tx: Parameters<typeof startTest>[0]) => Promise<void>) => t.storage.inTenant(own.customerId, work);
	const start = (folder: string, share: number) => inOwn((tx) => startTest(tx, own.customerId, own.domainId, { folder, share }));
	const served = async () => openPointer((await t.send(null, 'GET', `/cmp/d/${own.domainId}.js`)).text).pointer;

	await expect(start(second.publishedFolder, 1)).rejects.toMatchObject({ code: 'share_range' });
	await expect(start(first.publishedFolder, 0.5)).rejects.toMatchObject({ code: 'same_arm' });
	await expect(start((await publishBanner(t, owner, tenant, 'Foreign')).publishedFolder, 0.5)).rejects.toMatchObject({
		code: 'unknown_arm',
	});
	await expect(start(String(third.json().data.publishedFolder), 0.5)).rejects.toMatchObject({ code: 'loaders_apart' });
	await start(second.publishedFolder, 0.25);
	await expect.poll(async () => (await served()).test?.[0]).toBe(0.25);
	expect([(await served()).folder, (await served()).test?.[1].folder]).toEqual([first.publishedFolder, second.publishedFolder]);
	const [domain] = (await t.send(admin, 'GET', `/api/customer/${own.customerId}/domain`)).json().data as { banner: unknown }[];
	expect(domain?.banner).toMatchObject({ test: { folder: second.publishedFolder, share: 0.25 } });
	// Records of either arm are taken.
	for (const folder of [first.publishedFolder, second.publishedFolder])
		expect((await sendRecords(t, own, folder, choice({ media: true }))).json().data.stored).toBe(1);
	await inOwn((tx) => endTest(tx, own.customerId, own.domainId));
	await expect.poll(async () => (await served()).test).toBeUndefined();
	const empty = await t.tenant();
	await expect(
		t.storage.inTenant(empty.customerId, (tx) => startTest(tx, empty.customerId, empty.domainId, { folder: 'p', share: 0.5 })),
	).rejects.toMatchObject({ code: 'no_live_banner' });
});

test('hosts under one registrable domain share a choice when the customer says so, and only then', async () => {
	const config = structuredClone(templates['bottom-bar'].config);
	config.joined.subdomains = true;
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant, 'Shared'), config: JSON.stringify(config) },
	});
	const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	const folder = String(published.json().data.publishedFolder);
	await expect
		.poll(async () => openPointer((await t.send(null, 'GET', `/cmp/d/${tenant.domainId}.js`)).text).pointer.cookie)
		.toBe('example.com');
	const from = async (origin: string) => (await sendRecords(t, tenant, folder, choice({ media: false }), { origin })).status;
	expect([await from(`https://www.${tenant.host}`), await from('https://example.com'), await from('https://other.example.com')]).toEqual([
		200, 200, 200,
	]);
	expect([await from('https://example.org'), await from('https://evilexample.com'), await from('http://www.example.com')]).toEqual([
		403, 403, 403,
	]);
	// A publication that does not share takes its own host only.
	const { publishedFolder } = await publishBanner(t, owner, tenant, 'Alone');
	expect((await sendRecords(t, tenant, publishedFolder, choice({ media: false }), { origin: `https://www.${tenant.host}` })).status).toBe(
		403,
	);
});
