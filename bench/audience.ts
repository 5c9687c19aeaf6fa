/**
 * Estimates of audiences at a million and at ten million people (other sizes as arguments), 30 segments of 1 to 60 %: all of three
 * and any of five, by the engine alone and through the API of a running program, as a signed-in officer asks, beside the same question
 * to a table of members in the same PostgreSQL (up to a million people; above, SQL counts by the formula that the segments were made
 * by). The API counts more than the engine is asked for: each segment alone, each after the ones before it, and by channel who may be
 * reached and why the rest may not. Every estimate is compared with SQL's count. Then both ways while memberships change, and the
 * program's memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type * as z from 'zod';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { chunkOf } from '../apps/server/src/wings/profiles/sets/bits.ts';
import { countOf } from '../apps/server/src/wings/profiles/sets/count.ts';
import { changeBits } from '../apps/server/src/wings/profiles/sets/store.ts';
import type { estimateAudience } from '../packages/contract/src/profiles/audiences.ts';
import { get, type Officer, officer } from './lib/imports.ts';
import { benchPostgres } from './lib/postgres.ts';
import { type Program, startProgram } from './lib/program.ts';
import { percentile, spreadOf, writeResult } from './lib/result.ts';

const SIZES = (process.argv[2] ?? '1000000,10000000').split(',').map(Number);
const ROUNDS = Number(process.argv[3] ?? 15);
const PLAIN_UP_TO = 1_000_000;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const CUSTOMER = 1;
const SEGMENTS = 30;
const SEED = 7919;
const PORT = 4194;
const CHANGING_MS = 10_000;
/** Of the issues: beside a table of members at a million; through the API by size; while memberships change; of the program. */
const GOALS = { factor: 100, apiMs: { million: 12, more: 40 }, busyMs: 150, memoryMb: 300 };

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** 1 to 60 % of people. */
const shareOf = (n: number): number => Math.round(655 + (n * (39_321 - 655)) / (SEGMENTS - 1));
/** Whether a number is in the set that is made as the n-th, in SQL over `n`. */
const isAmong = (n: number, share: number): string => `(hashint4(n # ${(n + 1) * SEED}) & 65535) < ${share}`;
const isIn = (n: number): string => isAmong(n, shareOf(n));

const makeSet = async (owner: Client, people: number, set: { id: string; key: string | null; where: string }): Promise<void> => {
	await owner.query(`insert into people_set (customer_id, set_id, key, clock_at) values ($1, $2, $3, now())`, [CUSTOMER, set.id, set.key]);
	await owner.query(
		`insert into set_chunk (customer_id, set_id, chunk, bits)
		select $1, $2, c, (select string_agg(case when n < $3 and ${set.where} then '1' else '0' end, '' order by n)::bit(65536)
			from generate_series(c * 65536, c * 65536 + 65535) n)
		from generate_series(0, $4::int) c`,
		[CUSTOMER, set.id, people, chunkOf(people - 1)],
	);
};

/** The sets that reach is told by, as if the worker had built them, with their shares of people. */
const reachOf = (purposeId: string): [string, number][] => [
	['all', 1],
	['email', 0.9],
	['mailable', 0.88],
	['phone', 0.6],
	['externalId', 0.95],
	['post', 0.5],
	['stopped', 0.01],
	[`yes:${purposeId}`, 0.5],
	[`no:${purposeId}`, 0.2],
];

