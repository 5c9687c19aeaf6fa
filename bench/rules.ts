/**
 * Rules over many people (a million; another number as first argument): how long a new rule's segment takes to be built, beside
 * one plain pass of SQL over the same rows, likewise for a rule about events (two years of them, a month a partition); how long the
 * editor waits for a rule's counts; and how soon a changed fact is followed while a thousand facts a second arrive (or as many as this
 * machine stores, which is said). What segments and previews hold is compared with SQL's counts.
 */
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { ensureMonths } from '../apps/server/src/kernel/storage/partitions.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { alone, lockPeople } from '../apps/server/src/wings/people/wing.ts';
import { changeProfiles } from '../apps/server/src/wings/profiles/profiles/change.ts';
import { followOn, isBehind } from '../apps/server/src/wings/profiles/rules/follow.ts';
import { workRules } from '../apps/server/src/wings/profiles/rules/work.ts';
import { countLines } from '../apps/server/src/wings/profiles/segments/preview.ts';
import { countOf } from '../apps/server/src/wings/profiles/sets/count.ts';
import { insertSet } from '../apps/server/src/wings/profiles/sets/store.ts';
import type { Rule } from '../packages/contract/src/rules.ts';
import { benchPostgres } from './lib/postgres.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const PEOPLE = Number(process.argv[2] ?? 1_000_000);
const FACTS_A_SECOND = 1_000;
const FOLLOW_MS = 15_000;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const CUSTOMER = 1;
const SET = '00000000-0000-7000-8000-000000000001';
const QUIET_SET = '00000000-0000-7000-8000-000000000002';
const PURPOSE = '00000000-0000-7000-8000-00000000aaaa';
const EVENT_DAYS = 730;
const PREVIEWS = 9;

