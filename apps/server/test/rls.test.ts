/**
 * The second lock, apart from the first: with the tenant set to A, plain SQL on every tenant table sees no row of B and
 * cannot write one. A tenant table without rows of both fails, so that nothing is proven by emptiness.
 */

import { templates } from '@luvalla/banner/templates.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { keepScratch } from '../src/kernel/runs/store.ts';
import type { Tx } from '../src/kernel/storage/storage.ts';
import { tellCounts } from '../src/kernel/tally/news.ts';
import { noteReminders } from '../src/wings/billing/licences/store.ts';
import { erasePerson } from '../src/wings/consent/answers/erase-person.ts';
import { insertSite } from '../src/wings/consent/cookie-scans/sites-store.ts';
import { insertScan, writeFindings, writeItems } from '../src/wings/consent/cookie-scans/store.ts';
import { enterArrival } from '../src/wings/consent/ledger/arrivals.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { eraseRecords } from '../src/wings/consent/proof/erase.ts';
import { selfCheck } from '../src/wings/consent/proof/self-check.ts';
import { checkSnippet } from '../src/wings/consent/snippet/look.ts';
import { findNews as takeWebhookNews } from '../src/wings/consent/webhooks/work.ts';
import { keepLink } from '../src/wings/people/addresses/mine.ts';
import { membersOf, mergePersons, unmergePerson } from '../src/wings/people/wing.ts';
import { noteAdding, noteRun, writeLog } from '../src/wings/profiles/connectors/store.ts';
import { insertEvents } from '../src/wings/profiles/events/store.ts';
import { keepAttributes } from '../src/wings/profiles/profiles/attributes.ts';
import { changeProfiles } from '../src/wings/profiles/profiles/change.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { choice, publishBanner, sendForget, sendImpression, sendRecords, sendVisit } from './fixtures.ts';
import { checkedFile, writtenFile } from './upload.ts';

let t: TestApp;
let a: Tenant;
let b: Tenant;
let tables: string[] = [];

/** Two who were one for a while, an address that was confirmed, and somebody erased whose no is remembered. */
const fillPeople = async (
	{ customerId }: Tenant,
	email: string,
	says: (email: string, value: boolean, at?: Date) => Promise<string>,
): Promise<void> => {
	const { kernel } = t.server;
	const kept = await says(email, false);
	const gone = await says(`other-${email}`, true);
	const erased = await says(`erased-${email}`, false);
	const inTenant = (work: (tx: Tx) => Promise<unknown>) => t.storage.inTenant(customerId, work);
	await inTenant((tx) => mergePersons(tx, kernel.hooks, customerId, { gone, kept }, 'user:test'));
	await says(email, false);
	await inTenant((tx) => unmergePerson(tx, kernel.hooks, customerId, gone, 'user:test'));
	await inTenant((tx) => keepLink(tx, customerId, email, `other-${email}`, kept, new Date()));
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, kernel, customerId, erased));
	await says(`erased-${email}`, true, new Date(Date.now() - 3_600_000));
};

/** A segment by hand with somebody in it, one by rule, an audience, something known of somebody who is two, and something that they did. */
const fillProfiles = async (tenant: Tenant, owner: Person, purposeId: string, person: string): Promise<void> => {
	const { customerId, domainId } = tenant;
	const headers = { customer_key: String(customerId), domain_key: domainId };
	const made = async (url: string, body: object): Promise<string> => {
		const sent = await t.send(owner, 'POST', url, { headers, body });
		if (sent.status !== 200) throw new Error(sent.text);
		return sent.json().data.id;
	};
	const segment = await made('/api/manage/domain/segment', { name: 'By hand' });
	await made(`/api/manage/domain/segment/${segment}/members`, { people: [{ luvallaId: person }] });
	await made('/api/manage/domain/segment', { name: 'By rule', rule: { field: `consent.${purposeId}`, is: 'is', value: 'yes' } });
	await made('/api/manage/audience', { title: 'Audience', segments: [segment] });
	const at = new Date();
	await t.storage.inTenant(customerId, async (tx) => {
		await keepAttributes(tx, customerId, new Map([['shoe', 'number']]));
		await changeProfiles(tx, customerId, [{ cluster: await membersOf(tx, customerId, person), change: { city: 'Turku' } }]);
		const [other] = await findPersonsOf(tx, customerId, person);
		await mergePersons(tx, t.server.kernel.hooks, customerId, { gone: person, kept: other ?? '' }, 'user:test');
		await insertEvents(tx, customerId, [
			{ id: v7({ msecs: at.getTime() }), at, number: 0, domainId, type: 'order', properties: { sum: 5 }, how: 'api' },
		]);
	});
};