const fill = async (owner: Client, people: number, { purposeId }: Officer): Promise<void> => {
	await owner.query(`update purpose set channels = '{email,sms,leaflet,webhook,ad}' where customer_id = $1`, [CUSTOMER]);
	// Somebody stopped everything: from then on each estimate asks who did.
	await owner.query('insert into person_stop (customer_id, person, stopped_at) values ($1, $2, now())', [CUSTOMER, idOf(0)]);
	for (const [n, [key, share]] of reachOf(purposeId).entries())
		await makeSet(owner, people, { id: idOf(SEGMENTS + n), key, where: isAmong(SEGMENTS + n, share * 65_536) });
	for (let n = 0; n < SEGMENTS; n += 1) {
		await makeSet(owner, people, { id: idOf(n), key: null, where: isIn(n) });
		await owner.query(`insert into segment (customer_id, segment_id, name, created_at, changed_at) values ($1, $2, $3, now(), now())`, [
			CUSTOMER,
			idOf(n),
			`Segment ${n}`,
		]);
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

/** One of the ways to ask; answers the count. */
type Ask = (question: Question) => Promise<number>;

const byEngine =
	(storage: Storage): Ask =>
	(question) =>
		storage.inTenant(CUSTOMER, (tx) => countOf(tx, CUSTOMER, choiceOf(question)));

const byApi =
	({ url }: Program, who: Officer): Ask =>
	async ({ segments, all }) => {
		const path = `/audience/estimate?segments=${segments.map(idOf).join(',')}&IsOr=${!all}`;
		const { count, state } = await get<z.infer<typeof estimateAudience.answer>>(url, who, path);
		if (state !== 'ready') throw new Error('A set that was made here is being built.');
		return count;
	};

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

/** Asks both ways for so long, and says what each took. */
const askedFor = async (ways: Readonly<Record<Way, Ask>>, forMs: number): Promise<Record<Way, number[]>> => {
	const times: Record<Way, number[]> = { engine: [], api: [] };
	const began = performance.now();
	while (performance.now() - began < forMs)
		for (const way of WAYS) for (const question of QUESTIONS) times[way].push((await timed(() => ways[way](question)))[0]);
	return times;
};

const WAYS = ['engine', 'api'] as const;
type Way = (typeof WAYS)[number];

const measure = async (storage: Storage, owner: Client, people: number, ways: Readonly<Record<Way, Ask>>) => {
	const rows: { people: number; question: string; way: Way; ms: number; p95: number; factor: number | null }[] = [];
	for (const question of QUESTIONS) {
		const plain = people <= PLAIN_UP_TO ? plainSql(question) : null;
		const truth = (await owner.query<{ n: number }>(plain ?? formulaSql(question, people))).rows[0]?.n ?? -1;
		const times: Record<Way, number[]> = { engine: [], api: [] };
		const theirs: number[] = [];
		for (let round = -2; round < ROUNDS; round += 1) {
			for (const way of WAYS) {
				const [ms, count] = await timed(() => ways[way](question));
				if (count !== truth) throw new Error(`${question.name} of ${people} by ${way}: ${count}, and SQL counts ${truth}.`);
				if (round >= 0) times[way].push(ms);
			}
			if (plain && round >= 0 && round < 5) theirs.push((await timed(() => owner.query(plain)))[0]);
		}
		const sqlMs = theirs.length > 0 ? spreadOf(theirs).median : null;
		for (const way of WAYS) {
			const ms = spreadOf(times[way]).median;
			rows.push({ people, question: question.name, way, ms, p95: percentile(times[way], 0.95), factor: sqlMs && sqlMs / ms });
		}
	}
	const started = performance.now();
	const changes = changing(storage, people);
	const busy = await askedFor(ways, CHANGING_MS);
	const changesAMinute = Math.round(((await changes.stop()) / (performance.now() - started)) * 60_000);
	for (const way of WAYS)
		rows.push({
			people,
			question: 'while changing',
			way,
			ms: spreadOf(busy[way]).median,
			p95: percentile(busy[way], 0.95),
			factor: null,
		});
	return { rows, changesAMinute };
};

interface Goal {
	readonly what: string;
	readonly value: number;
	readonly least?: number;
	readonly most?: number;
}

/** What the issue asks for, of what was measured. */
const goalsOf = (rows: Awaited<ReturnType<typeof measure>>['rows'], memoryMb: number) => {
	const goals: Goal[] = rows.flatMap(({ people, question, way, ms, p95, factor }): Goal[] => {
		const what = `${question} of ${people} by ${way}`;
		if (question === 'while changing') return [{ what: `${what}, 95th percentile in ms`, value: p95, most: GOALS.busyMs }];
		return [
			{ what: `${what}, ms`, value: ms, most: people <= PLAIN_UP_TO ? GOALS.apiMs.million : GOALS.apiMs.more },
			...(factor === null || people !== PLAIN_UP_TO
				? []
				: [{ what: `${what}, times quicker than SQL`, value: factor, least: GOALS.factor }]),
		];
	});
	goals.push({ what: 'memory of the program, MB', value: memoryMb, most: GOALS.memoryMb });
	return goals.map((goal) => ({ ...goal, met: goal.value >= (goal.least ?? 0) && goal.value <= (goal.most ?? Number.POSITIVE_INFINITY) }));
};

const main = async (): Promise<void> => {
	const system = await benchPostgres();
	const log = createLog({ logLevel: 'warn' });
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-audience-'));
	try {
		const measured: Awaited<ReturnType<typeof measure>>[] = [];
		let [memoryMb, idleMb] = [0, 0];
		for (const people of SIZES) {
			const name = `people_${people}`;
			await system.admin((admin) => admin.query(`create database ${name}`));
			await migrateExternal(system.url(name), SECRET_KEY, log);
			const program = await startProgram({ port: PORT, dataDir, env: { DATABASE_URL: system.url(name), SECRET_KEY } });
			idleMb = Math.max(idleMb, program.memoryMb());
			const server = externalServer(system.url(name), createSecrets(SECRET_KEY));
			const storage = await connectStorage(server, SECRET_KEY, log);
			try {
				await withClient(server.as('owner'), async (owner) => {
					const who = await officer(owner, CUSTOMER, PORT);
					const began = performance.now();
					await fill(owner, people, who);
					console.log(`${people} people, ${SEGMENTS} segments made in ${Math.round((performance.now() - began) / 1000)} s`);
					measured.push(await measure(storage, owner, people, { engine: byEngine(storage), api: byApi(program, who) }));
				});
				memoryMb = Math.max(memoryMb, program.memoryMb());
			} finally {
				await storage.close();
				await program.stop();
			}
			await system.admin((admin) => admin.query(`drop database ${name}`));
		}
		const rows = measured.flatMap((one) => one.rows);
		const changesAMinute = measured.map((one) => one.changesAMinute);
		const goals = goalsOf(rows, memoryMb);
		console.table(rows);
		console.log(`changes a minute: ${changesAMinute.join(', ')}; the program had ${Math.round(idleMb)} MB when it was ready`);
		for (const { what, value, met } of goals) console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(1)}`);
		await writeResult('audience', { rounds: ROUNDS, rows, changesAMinute, idleMb, memoryMb, goals });
	} finally {
		await system.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

await main();
