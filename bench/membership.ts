/**
 * 100,000 memberships changed a minute at a million people (another number as first argument; seconds as second): a third by an
 * officer by hand, a third through the API with a domain's token, a third by facts that a rule follows, all of a running program.
 * Meanwhile estimates are asked all the time, by the engine and through the API. Each of the engine's is compared with SQL's count
 * over the facts, taken in the same snapshot; of people whose facts have changed and who are noted for the worker, the rule's bits
 * are counted as they stand. At the end, when everything has been followed, the API's answers are compared too.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type * as z from 'zod';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal, type Storage, type Tx } from '../apps/server/src/kernel/storage/storage.ts';
import { chunkOf } from '../apps/server/src/wings/profiles/sets/bits.ts';
import { type Choice, countOf } from '../apps/server/src/wings/profiles/sets/count.ts';
import { giveToken } from '../apps/server/src/wings/tenancy/domains/token.ts';
import type { changeMembers, writeProfiles } from '../packages/contract/src/profiles/api.ts';
import type { estimateAudience } from '../packages/contract/src/profiles/audiences.ts';
import type { addMembers } from '../packages/contract/src/profiles/segments.ts';
import type { Rule } from '../packages/contract/src/rules.ts';
import { get, type Officer, officer, post } from './lib/imports.ts';
import { benchPostgres } from './lib/postgres.ts';
import { startProgram } from './lib/program.ts';
import { percentile, spreadOf, writeResult } from './lib/result.ts';

const PEOPLE = Number(process.argv[2] ?? 1_000_000);
const SECONDS = Number(process.argv[3] ?? 60);
const CHANGES_A_MINUTE = 100_000;
/** Asked for a little faster: the last of each lane's batches is never whole within the time. */
const PACE = CHANGES_A_MINUTE * 1.05;
const P95_MS = 150;
/** Changes of one request. */
const BATCH = 500;
const PORT = 4196;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const CUSTOMER = 1;

const LANES = ['hand', 'api', 'rule'] as const;
type Lane = (typeof LANES)[number];
const SETS: Readonly<Record<Lane, string>> = {
	hand: '00000000-0000-7000-8000-000000000001',
	api: '00000000-0000-7000-8000-000000000002',
	rule: '00000000-0000-7000-8000-000000000003',
};
const RULE: Rule = { field: 'attribute.club', is: 'is', value: true };
/** Who is in each at the beginning: every so many-th number. */
const EVERY: Readonly<Record<Lane, number>> = { hand: 5, api: 4, rule: 3 };

const QUESTIONS = {
	both: { all: [{ in: SETS.hand }, { in: SETS.api }] },
	any: { any: [{ in: SETS.hand }, { in: SETS.api }, { in: SETS.rule }] },
	rule: { in: SETS.rule },
} as const satisfies Record<string, Choice>;
type Counts = Record<keyof typeof QUESTIONS, number>;

const personOf = (n: number): string => `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`;

