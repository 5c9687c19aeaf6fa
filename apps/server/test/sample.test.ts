/** The sample's people: made once, by the first start alone, and true to every check that a customer's own are held to. */
import { readKeys } from '@luvalla/verify/keys.ts';
import { checkReceipt } from '@luvalla/verify/receipt.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { now } from '../src/kernel/clock.ts';
import { hashToken, newToken } from '../src/kernel/http/cookies.ts';
import { connectStorage } from '../src/kernel/storage/connect.ts';
import { int, row, sql } from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { SAMPLE_DOUBLES, SAMPLE_PEOPLE, samplePeople } from '../src/sample/people.ts';
import { sampleEmail } from '../src/sample/sample.ts';
import { seed } from '../src/seed.ts';
import { createServer, type Server } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { selfCheck } from '../src/wings/consent/proof/self-check.ts';
import { sealAll } from '../src/wings/consent/proof/work.ts';
import { rollUpRecounts } from '../src/wings/insight/roll-ups/recount.ts';
import { checkSets } from '../src/wings/profiles/rules/check.ts';
import { followOn, isBehind } from '../src/wings/profiles/rules/follow.ts';
import { portalFolder } from './app.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';

const settings = (env: Record<string, string> = {}) => readSettings({ LOG_LEVEL: 'error', CHROMIUM_PATH: 'off', ...env });
const Count = row({ n: int });

let storage: Storage;
let server: Server;
/** Before it was loaded, and after. */
let begun: Date;
let loaded: Date;
beforeAll(async () => {
	storage = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
	begun = new Date();
	await seed(storage, settings());
	loaded = new Date();
	server = await createServer(settings(), storage, testLog(), portalFolder());
	await server.app.ready();
});
afterAll(async () => {
	await server.stop();
	await storage.close();
});

const TABLES = [
	'person',
	'person_identifier',
	'person_seen',
	'person_alias',
	'profile',
	'consent_record',
	'event',
	'segment',
	'audience',
	'content',
	'constellation_version',
];

/** Rows by table. */
const counts = async (of: Storage): Promise<Record<string, number>> => {
	const found = await of.asOwner((owner) =>
		owner.query(`select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`),
	);
	return z.record(z.string(), z.number()).parse(found.rows[0]);
};

const sampleCustomer = async (): Promise<number> => {
	const [found] = await storage.across.rows(Count, sql`select min(customer_id)::int as n from customer`);
	return found?.n ?? 0;
};

/** Until everything that rules follow is in the sets. */
const followed = async (customerId: number): Promise<void> => {
	while (await storage.inTenant(customerId, async (tx) => (await followOn(tx, customerId)) || isBehind(tx, customerId)));
};

test('everybody is there with what they said and did, and two of a kind are one', async () => {
	const all = SAMPLE_PEOPLE + SAMPLE_DOUBLES;
	const found = await counts(storage);
	expect(found).toMatchObject({
		person: all,
		person_alias: SAMPLE_DOUBLES,
		profile: SAMPLE_PEOPLE,
		segment: 3,
		audience: 1,
		content: 2,
		constellation_version: 1,
	});
	// A second more may be the one in which somebody leaves the newsletter.
	const told = [begun, loaded].map(samplePeople).map((people) => ({
		consent_record: people.flatMap(({ answers }) => answers).length,
		event: people.flatMap(({ events }) => events).length,
	}));
	expect(told.map((one) => one.consent_record)).toContain(found.consent_record);
	expect(told.map((one) => one.event)).toContain(found.event);
});

test('they are the same people every time, nobody’s address or number, and nothing comes before what it follows', () => {
	const [until, other] = [new Date('2026-11-23T12:00:00Z'), new Date('2026-11-23T12:00:00Z')];
	const people = samplePeople(until);
	expect(samplePeople(other)).toEqual(people);
	expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
	const phones = people.flatMap(({ phone }) => phone ?? []);
	expect(phones.length).toBeGreaterThan(1000);
	expect(new Set(phones).size).toBe(phones.length);
	for (const { email, phone, joined, events, answers } of people) {
		expect(email).toMatch(/^[a-z.]+\d*@example\.(com|org|net)$/);
		expect(phone ?? '').toMatch(/^$|^\+35890\d{6}$|^\+447700900\d{3}$/);
		for (const { at } of [...events, ...answers]) expect([at >= joined, at < until]).toEqual([true, true]);
	}
});