const findPersonsOf = async (tx: Tx, customerId: number, but: string): Promise<string[]> =>
	(
		await tx.query<{ person: string }>('select person from person where customer_id = $1 and person <> $2 order by number', [
			customerId,
			but,
		])
	).map(({ person }) => person);

/** A visitor who may be remembered, with something that they did; one who is no longer; and a domain that keeps events for a month. */
const fillVisitors = async (tenant: Tenant, owner: Person, configuration: string): Promise<void> => {
	for (const ends of [false, true]) {
		const [yes] = choice({ statistics: true });
		await sendRecords(t, tenant, configuration, [yes]);
		const told = await sendVisit(t, tenant, configuration, yes?.id ?? '');
		if (told.status !== 200) throw new Error(told.text);
		if (ends) await sendForget(t, tenant, configuration, yes?.id ?? '');
	}
	await t.send(owner, 'PUT', `/api/manage/domain/eventsettings/${tenant.domainId}`, { body: { keepDays: 30 } });
};

/** A tenant with rows in every table, made as people make them. */
/** A connector, a run of it with its log, and somebody who was sent. */
const fillConnectors = async ({ customerId }: Tenant, owner: Person): Promise<void> => {
	const config = { host: 'mail.example.com', password: 'a password' };
	const added = await t.send(owner, 'POST', '/api/manage/Connector', { body: { customerId, type: 'smtp', config } });
	if (added.status !== 200) throw new Error(added.text);
	const { id } = added.json().data;
	await t.storage.inTenant(customerId, async (tx) => {
		await noteRun(tx, customerId, id, newId());
		await writeLog(tx, customerId, newId(), 0, [{ code: 'ended', detail: {} }]);
		await noteAdding(tx, customerId, id, [{ key: newId(), person: newId(), number: 1, content: Buffer.alloc(32) }]);
	});
};

/** A cookie of the customer's own. */
const fillCookies = async ({ customerId }: Tenant, owner: Person): Promise<void> => {
	const url = `/api/manage/browserscan/cookierepo/customer/${customerId}`;
	const added = await t.send(owner, 'POST', url, { body: { name: 'own', type: 'statistics' } });
	if (added.status !== 200) throw new Error(added.text);
};

/** A site that is scanned, and a scan of it with an item and a finding. */
const fillScans = async ({ customerId }: Tenant): Promise<void> => {
	const scanId = newId();
	const item = { kind: 'cookie', name: 'x', host: 'x.example', party: 'first', bytes: 1, cookie: null } as const;
	const seen = { before: null, accept: null, reject: null };
	const finding = { code: 'not-secure', sentence: { en: 'x', fi: 'x' }, pass: null, page: null, item, source: null, fix: null } as const;
	const how = { every: 'never', nonCmp: true, pages: 1, depth: 0, robots: false } as const;
	await t.storage.inTenant(customerId, async (tx) => {
		await insertSite(tx, customerId, newId(), 'x.example', how, null);
		await insertScan(tx, customerId, { scanId, host: 'x.example', url: 'https://x.example/', nonCmp: true, scheduled: false });
		await writeItems(tx, customerId, scanId, 0, [{ item: { ...item, seen }, fresh: false, codes: ['not-secure'] }]);
		await writeFindings(tx, customerId, scanId, [finding]);
	});
};