const fill = async (owner: Client, { domainId }: Officer): Promise<void> => {
	const run = (text: string, values: readonly unknown[]) => owner.query(text, [...values]);
	await run('insert into person_counter (customer_id, next) values ($1, $2)', [CUSTOMER, PEOPLE]);
	await run(
		`insert into person (customer_id, person, number, created_at)
		select $1, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n, now() from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, PEOPLE],
	);
	await run(
		`insert into person_seen (customer_id, kind, value, domain_id, seen_at) select customer_id, 'luvallaId', person::text, $2, now() from person where customer_id = $1`,
		[CUSTOMER, domainId],
	);
	await run(
		`insert into profile (customer_id, person, number, attributes, changed_at)
		select customer_id, person, number, jsonb_build_object('club', number % $2 = 0), now() from person where customer_id = $1`,
		[CUSTOMER, EVERY.rule],
	);
	await run(`insert into profile_attribute (customer_id, key, kind, created_at) values ($1, 'club', 'yesno', now())`, [CUSTOMER]);
	for (const lane of LANES) {
		// Of the token's own domain: out of a segment of the customer it takes only those whom it put in.
		await run(
			'insert into segment (customer_id, segment_id, name, domain_id, created_at, changed_at) values ($1, $2, $3, $4, now(), now())',
			[CUSTOMER, SETS[lane], lane, lane === 'api' ? domainId : null],
		);
		await run('insert into people_set (customer_id, set_id, rule, clock_at) values ($1, $2, $3, now())', [
			CUSTOMER,
			SETS[lane],
			lane === 'rule' ? JSON.stringify(RULE) : null,
		]);
		await run(
			`insert into set_chunk (customer_id, set_id, chunk, bits)
			select $1, $2, c, (select string_agg(case when n < $3 and n % $5 = 0 then '1' else '0' end, '' order by n)::bit(65536)
				from generate_series(c * 65536, c * 65536 + 65535) n)
			from generate_series(0, $4::int) c`,
			[CUSTOMER, SETS[lane], PEOPLE, chunkOf(PEOPLE - 1), EVERY[lane]],
		);
		if (lane !== 'rule')
			await run(
				`insert into segment_member (customer_id, segment_id, person, how, at)
				select customer_id, $2, person, $3, now() from person where customer_id = $1 and number % $4 = 0`,
				[CUSTOMER, SETS[lane], lane, EVERY[lane]],
			);
	}
	await owner.query('vacuum analyze person, person_seen, profile, segment_member, set_chunk');
};

/** SQL's counts over the facts. Who is noted counts in the rule's segment as its bits stand: the worker has yet to look at them. */
const FACTS = `with noted as materialized (select distinct n as number from people_touched t cross join unnest(t.numbers) n where t.customer_id = ${CUSTOMER}),
	hand as materialized (select p.number from segment_member m join person p on p.customer_id = ${CUSTOMER} and p.person = m.person
		where m.customer_id = ${CUSTOMER} and m.segment_id = '${SETS.hand}'),
	api as materialized (select p.number from segment_member m join person p on p.customer_id = ${CUSTOMER} and p.person = m.person
		where m.customer_id = ${CUSTOMER} and m.segment_id = '${SETS.api}'),
	rule as materialized (
		select p.number from profile p where p.customer_id = ${CUSTOMER} and p.attributes->>'club' = 'true' and p.number not in (select number from noted)
		union all select n.number from noted n
			join set_chunk c on c.customer_id = ${CUSTOMER} and c.set_id = '${SETS.rule}' and c.chunk = n.number / 65536
		where get_bit(c.bits, n.number % 65536) = 1)
	select (select count(*) from hand join api using (number))::int as both,
		(select count(*) from (select number from hand union select number from api union select number from rule) u)::int as any,
		(select count(*) from rule)::int as rule,
		(select count(*) from noted)::int as noted`;

const factsOf = async (tx: Tx): Promise<Counts & { noted: number }> => {
	const [found] = await tx.query<Counts & { noted: number }>(FACTS);
	if (!found) throw new Error('SQL counts nothing at all.');
	return found;
};

/** The engine's counts and SQL's of one snapshot, and what each of the engine's took. */
const compared = (storage: Storage): Promise<{ wrong: string[]; ms: number[]; noted: number }> =>
	storage.inTenant(CUSTOMER, async (tx) => {
		await tx.query('set transaction isolation level repeatable read');
		const ours: [keyof Counts, number][] = [];
		const ms: number[] = [];
		for (const [name, choice] of Object.entries(QUESTIONS) as [keyof Counts, Choice][]) {
			const began = performance.now();
			ours.push([name, await countOf(tx, CUSTOMER, choice)]);
			ms.push(performance.now() - began);
		}
		const truth = await factsOf(tx);
		const wrong = ours.flatMap(([name, count]) => (count === truth[name] ? [] : [`${name}: ${count}, and SQL counts ${truth[name]}`]));
		return { wrong, ms, noted: truth.noted };
	});

const estimate = async (url: string, who: Officer, segments: readonly Lane[], isOr: boolean): Promise<number> => {
	const path = `/audience/estimate?segments=${segments.map((lane) => SETS[lane]).join(',')}&IsOr=${isOr}`;
	return (await get<z.infer<typeof estimateAudience.answer>>(url, who, path)).count;
};

/** People whose membership becomes another when `into` is what is asked for next. */
const pick = (inside: Uint8Array, into: boolean): number[] => {
	const picked = new Set<number>();
	while (picked.size < BATCH) {
		const n = Math.floor(Math.random() * PEOPLE);
		if (inside[n] !== Number(into)) picked.add(n);
	}
	return [...picked];
};

/** Puts these in or takes them out; answers how many have really changed. */
type Change = (people: readonly number[], into: boolean) => Promise<number>;

const changesOf = (url: string, who: Officer, token: string): Readonly<Record<Lane, Change>> => {
	const keys = (people: readonly number[]) => people.map((n) => ({ luvallaId: personOf(n) }));
	const machine = async <T>(path: string, body: object): Promise<T> => {
		const response = await fetch(`${url}/edge/v1${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ domainId: who.domainId, ...body }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
		const answer: { data: T } = JSON.parse(text);
		return answer.data;
	};
	return {
		async hand(people, into) {
			const path = `/domain/segment/${SETS.hand}/members${into ? '' : '/remove'}`;
			return (await post<z.infer<typeof addMembers.answer>>(url, who, path, { people: keys(people) })).changed;
		},
		async api(people, into) {
			const body = { action: into ? 'add' : 'remove', people: keys(people) };
			const { results } = await machine<z.infer<typeof changeMembers.answer>>(`/segments/${SETS.api}/members`, body);
			return results.filter(({ outcome }) => outcome === 'added' || outcome === 'removed').length;
		},
		async rule(people, into) {
			const profiles = keys(people).map((person) => ({ person, attributes: { club: into } }));
			const { results } = await machine<z.infer<typeof writeProfiles.answer>>('/profiles', { profiles });
			return results.filter(({ outcome }) => outcome === 'updated').length;
		},
	};
};