const DAY_MS = 86_400_000;
const asked = <T extends z.ZodRawShape>(shape: T, query: string, values: unknown[] = []) =>
	storage.asOwner(async (owner) => z.object(shape).parse((await owner.query(query, values)).rows[0]));

/** Asked as the sample's owner would. */
const asOwner = async (method: 'GET' | 'POST', url: string, payload?: object) => {
	const token = newToken();
	await storage.inPlatform((tx) =>
		tx.query(
			`insert into session (id, user_id, context_key, expires_at) select $1, id, 'k', now() + interval '1 hour' from app_user where email = $2`,
			[hashToken(token), sampleEmail('owner')],
		),
	);
	const headers = { origin: 'http://localhost:4000', cookie: `luvalla_session_4000=${token}` };
	return server.app.inject({ method, url, headers, ...(payload && { payload }) });
};

test('answers were received as they were given, day by day up to the last hours, and people were known from then on', async () => {
	expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(60_000);
	const n = z.int();
	const found = await asked(
		{ days: n, most: n, all: n, lately: n, ahead: n, early: n, unknown: n, sooner: n },
		`with r as (select * from consent_record where received_at > $1::timestamptz - interval '30 days'),
			d as (select date_trunc('day', received_at, 'UTC') as day, count(*)::int as n from r group by 1)
		select (select count(*)::int from d) as days, (select max(n) from d) as most, (select count(*)::int from r) as all,
			(select count(*)::int from r where received_at > $1::timestamptz - interval '12 hours') as lately,
			(select count(*)::int from consent_record where received_at > $1) as ahead,
			(select count(*)::int from consent_record where received_at < at) as early,
			(select count(*)::int from consent_record r join person p using (customer_id, person) where r.received_at < p.created_at) as unknown,
			(select count(*)::int from event e join person p using (customer_id, number) where e.received_at < p.created_at or e.received_at < e.at
				or e.received_at > $1) as sooner`,
		[loaded],
	);
	expect(found).toMatchObject({ ahead: 0, early: 0, unknown: 0, sooner: 0 });
	expect(found.days).toBeGreaterThanOrEqual(29);
	expect(found.all).toBeGreaterThan(400);
	expect(found.most).toBeLessThan(found.all / 8);
	expect(found.lately).toBeGreaterThan(5);
});

test('they stand in the ledger in the order in which they were received, and a receipt of the oldest and of the newest verifies', async () => {
	await sealAll(server.kernel);
	const { wrong, placed } = await asked(
		{ wrong: z.int(), placed: z.int() },
		`select count(*)::int as placed, count(*) filter (where received_at < before)::int as wrong from (
			select r.received_at, lag(r.received_at) over (order by e.position) as before
			from ledger_entry e join consent_record r on r.customer_id = e.customer_id and r.at = e.record_at and r.id = e.record_id) o`,
	);
	expect(wrong).toBe(0);
	expect(placed).toBeGreaterThan(SAMPLE_PEOPLE);
	const get = async (url: string) => (await asOwner('GET', url)).json();
	const keys = readKeys(JSON.stringify(await get('/edge/v1/ledger/key')));
	for (const order of ['asc', 'desc']) {
		const { id } = await asked({ id: z.string() }, `select id from consent_record order by received_at ${order}, batch_position limit 1`);
		expect(checkReceipt(await get(`/api/audit/domain/consents/${id}/receipt`), keys)).toMatchObject({ ok: true });
	}
});