/** A content with a picture, and a constellation that was published with it. */
const fillContents = async (tenant: Tenant, owner: Person): Promise<void> => {
	const { customerId, domainId } = tenant;
	const headers = { customer_key: String(customerId), domain_key: domainId };
	const made = async (method: 'POST' | 'PUT', path: string, body?: object): Promise<string> => {
		const sent = await t.send(owner, method, `/api/manage/${path}`, { headers, ...(body && { body }) });
		if (sent.status !== 200) throw new Error(sent.text);
		return sent.json().data.id;
	};
	const content = await made('POST', 'content', { title: 'Text', contentType: 'SMS', controls: { en: { simpletext: 'Hello' } } });
	await made('POST', `content/${content}/approve`);
	const constellation = await made('POST', 'constellation/', { title: 'Texts', channel: 1, contents: [content] });
	await made('PUT', `constellation/${constellation}/publish`);
	await t.storage.inTenant(customerId, (tx) =>
		tx.query(
			`insert into picture (customer_id, picture_id, sha256, type, name, width, height, bytes, created_at)
			values ($1, $2, $3, 'image/png', 'picture', 1, 1, $3, now())`,
			[customerId, newId(), Buffer.alloc(32)],
		),
	);
};
/** Credits from a voucher, a payment with a part refunded, and a licence that was reminded of. */
const fillBilling = async (tenant: Tenant): Promise<void> => {
	const { customerId, domainId } = tenant;
	const admin = await t.person(['ADMIN']);
	const made = async (method: 'POST' | 'PUT', url: string, body?: object) => {
		const sent = await t.send(admin, method, url, { ...(body && { body }) });
		if (sent.status !== 200) throw new Error(sent.text);
		return sent.json().data;
	};
	const { code } = await made('POST', '/api/Voucher/Manual', { value: 5 });
	await made('PUT', `/api/voucher/${customerId}/${code}`);
	const { id } = await made('POST', '/api/payment', { customerId, credit: 2, reference: newId() });
	await made('PUT', '/api/payment', { transactionId: id, refund: 1 });
	const days = { startsOn: '2026-01-01', endsOn: '2026-12-31' };
	const licence = await made('POST', `/api/customer/${customerId}/domainlicense`, { domainId, ...days });
	await t.storage.inTenant(customerId, (tx) => noteReminders(tx, customerId, licence.id, [30], new Date()));
};

