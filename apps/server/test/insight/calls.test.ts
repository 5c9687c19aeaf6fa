/** Counts of events and channels, what happened with one person, costs, and what waits: what is told, and to whom. */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { ActivityCost, ContactCost } from '@luvalla/contract/insight/cost-reports.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { Tally } from '../../src/kernel/tally/tally.ts';
import { book, spend } from '../../src/wings/billing/wing.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../../src/wings/engagement/runs/counts.ts';
import { shareOut } from '../../src/wings/insight/costs/share.ts';
import { followOn, isBehind } from '../../src/wings/profiles/rules/follow.ts';
import { setProof, takeHost } from '../../src/wings/tenancy/domains/store.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { choice, publishBanner, sendRecords } from '../fixtures.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp({ CREDIT_PRICE_CENTS: '1000' });
});
afterAll(() => t.stop());

const today = (): string => new Date().toISOString().slice(0, 10);

/** A customer with two domains, an admin of all and one of the first alone. */
const scene = async () => {
	const tenant = await t.tenant();
	const { customerId } = tenant;
	const other: Tenant = { customerId, domainId: newId(), host: `o${tenant.host}` };
	await t.storage.inTenant(customerId, async (tx) => {
		await bringDomain(tx, customerId, other.domainId, { host: other.host, name: '', webhookUrl: null, webhookHeaders: null });
		await takeHost(tx, other.host, customerId);
		await setProof(tx, customerId, other.domainId, 'admin');
	});
	const owner = await t.person([], { adminOf: [tenant] });
	const one = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const stranger = await t.person([], { adminOf: [await t.tenant()] });
	return { tenant, other, owner, one, stranger, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const get = async (who: Person, url: string, { customerId }: Tenant, more: Record<string, string> = {}) =>
	t.send(who, 'GET', url, { headers: { customer_key: String(customerId), ...more } });

const happened = async ({ machine }: Scene, domainId: string, type: string, email: string, count = 1): Promise<void> => {
	const events = Array.from({ length: count }, () => {
		const id = v7();
		const at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
		return { id, at, type, person: { email }, properties: {} };
	});
	const sent = await t.send(null, 'POST', '/edge/v1/events', { headers: machine, body: { domainId, events } });
	expect([sent.status, sent.text]).toEqual([200, expect.not.stringContaining('refused')]);
};

const runOn = async ({ customerId }: Tenant, domainId: string): Promise<string> => {
	const run = newId();
	await t.storage.asOwner((owner) =>
		owner.query(
			`insert into campaign_run (customer_id, run_id, campaign_id, domain_id, kind, state, plan, begins_at, created_at, created_by)
			values ($1, $2, $2, $3, 'real', 'done', '{"title":"Spring"}', now(), now(), 'user:x')`,
			[customerId, run, domainId],
		),
	);
	return run;
};

const becameOf = ({ customerId }: Tenant, run: string, channel: number, counts: Record<string, number>): Promise<void> =>
	t.storage.inTenant(customerId, (tx) => {
		const tally = new Tally(DELIVERY_COUNT);
		for (const [what, n] of Object.entries(counts)) tally.add(keysOf(run, channel)(what as 'accepted'), new Date(), n);
		return writeCounts(tx, customerId, 0, tally);
	});

test('events, new profiles and messages are counted by domain, step and type, and a domain’s own admin is told of theirs alone', async () => {
	const s = await scene();
	const { tenant, other } = s;
	await happened(s, tenant.domainId, 'order', 'anna@example.com', 3);
	await happened(s, other.domainId, 'view', 'bertil@example.com', 2);
	await becameOf(tenant, await runOn(tenant, tenant.domainId), 0, { accepted: 5, failed: 1, opened: 2 });
	await becameOf(tenant, await runOn(tenant, other.domainId), 1, { accepted: 7, clicked: 1, skipped: 4 });
	const count = (who: Person, domainList: string[] = []) =>
		t.send(who, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaineventcountsfordates`, {
			body: { startDate: today(), endDate: today(), domainList },
		});
	const [all] = (await count(s.owner)).json().data;
	expect(all).toMatchObject({ events: 5, profiles: 2, messages: 12, profilesAtEnd: 2 });
	expect(all.types).toEqual([
		{ type: 'order', count: 3 },
		{ type: 'view', count: 2 },
	]);
	expect(all.domains).toEqual([
		{ id: tenant.domainId, domain: tenant.host, events: 3, messages: 5 },
		{ id: other.domainId, domain: other.host, events: 2, messages: 7 },
	]);
	expect(all.steps).toHaveLength(24);
	expect(all.steps.reduce((sum: number, step: { events: number }) => sum + step.events, 0)).toBe(5);
	const [own] = (await count(s.one)).json().data;
	expect(own).toMatchObject({ events: 3, profiles: 1, messages: 5, profilesAtEnd: 1, types: [{ type: 'order', count: 3 }] });
	expect(own.domains.map(({ id }: { id: string }) => id)).toEqual([tenant.domainId]);
	// Whatever they name.
	expect((await count(s.one, [other.domainId])).json().data[0]).toMatchObject({ events: 0, messages: 0, domains: [] });
	expect((await count(s.owner, [other.host])).json().data[0]).toMatchObject({ events: 2, profiles: 1 });
	expect((await count(s.stranger)).status).toBe(404);
	const two = await t.send(s.owner, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaineventcountsfordates`, {
		body: {
			groups: [
				{ startDate: today(), endDate: today(), domainList: [tenant.host] },
				{ startDate: '2020-01-01', endDate: '2020-01-02', domainList: [] },
			],
		},
	});
	expect(two.json().data.map(({ events, profilesAtEnd }: { events: number; profilesAtEnd: number }) => [events, profilesAtEnd])).toEqual([
		[3, 1],
		[0, 0],
	]);
});

test('more than fifty types are told by the most frequent, and the rest together', async () => {
	const s = await scene();
	for (let n = 0; n < 53; n++) await happened(s, s.tenant.domainId, `type ${n}`, 'anna@example.com', n < 50 ? 2 : 1);
	const { data } = (
		await t.send(s.owner, 'POST', `/api/customer/${s.tenant.customerId}/aggregateddomaineventcountsfordates`, {
			body: { startDate: today(), endDate: today(), domainList: [] },
		})
	).json();
	expect(data[0].types).toHaveLength(51);
	expect(data[0].types.at(-1)).toEqual({ type: '', count: 3 });
	expect(data[0].events).toBe(103);
});

test('channels: people who may be written to, and what became of messages, of what the asker sees', async () => {
	const s = await scene();
	const { tenant, other } = s;
	const added = await t.send(s.owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Letter', wording: { en: { name: 'Letter', about: 'Monthly.' } }, channels: ['email'] },
	});
	expect(added.status).toBe(200);
	const answers = ['anna', 'bertil', 'cecilia'].map((name) => ({
		...{
			person: { email: `${name}@example.com` },
			purpose: 'Letter',
			value: name !== 'cecilia',
			at: new Date().toISOString(),
			source: 'Paper',
		},
	}));
	const said = await t.send(null, 'POST', '/edge/v1/consents', { headers: s.machine, body: { domainId: tenant.domainId, answers } });
	expect(said.status).toBe(200);
	await becameOf(tenant, await runOn(tenant, tenant.domainId), 0, { accepted: 5, failed: 1, skipped: 2, opened: 2, clicked: 1 });
	await becameOf(tenant, await runOn(tenant, other.domainId), 0, { accepted: 100 });
	const read = async (who: Person, more: Record<string, string> = {}, query = '') =>
		(await get(who, `/api/manage/domain/channelcount${query}`, tenant, more)).json().data;
	await expect
		.poll(
			async () => {
				const { customerId } = tenant;
				while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
					await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
				return (await read(s.owner)).channelCounts[0].count;
			},
			{ timeout: 60_000 },
		)
		.toBe(2);
	const all = await read(s.owner);
	expect(all.userCount).toBe(3);
	expect(all.channelCounts).toHaveLength(7);
	expect(all.channelCounts[0]).toEqual({ channel: 0, count: 2, accepted: 105, failed: 1, skipped: 2, opened: 2, clicked: 1 });
	expect((await read(s.one)).channelCounts[0]).toMatchObject({ accepted: 5 });
	expect((await read(s.owner, { domain_key: other.domainId })).channelCounts[0]).toMatchObject({ accepted: 100, failed: 0 });
	expect((await read(s.owner, {}, '?from=2020-01-01T00:00:00.000Z&to=2020-02-01T00:00:00.000Z')).channelCounts[0]).toMatchObject({
		accepted: 0,
	});
	expect((await get(s.one, '/api/manage/domain/channelcount', tenant, { domain_key: other.domainId })).status).toBe(404);
	expect((await get(s.stranger, '/api/manage/domain/channelcount', tenant)).status).toBe(404);
});

test('what happened with one person is one list, of the domains that the asker sees, and of nobody it is empty', async () => {
	const s = await scene();
	const { tenant, other } = s;
	const { publishedFolder } = await publishBanner(t, s.owner, tenant);
	await happened(s, tenant.domainId, 'order', 'anna@example.com');
	await happened(s, other.domainId, 'view', 'anna@example.com');
	const records = choice({ statistics: true, marketing: false, media: false });
	await sendRecords(t, tenant, publishedFolder, records);
	const identified = await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: s.machine,
		body: { domainId: tenant.domainId, person: { email: 'anna@example.com' }, records: records.map(({ id }) => id) },
	});
	expect(identified.status).toBe(200);
	const read = async (who: Person, email: string) =>
		(await get(who, `/api/customer/eventreport?email=${encodeURIComponent(email)}`, tenant)).json().data;
	const all = await read(s.owner, 'Anna@example.com');
	expect(all.map(({ kind, what, came, domain }: Record<string, string>) => [kind, what, came, domain]).sort()).toEqual([
		['consent', 'Marketing', 'no', tenant.host],
		['consent', 'Media', 'no', tenant.host],
		['consent', 'Statistics', 'yes', tenant.host],
		['event', 'order', 'api', tenant.host],
		['event', 'view', 'api', other.host],
	]);
	const times = all.map(({ at }: { at: string }) => at);
	expect(times).toEqual([...times].sort().reverse());
	expect(new Set(all.map(({ luvallaId }: { luvallaId: string }) => luvallaId)).size).toBe(1);
	expect(all.filter(({ recordId }: { recordId: string | null }) => recordId !== null)).toHaveLength(3);
	expect((await read(s.one, 'anna@example.com')).map(({ domain }: { domain: string }) => domain)).not.toContain(other.host);
	expect(await read(s.owner, 'nobody@example.com')).toEqual([]);
	// Known on the other domain alone.
	await happened(s, other.domainId, 'view', 'bertil@example.com');
	expect([(await read(s.owner, 'bertil@example.com')).length, await read(s.one, 'bertil@example.com')]).toEqual([1, []]);
	expect((await get(s.stranger, '/api/customer/eventreport?email=anna@example.com', tenant)).status).toBe(404);
});

