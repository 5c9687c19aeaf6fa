import { brotliDecompressSync } from 'node:zlib';
import { templates } from '@luvalla/banner/templates.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChoices } from '../src/wings/consent/ledger/store.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { choice, draftFor, edgeRecord, publishBanner, sendRecords } from './fixtures.ts';
import { leafOfYes } from './proven-leaf.ts';

let t: TestApp;
let tenant: Tenant;
let owner: Person;
let banner: Awaited<ReturnType<typeof publishBanner>>;
beforeAll(async () => {
	t = await testApp();
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
	banner = await publishBanner(t, owner, tenant);
});
afterAll(() => t.stop());

const NO = { statistics: false, marketing: false, media: false };
const YES = { statistics: true, marketing: true, media: true };
const consents = async (query = '') =>
	(await t.send(owner, 'GET', `/api/audit/domain/consents${query}`, { headers: { domain_key: tenant.domainId } })).json();

test('a choice arrives in the report, the counts and on its own page', async () => {
	const own = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const { publishedFolder } = await publishBanner(t, admin, own);
	const records = choice({ ...NO, statistics: true });
	const stored = await sendRecords(t, own, publishedFolder, records);
	expect(stored.json()).toEqual({ data: { stored: 3, known: 0, refused: [] } });
	expect(stored.headers['access-control-allow-origin']).toBe(`https://${own.host}`);

	const report = (await t.send(admin, 'GET', '/api/audit/domain/consents', { headers: { domain_key: own.domainId } })).json();
	expect(report.page).toEqual({ total: 1, next: null });
	expect(report.data).toMatchObject([
		{
			kind: 'some',
			yes: ['Statistics'],
			no: ['Marketing', 'Media'],
			domain: own.host,
			version: 1,
			browser: 'Chrome 140',
			device: 'desktop',
		},
	]);

	const today = new Date().toISOString().slice(0, 10);
	const counts = await t.send(admin, 'POST', `/api/customer/${own.customerId}/aggregateddomaincountsfordates`, {
		body: { startDate: today, endDate: today, domainList: [] },
	});
	expect(counts.json().data).toMatchObject([
		{ choices: 1, acceptedAll: 0, acceptedSome: 1, refused: 0, records: 3, domains: [{ domain: own.host, choices: 1 }] },
	]);

	const page = (await t.send(admin, 'GET', `/api/audit/domain/consents/${records[0]?.id}`)).json().data;
	expect(page).toMatchObject({
		id: records[0]?.id,
		category: 'statistics',
		value: true,
		how: 'banner',
		network: t.network,
		browser: 'Chrome 140',
		device: 'desktop',
		country: null,
		clockSkewed: false,
		purpose: { name: 'Statistics', version: 1, legalBasis: 'consent' },
		configuration: { folder: publishedFolder, version: 1, measured: false },
	});
	expect(page.choice).toHaveLength(3);
	// Nobody but us could have made this leaf from anything but these facts.
	expect(leafOfYes(own, publishedFolder, page, null)).toBe(page.leaf);
});

test('a replayed batch changes nothing, and another answer under the same id is refused', async () => {
	const [first, ...rest] = choice(NO);
	expect((await sendRecords(t, tenant, banner.publishedFolder, [first, ...rest])).json().data).toEqual({
		stored: 3,
		known: 0,
		refused: [],
	});
	expect((await sendRecords(t, tenant, banner.publishedFolder, [first, ...rest])).json().data).toEqual({
		stored: 0,
		known: 3,
		refused: [],
	});
	expect((await sendRecords(t, tenant, banner.publishedFolder, [{ ...first, value: true }])).json().data).toEqual({
		stored: 0,
		known: 0,
		refused: [{ id: first?.id, code: 'id_conflict' }],
	});
	const page = (await t.send(owner, 'GET', `/api/audit/domain/consents/${first?.id}`)).json().data;
	expect(page.value).toBe(false);
	// Twice in one batch is one record too.
	const twin = edgeRecord('media', true);
	expect((await sendRecords(t, tenant, banner.publishedFolder, [twin, twin])).json().data).toEqual({ stored: 1, known: 1, refused: [] });
	// The first of them is the one that counts: a yes behind a no of the same id turns nothing.
	for (const value of [false, true]) {
		const [one, other] = [edgeRecord('media', value), edgeRecord('statistics', true)];
		const sent = [one, { ...one, value: !value }, other, { ...one, value: !value }];
		const conflict = { id: one.id, code: 'id_conflict' };
		const refused = [conflict, conflict];
		expect((await sendRecords(t, tenant, banner.publishedFolder, sent)).json().data).toEqual({ stored: 2, known: 0, refused });
		expect((await t.send(owner, 'GET', `/api/audit/domain/consents/${one.id}`)).json().data.value).toBe(value);
	}
});