/** A row in each table of messages, and of hosts and apps: what stands in them is tested elsewhere. */
const fillEngagement = ({ customerId, domainId }: Tenant): Promise<void> =>
	t.storage.inTenant(customerId, async (tx) => {
		const [id, run, at] = [newId(), newId(), new Date()];
		const fill = (table: string, values: Record<string, unknown>): Promise<unknown> => {
			const named = { customer_id: customerId, ...values };
			const places = Object.keys(named).map((_, place) => `$${place + 1}`);
			return tx.query(`insert into ${table} (${Object.keys(named).join(', ')}) values (${places.join(', ')})`, Object.values(named));
		};
		const made = { created_at: at, changed_at: at };
		const letter = { run_id: run, channel: 0, entry: 1 };
		await fill('sender', {
			sender_id: id,
			domain_id: domainId,
			name: 'x',
			address: 'x@x.example',
			postal: 'x',
			selector: 'x',
			public_key: 'x',
			private_key: 'x',
			...made,
		});
		await fill('campaign', {
			campaign_id: id,
			domain_id: domainId,
			title: id,
			constellation: '[]',
			is_transactional: false,
			status: 0,
			changes: '{}',
			options: '{}',
			...made,
		});
		await fill('campaign_run', {
			run_id: run,
			campaign_id: id,
			domain_id: domainId,
			kind: 'real',
			state: 'done',
			plan: '{}',
			begins_at: at,
			created_at: at,
			created_by: 'user:x',
		});
		await fill('campaign_lane', { run_id: run, channel: 0, next_entry: 1, spent: true, free_at: at, failures: 0 });
		await fill('delivery', { at, ...letter, number: 1, person: newId(), state: 'accepted' });
		await fill('delivery_lease', { lease_id: id, run_id: run, channel: 0, members: [1], begun: [], until: at });
		await fill('delivery_part', { run_id: run, channel: 0, entry: 1, entries: [1], file_id: id });
		await fill('file_taken', { run_id: run, channel: 6, form: 'google', kind: 'add', taken_at: at, taken_by: id, whole: true });
		await fill('file_removal', { run_id: run, channel: 6, form: 'google', entry: 1, line: null, at });
		await fill('delivery_count', { run_id: run, channel: 0, what: 'accepted', reason: '', minute: at, part: 0, n: 1 });
		await fill('delivery_hit', { ...letter, id, at, kind: 'open', machine: false });
		await fill('delivery_first', { ...letter, kind: 'open', at });
		await fill('link_count', { run_id: run, link: 0, minute: '2026-11-20', part: 0, n: 1 });
		const place = { campaign_id: id, place_id: id, person: id, number: 1, version: 1, step: 'first', state: 'waiting', why: 'event:visit' };
		await fill('journey', { campaign_id: id, journey: '{}', state: 'draft', version: 1 });
		await fill('journey_version', { campaign_id: id, version: 1, journey: '{}', runs: '{}', since: at });
		await fill('journey_place', { ...place, entered_at: at });
		await fill('journey_count', { campaign_id: id, step: 'first', what: 'entered', reason: '', minute: at, part: 0, n: 1 });
		await fill('people_watch', { kind: 'event', subject: 'visit' });
		await fill('people_news', { news_id: id, kind: 'event', subject: 'visit', number: 1, at });
		await fill('short_link', { code: 'abcdefghij', path: '/u/x', run_id: run, channel: 1, created_at: at });
		await fill('message_pause', { person: id, until: at });
		await fill('uat_address', { address: 'x@example.com', asked_at: at });
		await fill('custom_domain', { custom_domain_id: id, host: `${id}.example.com`, status: 'Initiated', created_at: at });
		await fill('certificate', { custom_domain_id: id, chain: 'x', private_key: 'x' });
		const app = { app_id: id, name: 'x', status: 0, created_at: at };
		await fill('first_party_app', { ...app, host: `${id}.example.com`, kind: 'privacy-centre' });
		await fill('customer_domain_app', { ...app, domain_id: domainId, url: 'https://x.example/' });
		await fill('deletion_request', {
			...{ request_id: newId(), domain_id: newId(), host: 'shop.example', reason: '' },
			...{ asked_at: new Date(), asked_by: newId() },
		});
		await fill('credit_terms', { charged: true });
		const rolledUp = { what: 'event', at, domain_id: domainId, key: 'x', n: 1, gone: 0 };
		for (const grain of ['minute', 'quarter', 'hour', 'day']) await fill(`count_${grain}`, rolledUp);
		await fill('count_keeping', { months: 13 });
		await fill('report_schedule', {
			...{ schedule_id: newId(), report: 'consents', every: '{"unit":"day"}', hour: 8, zone: 'UTC', recipients: '{}', csv: false },
			...{ link: false, language: 'en', made_by: newId(), made_at: at, next_at: new Date(Date.now() + 86_400_000) },
		});
		const hold = { kind: 'sending', reference: run, about: '{}' };
		await fill('credit_hold', { ...hold, wanted: 1, credit_cents: 100, begins_at: at });
		await fill('credit_due', { ...hold, micros: 1, at });
		await fill('credit_month', { month: '2026-01', records: 1, micros: 1, at });
		await fill('person_stop', { person: id, stopped_at: at });
		await fill('person_channel_no', { person: id, channel: 1, said_at: at, way: 'own' });
		await fill('person_cap', { person: id, messages: 1, days: 7, said_at: at });
		const form = { form_id: id, domain_id: newId(), title: 'Form' };
		await fill('signup_form', { ...form, config: '{}', saved_by: 'user:test' });
		await fill('signup_publication', {
			...form,
			...{ folder: `f${id}`, version: 1, hash: Buffer.alloc(32), config: '{}', purpose_id: id, purpose_version: 1 },
			...{ shown: '{}', pictured: false, published_by: 'user:test' },
		});
		await fill('signup_request', {
			...{ request_id: id, form_id: id, folder: `f${id}`, language: 'en', email: 'x@example.com', way: 'script' },
			...{ asked_at: at, browser: '', device: 'desktop', due_at: '2099-01-01' },
		});
		await fill('signup_mailed', { address: Buffer.alloc(32), request_id: id, mailed_at: at });
		await fill('signup_count', { form_id: id, what: 'asked', minute: at, part: 0, n: 1 });
	});