test('what a month cost by activity sums up to what the ledger spent, to the unit', async () => {
	const s = await scene();
	const { tenant } = s;
	const { customerId } = tenant;
	const run = await runOn(tenant, tenant.domainId);
	await becameOf(tenant, run, 0, { accepted: 3, cost_micros: 1_000 });
	await becameOf(tenant, run, 1, { accepted: 4, cost_micros: 2_000 });
	const pay = (kind: 'sending' | 'scans' | 'stored', reference: string, micro: number, count?: number) =>
		t.storage.inTenant(customerId, (tx) => spend(tx, { customerId, kind, reference, micro, about: count === undefined ? {} : { count } }));
	await t.storage.inTenant(customerId, (tx) =>
		book(tx, { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros: 9 * MICROS_PER_CREDIT, about: {} }),
	);
	await pay('sending', run, 100_001, 7);
	await pay('sending', `${run}:2`, 1, 7);
	await pay('sending', newId(), 50);
	await pay('scans', newId(), 3_333, 11);
	await pay('stored', '2026-10', 77, 1_234);
	const { data } = (await get(s.owner, '/api/manage/customer/costperactivity', tenant)).json();
	const found = data.map(({ key, value }: { key: string; value: string }) => ({ key, ...ActivityCost.parse(JSON.parse(value)) }));
	expect(found).toMatchObject([
		{ key: 'email', channel: 0, count: 3, micros: 33_334, oneMicros: 11_111 },
		{ key: 'sms', channel: 1, count: 4, micros: 66_668 },
		{ key: 'sending', channel: null, micros: 50 },
		{ key: 'scans', channel: null, count: 11, micros: 3_333, oneMicros: 303 },
		{ key: 'stored', channel: null, count: 1_234, micros: 77 },
	]);
	const months = (await t.send(s.owner, 'GET', `/api/customer/${customerId}/costing/all`)).json().data;
	expect(found.reduce((sum: number, { micros }: { micros: number }) => sum + micros, 0)).toBe(JSON.parse(months.at(-1).value).micros);
	expect((await get(s.owner, '/api/manage/customer/costperactivity?month=2020-01', tenant)).json().data).toEqual([]);
	// Half of the month's records is owed still: another month will have those.
	await t.storage.asOwner((client) =>
		client.query(`insert into credit_month (customer_id, month, records, micros, at) values ($1, '2026-10', 1234, 154, now())`, [
			customerId,
		]),
	);
	const half = (await get(s.owner, '/api/manage/customer/costperactivity', tenant)).json().data.at(-1);
	expect(JSON.parse(half.value)).toMatchObject({ count: 617, micros: 77, oneMicros: 0 });
	for (const who of [s.one]) expect((await get(who, '/api/manage/customer/costperactivity', tenant)).status).toBe(403);
	expect((await get(s.stranger, '/api/manage/customer/costperactivity', tenant)).status).toBe(404);
});

