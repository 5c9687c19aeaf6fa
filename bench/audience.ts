/**
 * Estimates of audiences at a million and at ten million people (other sizes as arguments), 30 segments of 1 to 60 %: all of three
 * and any of five, through the API and by the engine alone, beside the same question to a table of members in the same PostgreSQL
 * (up to a million people; above, SQL counts by the formula that the segments were made by). Every estimate is compared with SQL's
 * count. Then the same while memberships change.
 */
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { chunkOf } from '../apps/server/src/wings/profiles/sets/bits.ts';
import { countOf } from '../apps/server/src/wings/profiles/sets/count.ts';
import { changeBits } from '../apps/server/src/wings/profiles/sets/store.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const SIZES = (process.argv[2] ?? '1000000,10000000').split(',').map(Number);
const ROUNDS = Number(process.argv[3] ?? 15);
const PLAIN_UP_TO = 1_000_000;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const CUSTOMER = 1;
const SEGMENTS = 30;
const SEED = 7919;

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** 1 to 60 % of people. */
const shareOf = (n: number): number => Math.round(655 + (n * (39_321 - 655)) / (SEGMENTS - 1));
/** Whether a number is in a segment, in SQL over `n`. */
const isIn = (n: number): string => `(hashint4(n # ${(n + 1) * SEED}) & 65535) < ${shareOf(n)}`;

const fill = async (owner: Client, people: number): Promise<void> => {
	await owner
		.query(
			`insert into customer (customer_id, name, business_id, address, phone, country_code, primary_email, status) values (1, 'Bench', '', '', '', '', '', 1)`,
		)
		.catch(() => undefined);
	const last = chunkOf(people - 1);
	for (let n = 0; n < SEGMENTS; n += 1) {
		await owner.query(`insert into people_set (customer_id, set_id, clock_at) values ($1, $2, now())`, [CUSTOMER, idOf(n)]);
		await owner.query(
			`insert into set_chunk (customer_id, set_id, chunk, bits)
			select $1, $2, c, (select string_agg(case when n < $3 and ${isIn(n)} then '1' else '0' end, '' order by n)::bit(65536)
				from generate_series(c * 65536, c * 65536 + 65535) n)
			from generate_series(0, $4::int) c`,
			[CUSTOMER, idOf(n), people, last],
		);
	}
	if (people <= PLAIN_UP_TO) {
		await owner.query('create table plain_member (segment_id int, number int, primary key (segment_id, number))');
		for (let n = 0; n < SEGMENTS; n += 1)
			await owner.query(`insert into plain_member select ${n}, n from generate_series(0, $1::int - 1) n where ${isIn(n)}`, [people]);
		await owner.query('vacuum analyze plain_member');
	}
	await owner.query('vacuum analyze set_chunk');
};

interface Question {
	readonly name: string;
	readonly segments: readonly number[];
	readonly all: boolean;
}
const QUESTIONS: readonly Question[] = [
	{ name: 'all of 3', segments: [29, 20, 12], all: true },
	{ name: 'any of 5', segments: [29, 20, 12, 6, 0], all: false },
];

/** A list of members, joined as one would by hand. */
const plainSql = ({ segments, all }: Question): string =>
	all
		? `select count(*)::int as n from (select number from plain_member where segment_id in (${segments.join(',')}) group by number having count(*) = ${segments.length}) m`
		: `select count(distinct number)::int as n from plain_member where segment_id in (${segments.join(',')})`;
/** By what the segments were made of. */
const formulaSql = ({ segments, all }: Question, people: number): string =>
	`select count(*)::int as n from generate_series(0, ${people - 1}) n where ${segments.map((n) => `(${isIn(n)})`).join(all ? ' and ' : ' or ')}`;

const choiceOf = ({ segments, all }: Question) => {
	const parts = segments.map((n) => ({ in: idOf(n) }));
	return all ? { all: parts } : { any: parts };
};