test('a bad record is refused by name and sinks no other', async () => {
	const good = edgeRecord('media', true);
	const answer = await sendRecords(t, tenant, banner.publishedFolder, [
		good,
		{ ...edgeRecord('media', true), at: new Date(0).toISOString() },
		edgeRecord('nothing', true),
		edgeRecord('necessary', true),
		'text',
		null,
		{ ...edgeRecord('media', true), language: 'e\u0000n' },
		{ ...edgeRecord('media', true), value: 'yes' },
	]);
	expect(answer.status).toBe(200);
	expect(answer.json().data.stored).toBe(1);
	expect(answer.json().data.refused.map((r: { code: string }) => r.code)).toEqual([
		'at_mismatch',
		'unknown_category',
		'unknown_category',
		'malformed',
		'malformed',
		'malformed',
		'malformed',
	]);
	const unknown = await sendRecords(t, tenant, 'p0', [edgeRecord('media', true)]);
	expect(unknown.json().data.refused).toMatchObject([{ code: 'unknown_configuration' }]);
});

test('any clock is kept and wild ones are marked', async () => {
	const day = 86_400_000;
	const wild = [Date.now() + 2 * day, Date.now() - 91 * day, 1000, 4_000_000_000_000].map((msecs) => edgeRecord('media', true, {}, msecs));
	const tame = [Date.now() + day / 2, Date.now() - 89 * day].map((msecs) => edgeRecord('media', true, {}, msecs));
	expect((await sendRecords(t, tenant, banner.publishedFolder, [...wild, ...tame])).json().data.stored).toBe(6);
	for (const record of [...wild, ...tame]) {
		const page = (await t.send(owner, 'GET', `/api/audit/domain/consents/${record.id}`)).json().data;
		expect([page.at, page.clockSkewed]).toEqual([record.at, wild.includes(record)]);
	}
});

test('records are taken only from pages of the domain', async () => {
	const record = edgeRecord('media', true);
	for (const origin of [
		'https://evil.example.com',
		`http://${tenant.host}`,
		`https://${tenant.host}:8443`,
		`https://www.${tenant.host}`,
		'null',
		'nonsense',
	])
		expect((await sendRecords(t, tenant, banner.publishedFolder, [record], { origin })).status).toBe(403);
	const none = await t.app.inject({
		method: 'POST',
		url: '/edge/v1/records',
		payload: { domainId: tenant.domainId, configuration: banner.publishedFolder, records: [record] },
	});
	expect([none.statusCode, none.json().code]).toEqual([403, 'wrong_origin']);
	const unknown = await t.send(null, 'POST', '/edge/v1/records', {
		headers: { origin: 'https://a.example.com' },
		body: { domainId: v7(), configuration: 'x', records: [record] },
	});
	expect([unknown.status, unknown.json().code]).toEqual([404, 'unknown_domain']);
});

test('sendBeacon’s text/plain is read as JSON', async () => {
	const body = JSON.stringify({ domainId: tenant.domainId, configuration: banner.publishedFolder, records: [edgeRecord('media', false)] });
	const answer = await t.app.inject({
		method: 'POST',
		url: '/edge/v1/records',
		headers: { origin: `https://${tenant.host}`, 'content-type': 'text/plain;charset=UTF-8' },
		payload: body,
	});
	expect(answer.json()).toEqual({ data: { stored: 1, known: 0, refused: [] } });
});

test('an old configuration stays valid after a new one is published', async () => {
	const again = await publishBanner(t, owner, tenant, 'Second');
	expect(again.publishedFolder).not.toBe(banner.publishedFolder);
	for (const folder of [banner.publishedFolder, again.publishedFolder])
		expect((await sendRecords(t, tenant, folder, [edgeRecord('media', true)])).json().data.stored).toBe(1);
	banner = { ...banner, version: again.version };
});