test('thirty days of the dashboard and of reports come to what there is', async () => {
	const customerId = await sampleCustomer();
	const minute = Math.ceil(loaded.getTime() / 60_000) * 60_000;
	const span = { from: new Date(minute - 30 * DAY_MS).toISOString(), to: new Date(minute).toISOString() };
	const counts = async (call: string) => {
		const days = { startDate: span.from.slice(0, 10), endDate: span.to.slice(0, 10) };
		const answer = await asOwner('POST', `/api/customer/${customerId}/${call}`, { ...span, ...days });
		expect(answer.statusCode).toBe(200);
		return answer.json().data[0];
	};
	const n = z.int();
	const there = await asked(
		{ records: n, withdrawn: n, profiles: n, events: n },
		`with span as (select $1::timestamptz as since, $2::timestamptz as until),
			said as (select *, lag(value) over (partition by person, purpose_id order by received_at, batch_position) as before from consent_record)
		select (select count(*)::int from said, span where received_at >= since and received_at < until) as records,
			(select count(*)::int from said, span where received_at >= since and received_at < until and not value and before) as withdrawn,
			(select count(*)::int from person, span where created_at >= since and created_at < until) as profiles,
			(select count(*)::int from event, span where at >= since and at < until) as events`,
		[span.from, span.to],
	);
	const { withdrawn, records, steps } = await counts('aggregateddomaincountsfordates');
	expect({ records, withdrawn }).toEqual({ records: there.records, withdrawn: there.withdrawn });
	expect(withdrawn).toBeGreaterThan(10);
	expect(steps.reduce((sum: number, step: { records: number }) => sum + step.records, 0)).toBe(records);
	expect(steps.filter((step: { records: number }) => step.records === 0).length).toBeLessThan(3);
	const { profiles, events } = await counts('aggregateddomaineventcountsfordates');
	expect({ profiles, events }).toEqual({ profiles: there.profiles, events: there.events });
	for (const { differing } of rollUpRecounts) {
		const { rows } = await storage.asOwner((owner) => owner.query(differing(customerId)));
		expect(rows).toEqual([]);
	}
});

test('rules find some of them and not all, and the daily checks find nothing', async () => {
	const customerId = await sampleCustomer();
	await followed(customerId);
	const sizes = await storage.asOwner((owner) =>
		owner.query(
			`select s.name, sum(bit_count(c.bits))::int as count from segment s join set_chunk c on c.set_id = s.segment_id group by 1 order by 1`,
		),
	);
	expect(sizes.rows.map(({ name }) => name)).toEqual(['Gone quiet', 'Newsletter in Finnish', 'Regular customers']);
	for (const { count } of sizes.rows) {
		expect(count).toBeGreaterThan(SAMPLE_PEOPLE / 10);
		expect(count).toBeLessThan(SAMPLE_PEOPLE / 2);
	}
	expect(await checkSets({ storage }, customerId)).toEqual([]);
	const answers = (await counts(storage)).consent_record;
	await appendCustomer(server.kernel, customerId);
	expect(await selfCheck(server.kernel, customerId)).toMatchObject({ size: answers, found: 0 });
});

test('a no that stands is the last word of whoever said it', async () => {
	const [wrong] = await storage.asOwner(async (owner) => {
		const { rows } = await owner.query(
			`select count(*)::int as n from consent_state s
			where s.value and exists (select 1 from consent_record r where r.customer_id = s.customer_id and r.person = s.person
				and r.purpose_id = s.purpose_id and not r.value and r.at >= s.record_at)`,
		);
		return rows;
	});
	expect(wrong).toEqual({ n: 0 });
});

test('one purpose permits to keep opens and clicks, and nothing else; some said yes to it and others no', async () => {
	const found = await storage.asOwner((owner) =>
		owner.query(
			`select p.name, p.channels, count(*) filter (where s.value)::int as yes, count(*) filter (where not s.value)::int as no
			from purpose p join consent_state s on s.customer_id = p.customer_id and s.purpose_id = p.purpose_id where p.tracks group by 1, 2`,
		),
	);
	expect(found.rows).toMatchObject([{ name: 'Measuring our messages', channels: [] }]);
	const [{ yes, no }] = found.rows;
	for (const n of [yes, no]) expect(n).toBeGreaterThan(SAMPLE_PEOPLE / 10);
	expect(yes + no).toBeLessThan(SAMPLE_PEOPLE * 0.6);
});

test('another start adds nothing', async () => {
	const before = await counts(storage);
	await seed(storage, settings());
	expect(await counts(storage)).toEqual(before);
});

test('without the sample there is nobody', async () => {
	const bare = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
	await seed(bare, settings({ SAMPLE: 'off' }));
	const found = await counts(bare);
	await bare.close();
	expect(found).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
});

test('an installation that has a customer gets no sample', async () => {
	const used = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
	await used.asOwner((owner) =>
		owner.query(`insert into customer (customer_id, name, country_code) values (nextval('customer_id_seq'), 'Real Oy', 'FI')`),
	);
	await seed(used, settings());
	const found = await counts(used);
	await used.close();
	expect(found).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
});