const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
	const began = performance.now();
	const value = await work();
	return [performance.now() - began, value];
};
const percentile = (values: readonly number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const estimate = (storage: Storage, question: Question): Promise<number> =>
	storage.inTenant(CUSTOMER, (tx) => countOf(tx, CUSTOMER, choiceOf(question)));

/** Memberships change, a hundred people of a segment at a time, until it is told to stop. */
const changing = (storage: Storage, people: number) => {
	let stopped = false;
	let changes = 0;
	const work = (async () => {
		while (!stopped) {
			const segment = idOf(29 - (changes % 9));
			const on = Array.from({ length: 50 }, () => Math.floor(Math.random() * people));
			const off = Array.from({ length: 50 }, () => Math.floor(Math.random() * people));
			await storage.inTenant(CUSTOMER, async (tx) => {
				await tx.query('select set_id from people_set where customer_id = $1 and set_id = $2 for update', [CUSTOMER, segment]);
				await changeBits(tx, CUSTOMER, segment, on, off);
			});
			changes += 100;
		}
	})();
	return {
		async stop() {
			stopped = true;
			await work;
			return changes;
		},
	};
};

const measure = async (storage: Storage, owner: Client, people: number) => {
	const rows: Record<string, unknown>[] = [];
	for (const question of QUESTIONS) {
		const plain = people <= PLAIN_UP_TO ? plainSql(question) : null;
		const truth = (await owner.query<{ n: number }>(plain ?? formulaSql(question, people))).rows[0]?.n ?? -1;
		const ours: number[] = [];
		const theirs: number[] = [];
		for (let round = -2; round < ROUNDS; round += 1) {
			const [ms, count] = await timed(() => estimate(storage, question));
			if (count !== truth) throw new Error(`${question.name} of ${people}: ${count}, and SQL counts ${truth}.`);
			if (round >= 0) ours.push(ms);
			if (plain && round >= 0 && round < 5) theirs.push((await timed(() => owner.query(plain)))[0]);
		}
		const [mine, sql] = [spreadOf(ours).median, theirs.length > 0 ? spreadOf(theirs).median : null];
		rows.push({ people, question: question.name, count: truth, ms: mine, sqlMs: sql, factor: sql === null ? null : sql / mine });
	}
	const started = performance.now();
	const changes = changing(storage, people);
	const busy: number[] = [];
	while (performance.now() - started < 10_000)
		for (const question of QUESTIONS) busy.push((await timed(() => estimate(storage, question)))[0]);
	const changed = await changes.stop();
	const perMinute = (changed / (performance.now() - started)) * 60_000;
	rows.push({
		people,
		question: 'while changing',
		count: busy.length,
		ms: spreadOf(busy).median,
		p95: percentile(busy, 0.95),
		changesAMinute: Math.round(perMinute),
	});
	return rows;
};

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const system = await startSystemPostgres(bin, { durable: true });
	const log = createLog({ logLevel: 'warn' });
	try {
		const rows: Record<string, unknown>[] = [];
		for (const people of SIZES) {
			const name = `people_${people}`;
			await system.admin((admin) => admin.query(`create database ${name}`));
			await migrateExternal(system.url(name), SECRET_KEY, log);
			const server = externalServer(system.url(name), createSecrets(SECRET_KEY));
			const began = performance.now();
			await withClient(server.as('owner'), (owner) => fill(owner, people));
			console.log(`${people} people, ${SEGMENTS} segments made in ${Math.round((performance.now() - began) / 1000)} s`);
			const storage = await connectStorage(server, SECRET_KEY, log);
			rows.push(...(await withClient(server.as('owner'), (owner) => measure(storage, owner, people))));
			await storage.close();
			await system.admin((admin) => admin.query(`drop database ${name}`));
		}
		console.table(rows);
		await writeResult('audience', { rounds: ROUNDS, rows, processMb: Math.round(process.memoryUsage().rss / 2 ** 20) });
	} finally {
		await system.stop();
	}
};

await main();