test('a published folder is served unchanged for ever, and the pointer moves', async () => {
	const own = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const none = await t.send(null, 'GET', `/cmp/d/${own.domainId}.js`);
	expect(none.status).toBe(404);
	const first = await publishBanner(t, admin, own);
	const read = (folder: string, file: string) => t.send(null, 'GET', `/cmp/${folder}/${file}`);
	const before = await read(first.publishedFolder, 'light.en.js');
	expect([before.status, before.headers['cache-control'], before.headers['content-type']]).toEqual([
		200,
		'public, max-age=31536000, immutable',
		'text/javascript; charset=utf-8',
	]);
	const pointer = async () => (await t.send(null, 'GET', `/cmp/d/${own.domainId}.js`)).text;
	await expect.poll(pointer).toContain(first.publishedFolder);
	const second = await publishBanner(t, admin, own, 'Other');
	await expect.poll(pointer).toContain(second.publishedFolder);
	expect((await read(first.publishedFolder, 'light.en.js')).text).toBe(before.text);
	// A browser that has the newest pointer gets no bytes again; one that has an older one gets the new.
	const asked = (etag: string) => t.app.inject({ url: `/cmp/d/${own.domainId}.js`, headers: { 'if-none-match': etag } });
	const { etag } = (await asked('')).headers;
	const again = await asked(String(etag));
	expect([again.statusCode, again.payload, again.headers['cache-control']]).toEqual([
		304,
		'',
		'public, max-age=60, stale-while-revalidate=2592000, stale-if-error=2592000',
	]);
	expect((await asked('W/"another"')).statusCode).toBe(200);
	const packed = await t.app.inject({
		url: `/cmp/${first.publishedFolder}/light.en.js`,
		headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
	});
	expect([packed.headers['content-encoding'], brotliDecompressSync(packed.rawPayload).toString()]).toEqual(['br', before.text]);
	const refusing = { url: `/cmp/${first.publishedFolder}/light.en.js`, headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0' } };
	expect((await t.app.inject(refusing)).payload).toBe(before.text);
	expect((await read(first.publishedFolder, '%2e%2e%2fconfig.json')).status).toBe(404);
	expect((await read(first.publishedFolder, 'nothing.js')).status).toBe(404);
});

test('publishing refuses a banner whose choices are not equal, and names the point', async () => {
	const config = structuredClone(templates['bottom-bar'].config);
	config.colours.buttonText = config.colours.button;
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant, 'Unfair'), config: JSON.stringify(config) },
	});
	const refused = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`, {
		headers: { 'accept-language': 'fi' },
	});
	expect([refused.status, refused.json().code]).toEqual([422, 'unfair_choice']);
	expect(refused.json().fields).toEqual({ 'colours.buttonText': 'Painikkeiden tekstin kontrastin pitää olla vähintään 4,5:1.' });
	expect((await consents()).page.total).toBeGreaterThan(0);
});

test('a refusal names each point that fails, two of one field in one sentence after the other', async () => {
	const config = structuredClone(templates['bottom-bar'].config);
	config.colours.buttonText = config.colours.button;
	if (config.texts.en) config.texts.en.accept = '\u2800';
	config.colours.text = '#dddddd';
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant, 'Unfair in many ways'), config: JSON.stringify(config) },
	});
	const refused = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	expect([refused.status, refused.json().code]).toEqual([422, 'unfair_choice']);
	expect(refused.json().fields).toEqual({
		'colours.buttonText': 'The text of the buttons needs a contrast of 4.5:1.',
		'colours.text': 'The text needs a contrast of 4.5:1 with the background.',
		'texts.en.refuse': 'Both buttons need a label.',
		'texts.en.accept': 'Accept and refuse must be equal: two different labels of comparable length. No text may be missing.',
	});
});

test('a customer on hold or not onboarded drafts but does not publish; a live banner keeps taking records', async () => {
	const held = await t.tenant();
	const admin = await t.person([], { adminOf: [held] });
	const live = await publishBanner(t, admin, held);
	await t.storage.inTenant(held.customerId, (tx) => tx.query('update customer set status = 2 where customer_id = $1', [held.customerId]));
	const saved = await t.send(admin, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(held, 'Held') });
	expect(saved.status).toBe(200);
	const refused = await t.send(admin, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	expect([refused.status, refused.json().code]).toEqual([409, 'customer_on_hold']);
	expect((await sendRecords(t, held, live.publishedFolder, choice(YES))).json().data.stored).toBe(3);

	const fresh = await t.tenant({ status: 0 });
	const newcomer = await t.person([], { adminOf: [fresh] });
	const draft = await t.send(newcomer, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(fresh) });
	expect((await t.send(newcomer, 'POST', `/api/cmpconfigurator/${draft.json().data.folder}/publish`)).json().code).toBe(
		'customer_not_onboarded',
	);
});

test('saving again keeps one draft; a changed wording makes a new version of its purpose', async () => {
	const own = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const first = await publishBanner(t, admin, own);
	const config = structuredClone(templates['bottom-bar'].config);
	const category = config.categories.find((c) => c.key === 'statistics');
	if (category) category.texts.en.about = 'Another sentence.';
	const saved = await t.send(admin, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(own), config: JSON.stringify(config) },
	});
	expect(saved.json().data).toMatchObject({ id: first.id, status: 0, version: 1, live: true });
	const published = await t.send(admin, 'POST', `/api/cmpconfigurator/${first.folder}/publish`);
	const [record] = choice({ statistics: true });
	await sendRecords(t, own, published.json().data.publishedFolder, [record]);
	const [old] = choice({ statistics: true });
	await sendRecords(t, own, first.publishedFolder, [old]);
	const version = async (id: string | undefined) => (await t.send(admin, 'GET', `/api/audit/domain/consents/${id}`)).json().data.purpose;
	expect(await version(record?.id)).toMatchObject({ version: 2, wording: 'Statistics. Another sentence.', wordingLanguage: 'en' });
	expect((await version(old?.id)).version).toBe(1);
	expect((await t.send(admin, 'DELETE', `/api/cmpconfigurator/lightconfig/${first.folder}`)).json().code).toBe('configuration_live');
});

test('the report pages, filters by kind and by domain, and says when there is more than it counts', async () => {
	const own = await t.tenant();
	const admin = await t.person([], { adminOf: [own] });
	const { publishedFolder } = await publishBanner(t, admin, own);
	for (let i = 0; i < 7; i++) await sendRecords(t, own, publishedFolder, choice(i % 2 === 0 ? YES : NO));
	const read = async (query: string) => (await t.send(admin, 'GET', `/api/audit/domain/consents?${query}`)).json();
	const first = await read('size=3&page=1');
	expect([first.data.length, first.page]).toEqual([3, { total: 7, next: 2 }]);
	const all = (await Promise.all([1, 2, 3].map((page) => read(`size=3&page=${page}`)))).flatMap((p) =>
		p.data.map((c: { choiceId: string }) => c.choiceId),
	);
	expect(new Set(all).size).toBe(7);
	expect((await read('kind=all')).page.total).toBe(4);
	expect((await read('kind=none')).data.every((c: { yes: string[] }) => c.yes.length === 0)).toBe(true);
	// However far back those of a kind are.
	const span = { from: new Date(0), to: new Date(Date.now() + 86_400_000), domainIds: null };
	for (const lookBack of [1, 4, 1000])
		for (const [offset, found] of [
			[0, 3],
			[3, 1],
		] as const) {
			const rows = await t.storage.inTenant(own.customerId, (tx) =>
				listChoices(tx, own.customerId, span, { kind: 'all', self: false }, offset, 3, 'en', lookBack),
			);
			expect([rows.length, rows.every(({ kind, no }) => kind === 'all' && no.length === 0)]).toEqual([found, true]);
		}
});

test('nobody can change or remove a record or a publication, whatever they send to the database', async () => {
	for (const table of ['consent_record', 'publication', 'publication_file', 'blob', 'activity', 'purpose_version'])
		for (const sql of [`update ${table} set customer_id = customer_id`, `delete from ${table}`])
			await expect(t.storage.inTenant(tenant.customerId, (tx) => tx.query(sql))).rejects.toThrow(/permission denied/);
});