test('what is shared out loses and makes nothing', () => {
	expect(shareOut(100_002, [1_000, 2_000])).toEqual([33_334, 66_668]);
	expect(shareOut(10, [1, 1, 1])).toEqual([4, 3, 3]);
	expect(shareOut(-10, [1, 1, 1]).reduce((sum, one) => sum + one, 0)).toBe(-10);
	expect(shareOut(7, [0, 0])).toEqual([7, 0]);
	expect(shareOut(7, [])).toEqual([]);
	for (let sum = 0; sum < 200; sum++) expect(shareOut(sum, [3, 5, 7, 11]).reduce((all, one) => all + one, 0)).toBe(sum);
});

test('what it costs to write to so many follows the tariff, and nothing where nobody is charged', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	const read = async (query = '') =>
		new Map(
			(await get(s.owner, `/api/manage/customer/costpercontact${query}`, s.tenant))
				.json()
				.data.map(({ key, value }: { key: string; value: string }) => [key, ContactCost.parse(JSON.parse(value))]),
		);
	expect((await read('?count=1000')).get('sms')).toMatchObject({ oneMicros: 0, micros: 0 });
	await t.storage.inTenant(customerId, (tx) =>
		book(tx, { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros: MICROS_PER_CREDIT, about: {} }),
	);
	// 0.065 € of a text message are 0.0065 credits of 10 €.
	expect((await read('?count=1000')).get('sms')).toEqual({
		...{ channel: 1, oneMicros: 6_500, micros: 6_500_000, creditPriceCents: 1000, currency: 'EUR' },
	});
	expect((await read()).get('email')).toMatchObject({ oneMicros: 100, micros: 100 });
	expect([...(await read()).keys()]).toEqual(['email', 'sms', 'mobile', 'web', 'webhook', 'ad']);
	expect((await get(s.owner, '/api/manage/customer/costpercontact?count=0', s.tenant)).status).toBe(400);
	expect((await get(s.one, '/api/manage/customer/costpercontact', s.tenant)).status).toBe(403);
});