const fill = async (owner: Client): Promise<void> => {
	await owner.query(`insert into person_counter (customer_id, next) values ($1, $2)`, [CUSTOMER, PEOPLE]);
	await owner.query(
		`insert into person (customer_id, person, number, created_at)
		select $1, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n, now() - n * interval '1 second' from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, PEOPLE],
	);
	await owner.query(
		`insert into profile (customer_id, person, number, city, locale, attributes, changed_at)
		select customer_id, person, number, (array['Turku','Raisio','Helsinki','Oulu','Tampere'])[1 + number % 5], 'fi-FI',
			jsonb_build_object('shoe', 36 + number % 11, 'club', number % 3 = 0, 'lastPurchase', to_char(date '2026-11-20' - number % 400, 'YYYY-MM-DD')), now()
		from person where customer_id = $1`,
		[CUSTOMER],
	);
	await owner.query(
		`insert into consent_state (customer_id, person, purpose_id, value, record_at, record_id, purpose_version, received_at)
		select customer_id, person, $2, number % 4 <> 0, now(), gen_random_uuid(), 1, now() from person where customer_id = $1 and number % 2 = 0`,
		[CUSTOMER, PURPOSE],
	);
	await owner.query(
		`insert into person_identifier (customer_id, kind, value, person, created_at, how)
		select customer_id, 'email', 'person' || number || (array['@gmail.example','@work.example'])[1 + number % 2], person, created_at, 'csv_upload' from person
		union all select customer_id, 'phone', '+35840' || (1000000 + number), person, created_at, 'csv_upload' from person where number % 3 = 0`,
	);
	await owner.query(
		`insert into profile_attribute (customer_id, key, kind, created_at) values ($1, 'shoe', 'number', now()), ($1, 'club', 'yesno', now()), ($1, 'lastPurchase', 'date', now())`,
		[CUSTOMER],
	);
	await ensureMonths(owner, 'event', new Date(Date.now() - EVENT_DAYS * 86_400_000), new Date());
	await owner.query(
		`insert into event (customer_id, at, id, number, domain_id, type, properties, received_at, how)
		select $1, at, gen_random_uuid(), n, '00000000-0000-7000-8000-00000000bbbb', type, jsonb_build_object('sum', n % 300), now(), 'api'
		from generate_series(0, $2::int - 1) n, generate_series(1, 3) one,
			lateral (select now() - (hashint4(n * 7 + one) & 65535) * $3::int / 65536.0 * interval '1 day' as at, (array['order','viewed','viewed'])[one] as type) e
		where n % 2 = 0`,
		[CUSTOMER, PEOPLE, EVENT_DAYS],
	);
	await owner.query(`insert into event_type (customer_id, type, created_at) values ($1, 'order', now()), ($1, 'viewed', now())`, [
		CUSTOMER,
	]);
	await owner.query('vacuum analyze person, person_identifier, profile, consent_state, event');
};

/** Ordered once, and not within half a year, and lives in Turku. */
const QUIET: Rule = {
	all: [
		{ field: 'event.order', is: 'atLeast', value: 1 },
		{ not: [{ field: 'event.order', is: 'atLeast', value: 1, within: 180 }] },
		{ field: 'city', is: 'is', value: 'Turku' },
	],
};
const PLAIN_QUIET = `select count(*)::int as n from profile p where p.customer_id = ${CUSTOMER} and lower(p.city) = 'turku'
	and exists (select 1 from event e where e.customer_id = ${CUSTOMER} and e.number = p.number and e.type = 'order')
	and not exists (select 1 from event e where e.customer_id = ${CUSTOMER} and e.number = p.number and e.type = 'order' and e.at > now() - interval '180 days')`;

/** Said yes, and in Turku or a member, and shoes of at least 40. */
const RULE: Rule = {
	all: [
		{ field: `consent.${PURPOSE}`, is: 'is', value: 'yes' },
		{
			any: [
				{ field: 'city', is: 'is', value: 'Turku' },
				{ field: 'attribute.club', is: 'is', value: true },
			],
		},
		{ field: 'attribute.shoe', is: 'atLeast', value: 40 },
	],
};
const PLAIN = `select count(*)::int as n from profile p join consent_state c on c.customer_id = p.customer_id and c.person = p.person and c.purpose_id = '${PURPOSE}' and c.value
	where p.customer_id = ${CUSTOMER} and (lower(p.city) = 'turku' or p.attributes->>'club' = 'true') and (p.attributes->>'shoe')::numeric >= 40`;

/** Known by an address of work, with a telephone number, and in Turku. */
const NAMED: Rule = {
	all: [
		{ field: 'email', is: 'contains', value: '@work.' },
		{ field: 'phone', is: 'known' },
		{ field: 'city', is: 'is', value: 'Turku' },
	],
};
const PLAIN_NAMED = `select count(*)::int as n from profile p where p.customer_id = ${CUSTOMER} and lower(p.city) = 'turku'
	and exists (select 1 from person_identifier i where i.customer_id = ${CUSTOMER} and i.person = p.person and i.kind = 'email' and i.value like '%@work.%')
	and exists (select 1 from person_identifier i where i.customer_id = ${CUSTOMER} and i.person = p.person and i.kind = 'phone')`;

const follow = async (storage: Storage): Promise<number> => {
	const began = performance.now();
	let steps = 0;
	while (await storage.inTenant(CUSTOMER, (tx) => isBehind(tx, CUSTOMER))) {
		await storage.inTenant(CUSTOMER, (tx) => followOn(tx, CUSTOMER));
		steps += 1;
	}
	console.log(`built in ${steps} steps`);
	return performance.now() - began;
};

const personOf = (n: number): string => `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`;

/** Facts arrive, a hundred in a transaction; every so often one is watched until the segment says it. */
const followed = async (storage: Storage): Promise<{ delays: number[]; facts: number; seconds: number }> => {
	const log = createLog({ logLevel: 'error' });
	const stop = await workRules({ storage, log });
	const delays: number[] = [];
	const began = performance.now();
	let facts = 0;
	while (performance.now() - began < FOLLOW_MS) {
		const numbers = Array.from({ length: 100 }, () => 1 + 2 * Math.floor((Math.random() * PEOPLE) / 2 - 1)).filter((n) => n > 0);
		await storage.inTenant(CUSTOMER, async (tx) => {
			await lockPeople(tx, CUSTOMER);
			await changeProfiles(
				tx,
				CUSTOMER,
				numbers.map((n) => ({ cluster: alone(personOf(n)), change: { attributes: { shoe: 36 + Math.floor(Math.random() * 11) } } })),
			);
		});
		facts += numbers.length;
		if (facts % 1000 < 100) delays.push(await delayOf(storage));
		const ahead = (facts / FACTS_A_SECOND) * 1000 - (performance.now() - began);
		if (ahead > 0) await new Promise((done) => setTimeout(done, ahead));
	}
	const seconds = (performance.now() - began) / 1000;
	await stop();
	return { delays, facts, seconds };
};

/** Takes somebody out by a fact, and says how long the segment needed to follow. */
const delayOf = async (storage: Storage): Promise<number> => {
	// Said yes, a member of the club, and whatever shoes: number is 6 and what is 12 from there on.
	const n = 6 + 12 * Math.floor(Math.random() * Math.floor(PEOPLE / 12 - 1));
	const is = async (): Promise<boolean> =>
		storage.inTenant(CUSTOMER, async (tx) => {
			const [row] = await tx.query<{ there: number }>(
				'select get_bit(bits, $3) as there from set_chunk where customer_id = 1 and set_id = $1 and chunk = $2',
				[SET, Math.floor(n / 65_536), n % 65_536],
			);
			return row?.there === 1;
		});
	const before = await is();
	const began = performance.now();
	await storage.inTenant(CUSTOMER, async (tx) => {
		await lockPeople(tx, CUSTOMER);
		await changeProfiles(tx, CUSTOMER, [{ cluster: alone(personOf(n)), change: { attributes: { shoe: before ? 36 : 46 } } }]);
	});
	while ((await is()) === before) {
		if (performance.now() - began > 20_000) throw new Error('A fact was not followed in 20 s.');
		await new Promise((done) => setTimeout(done, 20));
	}
	return performance.now() - began;
};

const main = async (): Promise<void> => {
	const system = await benchPostgres();
	const log = createLog({ logLevel: 'warn' });
	try {
		await system.admin((admin) => admin.query('create database rules'));
		await migrateExternal(system.url('rules'), SECRET_KEY, log);
		const server = externalServer(system.url('rules'), createSecrets(SECRET_KEY));
		await withClient(server.as('owner'), fill);
		console.log(`${PEOPLE} people made`);
		const storage = await connectStorage(server, SECRET_KEY, log);
		const rows: Record<string, unknown>[] = [];
		await storage.inTenant(CUSTOMER, (tx) => insertSet(tx, CUSTOMER, { id: SET, rule: RULE }));
		const builtMs = await follow(storage);
		const count = await storage.inTenant(CUSTOMER, (tx) => countOf(tx, CUSTOMER, { in: SET }));
		const [truth, plainMs] = await withClient(server.as('owner'), async (owner) => {
			const began = performance.now();
			const { rows: found } = await owner.query<{ n: number }>(PLAIN);
			return [found[0]?.n ?? -1, performance.now() - began];
		});
		if (count !== truth) throw new Error(`The segment has ${count}, and SQL counts ${truth}.`);
		await storage.inTenant(CUSTOMER, (tx) => insertSet(tx, CUSTOMER, { id: QUIET_SET, rule: QUIET }));
		const eventsBuiltMs = await follow(storage);
		const quiet = await storage.inTenant(CUSTOMER, (tx) => countOf(tx, CUSTOMER, { in: QUIET_SET }));
		const [quietTruth, eventsPlainMs] = await withClient(server.as('owner'), async (owner) => {
			const began = performance.now();
			const { rows: found } = await owner.query<{ n: number }>(PLAIN_QUIET);
			return [found[0]?.n ?? -1, performance.now() - began];
		});
		const namedTruth = await withClient(
			server.as('owner'),
			async (owner) => (await owner.query<{ n: number }>(PLAIN_NAMED)).rows[0]?.n ?? -1,
		);
		const times = new Map<string, number[]>();
		// In turns: a machine with other work slows them all.
		for (let n = 0; n < PREVIEWS; n += 1)
			for (const [name, rule, expected] of [
				['previewMs', RULE, truth],
				['namedPreviewMs', NAMED, namedTruth],
				['eventsPreviewMs', QUIET, quietTruth],
			] as const) {
				const began = performance.now();
				const said = await storage.inReport(CUSTOMER, (tx) => countLines(tx, CUSTOMER, rule, { within: null, numbers: false }));
				times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
				if (said.count !== expected) throw new Error(`The preview counts ${said.count}, and SQL ${expected}.`);
			}
		const previewed = Object.fromEntries([...times].map(([name, took]) => [name, Math.round(spreadOf(took).median)]));
		if (quiet !== quietTruth) throw new Error(`The segment about events has ${quiet}, and SQL counts ${quietTruth}.`);
		const { delays, facts, seconds } = await followed(storage);
		rows.push({
			people: PEOPLE,
			inIt: count,
			builtS: builtMs / 1000,
			plainPassS: plainMs / 1000,
			eventsBuiltS: eventsBuiltMs / 1000,
			eventsPlainS: eventsPlainMs / 1000,
			...previewed,
			factsASecond: Math.round(facts / seconds),
			followedMedianMs: Math.round(spreadOf(delays).median),
			followedMostMs: Math.round(spreadOf(delays).most),
		});
		console.table(rows);
		await writeResult('rules', { rows, processMb: Math.round(process.memoryUsage().rss / 2 ** 20) });
		await storage.close();
	} finally {
		await system.stop();
	}
};

await main();