const filled = async (): Promise<Tenant> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const url = 'https://hooks.example.com/';
	await t.send(owner, 'PUT', '/api/manage/domain', {
		body: { id: tenant.domainId, domain: tenant.host, name: '', consentChangeWebHook: { url, headerValues: [] } },
	});
	const banner = await publishBanner(t, owner, tenant, 'Banner', { mapper: '{"remembers":"statistics"}' });
	await fillVisitors(tenant, owner, banner.publishedFolder);
	// Other words for a purpose, said to be a material change; and the two publications tested against each other.
	const config = structuredClone(templates['bottom-bar'].config);
	for (const category of config.categories) category.texts.en.about += ' More.';
	const other = await publishBanner(t, owner, tenant, 'Other', { config: JSON.stringify(config), mapper: '{"remembers":"statistics"}' });
	const [purpose] = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
	await t.send(owner, 'PUT', `/api/consent/purpose/${tenant.customerId}`, { body: { id: purpose.id, material: true } });
	const tested = await t.send(owner, 'POST', `/api/cmpconfigurator/published/${banner.publishedFolder}/test`, { body: {} });
	if (tested.status !== 200 || other.version !== 2) throw new Error(tested.text);
	await sendImpression(t, tenant, banner.publishedFolder);
	const records = choice({ statistics: true, media: false });
	await sendRecords(t, tenant, banner.publishedFolder, records);
	await appendCustomer(t.server.kernel, tenant.customerId);
	const [erased] = choice({ marketing: false });
	await sendRecords(t, tenant, banner.publishedFolder, [erased]);
	await t.storage.inErasure(tenant.customerId, (tx) => eraseRecords(tx, t.server.kernel, tenant.customerId, [erased?.id ?? ''], 'person'));
	await selfCheck(t.server.kernel, tenant.customerId);
	await t.send(owner, 'POST', '/api/manage/views', {
		headers: { customer_key: String(tenant.customerId) },
		body: { list: 'people', name: 'Mine', search: { filters: {}, hidden: [] } },
	});
	await t.send(owner, 'POST', '/api/audit/ledger/addresses', { body: { customerId: tenant.customerId, address: owner.email } });
	await t.send(owner, 'POST', '/api/manage/client', { body: { customerId: tenant.customerId, clientName: 'App', clientType: 0 } });
	const says = async (email: string, value: boolean, at = new Date()): Promise<string> => {
		const said = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
			headers: { customer_key: String(tenant.customerId) },
			body: { person: { email }, purposeId: purpose.id, value, at: at.toISOString(), source: 'Letter' },
		});
		if (said.status !== 200) throw new Error(said.text);
		return said.json().data.luvallaId;
	};
	await fillPeople(tenant, owner.email, says);
	await fillCookies(tenant, owner);
	await fillScans(tenant);
	await fillBilling(tenant);
	await fillContents(tenant, owner);
	await fillConnectors(tenant, owner);
	await fillEngagement(tenant);
	await fillProfiles(tenant, owner, purpose.id, await says(`both-${owner.email}`, true));
	const kept = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: { ...(await t.machine(owner, tenant)), 'idempotency-key': newId() },
		body: { domainId: tenant.domainId, profiles: [{ person: { email: `api-${owner.email}` } }] },
	});
	if (kept.status !== 200) throw new Error(kept.text);
	const app = await t.send(null, 'POST', '/edge/v1/devices', {
		headers: await t.machine(owner, tenant),
		body: {
			domainId: tenant.domainId,
			devices: [{ person: { email: `api-${owner.email}` }, token: `token-${newId()}`, platform: 'android' }],
		},
	});
	if (app.status !== 200) throw new Error(app.text);
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`insert into push_subscription (customer_id, endpoint, device_id, p256dh, auth, server_key, created_at, last_seen_at)
			values ($1, $2, $3, 'B', 'a', 'B', now(), now())`,
			[tenant.customerId, `https://push.example/${newId()}`, newId()],
		),
	);
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`insert into site_message (customer_id, run_id, channel, entry, person, domain_id, at, until, message)
			values ($1, $2, 3, 1, $3, $4, now(), now() + interval '1 day', '{}')`,
			[tenant.customerId, newId(), newId(), tenant.domainId],
		),
	);
	await takeWebhookNews(t.server.kernel, tenant.customerId);
	await checkSnippet(t.server.kernel, tenant.customerId, tenant.domainId);
	await t.send(owner, 'POST', '/api/manage/domain/properties', {
		headers: { domain_key: tenant.domainId },
		body: { property: { key: 'key', value: 'value' } },
	});
	const { id: checked } = await checkedFile(t, owner, tenant, `email,city\nx,y\nfile-${owner.email},Turku`);
	await writtenFile(t, owner, tenant, `email,city\nfile-${owner.email},Turku`);
	await t.storage.inTenant(tenant.customerId, (tx) => keepScratch(tx, tenant.customerId, checked, new Map([['a', 1]])));
	return tenant;
};