test('what waits for somebody is told by each wing, the most pressing first, to a domain’s own admin of their domains', async () => {
	const s = await scene();
	const { tenant, other } = s;
	const { customerId } = tenant;
	const read = async (who: Person) => (await t.send(who, 'GET', `/api/manage/needs/${customerId}`)).json().data;
	expect(await read(s.owner)).toEqual([]);
	await t.storage.inTenant(customerId, (tx) =>
		book(tx, { customerId, kind: 'voucher', reference: newId(), other: 'vouchers', micros: MICROS_PER_CREDIT, about: {} }),
	);
	const scan = newId();
	await t.storage.asOwner(async (client) => {
		const run = (text: string, values: unknown[]) => client.query(text, values);
		await run('update domain set proven_at = null, proven_by = null where customer_id = $1 and domain_id = $2', [
			customerId,
			other.domainId,
		]);
		await run(`insert into snippet_look (customer_id, domain_id, checked_at, state, seen_at) values ($1, $2, now(), 'missing', now())`, [
			customerId,
			tenant.domainId,
		]);
		await run(
			`insert into cookie_scan (customer_id, scan_id, host, url, non_cmp, scheduled, created_at, counts, pages, presses, gone, pictures)
			values ($1, $2, $3, 'https://x.example/', false, false, now(), '{}', '[]', '[]', '[]', '{}')`,
			[customerId, scan, tenant.host],
		);
		for (const n of [0, 1])
			await run(`insert into cookie_scan_finding (customer_id, scan_id, number, code, body) values ($1, $2, $3, 'before-consent', '{}')`, [
				customerId,
				scan,
				n,
			]);
		await run(
			`insert into connector (customer_id, connector_id, type, name, config, is_active, direction, domain_id, tested_at, tested, created_at, changed_at, changed_by)
			values ($1, $2, 'smtp', 'Post', '{}', true, 'none', $3, now(), '{"code":"refused"}', now(), now(), $2)`,
			[customerId, newId(), other.domainId],
		);
		await run(
			`insert into campaign_run (customer_id, run_id, campaign_id, domain_id, kind, state, why, plan, begins_at, created_at, created_by)
			values ($1, $2, $2, $3, 'real', 'paused', 'connector', '{"title":"Spring"}', now(), now(), 'user:x'),
				($1, $4, $4, $3, 'real', 'paused', 'asked', '{"title":"By hand"}', now(), now(), 'user:x')`,
			[customerId, newId(), tenant.domainId, newId()],
		);
		await run(
			`insert into domain_licence (customer_id, licence_id, domain_id, host, starts_on, ends_on, until, made_by, created_at)
			values ($1, $2, $3, $4, current_date - 100, current_date + 9, current_date + 10, 'manual', now())`,
			[customerId, newId(), tenant.domainId, tenant.host],
		);
	});
	await becameOf(tenant, await runOn(tenant, tenant.domainId), 0, { unknown: 2 });
	const all = await read(s.owner);
	expect(all.map(({ need, name, count }: Record<string, unknown>) => [need, name, count])).toEqual([
		['snippet-gone', tenant.host, null],
		['run-paused', 'Spring', null],
		['messages-unknown', 'Spring', 2],
		['connector-failing', 'Post', null],
		['credits-low', '', 1],
		['licence-ends', tenant.host, null],
		['scan-findings', tenant.host, 2],
		['domain-unproven', other.host, null],
	]);
	expect(all.find(({ need }: { need: string }) => need === 'scan-findings')).toMatchObject({ id: scan, domainId: tenant.domainId });
	expect((await read(s.one)).map(({ need }: { need: string }) => need)).toEqual([
		...['snippet-gone', 'run-paused', 'messages-unknown', 'licence-ends', 'scan-findings'],
	]);
	expect((await t.send(s.stranger, 'GET', `/api/manage/needs/${customerId}`)).status).toBe(404);
	// Twenty at most.
	await t.storage.asOwner((client) =>
		client.query(
			`insert into domain (customer_id, domain_id, host) select $1, gen_random_uuid(), 'n' || n || $2 from generate_series(1, 30) n`,
			[customerId, tenant.host],
		),
	);
	expect(await read(s.owner)).toHaveLength(20);
});
