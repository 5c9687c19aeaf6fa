/** The sample's people: made once, by the first start alone, and true to every check that a customer's own are held to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { connectStorage } from '../src/kernel/storage/connect.ts';
import { int, row, sql } from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { SAMPLE_DOUBLES, SAMPLE_PEOPLE, samplePeople } from '../src/sample/people.ts';
import { seed } from '../src/seed.ts';
import { createServer, type Server } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { selfCheck } from '../src/wings/consent/proof/self-check.ts';
import { checkSets } from '../src/wings/profiles/rules/check.ts';
import { followOn, isBehind } from '../src/wings/profiles/rules/follow.ts';
import { portalFolder } from './app.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';

const settings = (env: Record<string, string> = {}) => readSettings({ LOG_LEVEL: 'error', CHROMIUM_PATH: 'off', ...env });
const Count = row({ n: int });

let storage: Storage;
let server: Server;
beforeAll(async () => {
	storage = await connectStorage(await ownServer(), TEST_SECRET_KEY, testLog());
	await seed(storage, settings());
	server = await createServer(settings(), storage, testLog(), portalFolder());
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
	const people = samplePeople(new Date());
	const all = SAMPLE_PEOPLE + SAMPLE_DOUBLES;
	expect(await counts(storage)).toMatchObject({
		person: all,
		person_alias: SAMPLE_DOUBLES,
		profile: SAMPLE_PEOPLE,
		consent_record: people.flatMap(({ answers }) => answers).length,
		event: people.flatMap(({ events }) => events).length,
		segment: 3,
		audience: 1,
		content: 2,
		constellation_version: 1,
	});
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
	const answers = samplePeople(new Date()).flatMap((one) => one.answers).length;
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