/** Changes members of one set, as many a minute as are its part, for so long. */
const changing = async (lane: Lane, change: Change, until: number): Promise<number> => {
	const inside = Uint8Array.from({ length: PEOPLE }, (_, n) => Number(n % EVERY[lane] === 0));
	const began = performance.now();
	let [changed, into] = [0, true];
	while (performance.now() < until) {
		const people = pick(inside, into);
		const done = await change(people, into);
		if (done !== people.length) throw new Error(`Of ${people.length} changes by ${lane} ${done} were made.`);
		for (const n of people) inside[n] = Number(into);
		changed += done;
		into = !into;
		const due = (changed / (PACE / LANES.length)) * 60_000;
		await sleep(Math.max(0, due - (performance.now() - began)));
	}
	return changed;
};

const system = await benchPostgres();
const log = createLog({ logLevel: 'warn' });
const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-membership-'));
try {
	await system.admin((admin) => admin.query('create database membership'));
	const databaseUrl = system.url('membership');
	await migrateExternal(databaseUrl, SECRET_KEY, log);
	const server = externalServer(databaseUrl, createSecrets(SECRET_KEY));
	const who = await withClient(server.as('owner'), async (owner) => {
		const made = await officer(owner, CUSTOMER, PORT);
		await fill(owner, made);
		return made;
	});
	console.log(`${PEOPLE} people made`);
	const storage = await connectStorage(server, SECRET_KEY, log);
	const program = await startProgram({ port: PORT, dataDir, env: { DATABASE_URL: databaseUrl, SECRET_KEY } });
	try {
		const token = await storage.inTenant(CUSTOMER, (tx) => giveToken(tx, CUSTOMER, who.domainId));
		const changes = changesOf(program.url, who, token);
		const wrong: string[] = [];
		const times: Record<'engine' | 'api', number[]> = { engine: [], api: [] };
		const noted: number[] = [];
		const began = performance.now();
		const until = began + SECONDS * 1000;
		const checking = async (): Promise<void> => {
			while (performance.now() < until) {
				const one = await compared(storage);
				wrong.push(...one.wrong);
				times.engine.push(...one.ms);
				noted.push(one.noted);
			}
		};
		const asking = async (): Promise<void> => {
			while (performance.now() < until) {
				const at = performance.now();
				await estimate(program.url, who, LANES, true);
				times.api.push(performance.now() - at);
			}
		};
		const [, , ...changed] = await Promise.all([checking(), asking(), ...LANES.map((lane) => changing(lane, changes[lane], until))]);
		const seconds = (performance.now() - began) / 1000;
		const perMinute = Math.round((changed.reduce((sum, one) => sum + one, 0) / seconds) * 60);

		let facts = await storage.inTenant(CUSTOMER, factsOf);
		for (; facts.noted > 0; facts = await storage.inTenant(CUSTOMER, factsOf)) await sleep(100);
		const last: Counts = {
			both: await estimate(program.url, who, ['hand', 'api'], false),
			any: await estimate(program.url, who, LANES, true),
			rule: await estimate(program.url, who, ['rule'], false),
		};
		for (const name of Object.keys(last) as (keyof Counts)[])
			if (last[name] !== facts[name]) wrong.push(`${name} through the API, at the end: ${last[name]}, and SQL counts ${facts[name]}`);

		const p95 = { engine: percentile(times.engine, 0.95), api: percentile(times.api, 0.95) };
		const result = {
			people: PEOPLE,
			changesAMinute: perMinute,
			estimatesCompared: times.engine.length + Object.keys(last).length,
			wrong: wrong.length,
			engineMedianMs: spreadOf(times.engine).median,
			engineP95Ms: p95.engine,
			estimatesByApi: times.api.length,
			apiMedianMs: spreadOf(times.api).median,
			apiP95Ms: p95.api,
			mostNoted: Math.max(0, ...noted),
			memoryMb: Math.round(program.memoryMb()),
		};
		console.table([result]);
		for (const one of wrong.slice(0, 10)) console.log(one);
		const goals = [
			{ what: 'changes a minute', value: perMinute, met: perMinute >= CHANGES_A_MINUTE * 0.99 },
			{ what: 'wrong estimates', value: wrong.length, met: wrong.length === 0 },
			{ what: '95th percentile through the API, ms', value: p95.api, met: p95.api <= P95_MS },
		];
		for (const { what, value, met } of goals) console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(1)}`);
		await writeResult('membership', { seconds: SECONDS, ...result, goals });
		if (wrong.length > 0) process.exitCode = 1;
	} finally {
		await storage.close();
		await program.stop();
	}
} finally {
	await system.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