beforeAll(async () => {
	t = await testApp();
	// Records wait for their places until somebody gives them.
	await t.storage.asOwner((owner) => owner.query(`delete from pgboss.schedule where name like 'ledger-%'`));
	a = await filled();
	b = await filled();
	const rows = await t.storage.asOwner((owner) =>
		owner.query<{ name: string }>(
			`select c.relname as name from pg_class c
			where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and obj_description(c.oid, 'pg_class') like 'tenant%'
			order by 1`,
		),
	);
	tables = rows.rows.map((row) => row.name);
});
afterAll(() => t.stop());

/** What waits in these is taken by whoever works, and when, a busy machine decides: a row that is not committed yet nobody takes. */
const WAITING: Readonly<Record<string, (tx: Tx, customerId: number) => Promise<unknown>>> = {
	ledger_arrival: (tx, customerId) => enterArrival(tx, customerId, new Date(), [{ id: newId(), at: new Date(), leaf: Buffer.alloc(32) }]),
	people_touched: (tx, customerId) =>
		tx.query('insert into people_touched (customer_id, touch_id, numbers) values ($1, $2, $3)', [customerId, newId(), []]),
	count_news: (tx, customerId) => tellCounts(tx, customerId, [{ what: 'event', domainId: null, key: 'x', at: new Date(), n: 1 }]),
	person_words_due: (tx, customerId) =>
		tx.query('insert into person_words_due (customer_id, note_id, numbers) values ($1, $2, $3)', [customerId, newId(), []]),
};

const rowsOf = (as: Tenant, table: string, of: Tenant): Promise<number> =>
	t.storage.inTenant(as.customerId, async (tx) => {
		if (as === of) await WAITING[table]?.(tx, of.customerId);
		const [row] = await tx.query<{ n: number }>(`select count(*)::int as n from ${table} where customer_id = $1`, [of.customerId]);
		return row?.n ?? -1;
	});

test('every tenant table holds rows of both, and each sees its own only', async () => {
	expect(tables.length).toBeGreaterThanOrEqual(15);
	for (const table of tables) {
		expect([table, (await rowsOf(a, table, a)) > 0, (await rowsOf(b, table, b)) > 0]).toEqual([table, true, true]);
		expect([table, await rowsOf(a, table, b), await rowsOf(b, table, a)]).toEqual([table, 0, 0]);
		const [all] = await t.storage.inTenant(a.customerId, async (tx) => {
			await WAITING[table]?.(tx, a.customerId);
			return tx.query<{ n: number }>(`select count(distinct customer_id)::int as n from ${table}`);
		});
		expect([table, all?.n]).toEqual([table, 1]);
	}
});

test('nobody writes a row of another tenant, and without a tenant no row is seen', async () => {
	for (const table of tables) {
		const asOther = t.storage.inTenant(a.customerId, async (tx) => {
			await WAITING[table]?.(tx, a.customerId);
			// All that can be written: what PostgreSQL makes of the others is not.
			const columns = await tx.query<{ name: string }>(
				`select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
				[table],
			);
			const names = columns.map(({ name }) => name).join(', ');
			return tx.query(
				`insert into ${table} (${names}) select ${names} from (
					select (jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('customer_id', $1::int))).* from ${table} r limit 1) x`,
				[b.customerId],
			);
		});
		// A ledger takes rows from the intake alone: there even one's own are refused.
		await expect(asOther, table).rejects.toThrow(/row-level security|permission denied/);
		const [none] = await t.storage.inPlatform((tx) => tx.query<{ n: number }>(`select count(*)::int as n from ${table}`));
		expect([table, none?.n]).toEqual([table, 0]);
	}
});

test('an update or delete reaches no row of another tenant', async () => {
	for (const table of tables) {
		const before = await rowsOf(b, table, b);
		const gone = await t.storage
			.inTenant(a.customerId, (tx) => tx.query(`delete from ${table} where customer_id = $1 returning customer_id`, [b.customerId]))
			.catch((error: unknown) => {
				expect(String(error)).toMatch(/permission denied/);
				return [];
			});
		expect([table, gone]).toEqual([table, []]);
		// Of what waits more is there by each look, or less by a worker.
		if (!WAITING[table]) expect([table, await rowsOf(b, table, b)]).toEqual([table, before]);
	}
});
