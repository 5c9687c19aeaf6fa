/**
 * What a page of a long list costs at many rows beside few, for every kind of search and order, by the store's own function against
 * two databases: `users` (a million beside a thousand; goal: 1.3 × at most) and `profiles` (five million beside fifty thousand; 2 ×).
 * Arguments: the list (both without), many, few, rounds. Interleaved rounds, medians.
 */
import type { Client } from 'pg';
import { createHooks } from '../apps/server/src/kernel/hooks.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { listUsers } from '../apps/server/src/wings/identity/users/store.ts';
import { checkWords, factBeginning } from '../apps/server/src/wings/people/persons/words.ts';
import { readProfiles } from '../apps/server/src/wings/profiles/profiles/list.ts';
import { hearOfProfiles } from '../apps/server/src/wings/profiles/wing.ts';
import { benchPostgres } from './lib/postgres.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const [wanted, many, few] = process.argv.slice(2);
const ROUNDS = Number(process.argv[5] ?? 9);
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const CUSTOMER = 1;
const SIZES = ['few', 'many'] as const;
type Size = (typeof SIZES)[number];
/** How much longer than a beginning's a search inside of words may take. */
const INSIDE = 2;

interface Query {
	readonly q?: string;
	readonly sort?: string;
	readonly role?: string;
	/** The last one that the portal offers: it counts no further than 10,000. */
	readonly page?: 'last';
}

/** A list that is measured. */
interface Measured {
	readonly rows: Readonly<Record<Size, number>>;
	readonly goal: number;
	/** Pages of 25. */
	readonly pages: Readonly<Record<string, Query>>;
	readonly fill: (owner: Client, count: number) => Promise<void>;
	/** Whether what was filled is as the program would have it. */
	readonly check?: (storage: Storage, count: number) => Promise<void>;
	/** Searches inside of words, each beside one that finds as many by beginnings: at most so many times as long, at many rows. */
	readonly beside?: Readonly<Record<string, string>>;
	readonly read: (storage: Storage, query: Omit<Query, 'page'> & { page: number; size: number }) => Promise<unknown>;
}

const fillUsers = async (owner: Client, count: number): Promise<void> => {
	await owner.query(
		`insert into app_user (id, email, name, created_at)
		select gen_random_uuid(), 'user' || n || '@example.com', (array['Aino','Eero','Helmi','Ilmari','Kaisa','Otto','Saara','Väinö'])[1 + n % 8] || ' ' || md5(n::text),
			now() - n * interval '1 minute'
		from generate_series(1, $1::int) n`,
		[count],
	);
	await owner.query(`update app_user set name = 'Pirta Kuusi' where email in ('user5@example.com', 'user6@example.com')`);
	await owner.query(
		`insert into user_role (user_id, role) select id, 'ADMIN' from app_user where email in ('user1@example.com', 'user2@example.com') on conflict do nothing`,
	);
	await owner.query('vacuum analyze app_user');
	await owner.query('analyze user_role');
};

/** A thousand last names, and as many people of each. */
const fillProfiles = async (owner: Client, count: number): Promise<void> => {
	await owner.query(
		`insert into person (customer_id, person, number, created_at)
		select $1, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, n, now() - n * interval '1 second' from generate_series(0, $2::int - 1) n`,
		[CUSTOMER, count],
	);
	await owner.query(
		`insert into person_identifier (customer_id, kind, value, person, created_at, how)
		select customer_id, 'email', 'person' || number || '@example.com', person, created_at, 'csv_upload' from person
		union all select customer_id, 'phone', '+35840' || (1000000 + number), person, created_at, 'csv_upload' from person`,
	);
	await owner.query(
		`insert into profile (customer_id, person, number, first_name, last_name, city, attributes, changed_at)
		select customer_id, person, number, (array['Aino','Eero','Helmi','Ilmari','Kaisa','Otto','Saara','Väinö'])[1 + number % 8],
			'Aalto' || md5((number % 1000)::text), 'Turku', jsonb_build_object('shoe', 36 + number % 11), now()
		from person`,
	);
	await owner.query(
		`insert into profile_seen (customer_id, number, own_at, seen_at)
		select customer_id, number, now() - number * interval '1 second', now() - number * interval '1 second' from person where number % 2 = 0`,
	);
	await owner.query(`update profile set last_name = 'Kuusi' where number in (5, 6)`);
	await owner.query(`insert into person_counter (customer_id, next) values ($1, $2)`, [CUSTOMER, count]);
	const { rows } = await owner.query<{ indexdef: string }>(`select indexdef from pg_indexes where indexname = 'person_words_inside'`);
	await owner.query('drop index person_words_inside');
	await owner.query(
		`insert into person_words (customer_id, person, names, facts)
		select customer_id, person, lower(concat(E'\\nperson', number, E'@example.com\\n+35840', 1000000 + number)),
			lower(concat(E'\\n', first_name, ' ', last_name, $1::text, city, $2::text, attributes ->> 'shoe'))
		from profile`,
		[factBeginning('city', '')[0], factBeginning('shoe', '')[0]],
	);
	// Made once over all of them: of millions it takes a fifth of what row by row does.
	await owner.query(rows[0]?.indexdef ?? '');
	await owner.query('vacuum analyze person, person_identifier, profile, profile_seen, person_words');
};

/** The words were written in one statement; by the worker's own check some of them, from first to last, are what it writes. */
const checkProfiles = async (storage: Storage, count: number): Promise<void> => {
	const hooks = createHooks();
	const unhear = hearOfProfiles({ hooks });
	for (const from of [0, Math.floor(count / 2), count - 1]) {
		const checked = await storage.inTenant(CUSTOMER, (tx) => checkWords(tx, hooks, CUSTOMER, from));
		if (checked?.differed !== 0) throw new Error(`Words of people from ${from} on are not what the worker writes: ${checked?.differed}`);
	}
	unhear();
	const { rows } = await storage.asOwner((owner) =>
		owner.query<{ rows: string; index: string }>(
			`select pg_size_pretty(pg_table_size('person_words')) as rows, pg_size_pretty(pg_relation_size('person_words_inside')) as index`,
		),
	);
	console.log(`they take ${rows[0]?.rows} and ${rows[0]?.index} of index`);
};

const LISTS: Readonly<Record<string, Measured>> = {
	users: {
		rows: { few: 1_000, many: 1_000_000 },
		goal: 1.3,
		pages: {
			'no search': {},
			'by name': { sort: 'name' },
			'by name, falling': { sort: '-name' },
			'by address, falling': { sort: '-userName' },
			newest: { sort: '-createdAt' },
			oldest: { sort: 'createdAt' },
			'last page': { page: 'last' },
			'one letter': { q: 'u' },
			'two letters': { q: 'us' },
			'two letters of few': { q: 'zq' },
			'prefix of all': { q: 'user1' },
			'within a name': { q: 'irta' },
			'an address': { q: 'user77@example.com' },
			'part of an address': { q: 'ser77@exam' },
			nobody: { q: 'xqzwvk' },
			'by role': { role: 'ADMIN' },
		},
		fill: fillUsers,
		read: listUsers,
	},
	profiles: {
		rows: { few: 50_000, many: 5_000_000 },
		goal: 2,
		pages: {
			'no search': {},
			oldest: { sort: 'createdAt' },
			'last page': { page: 'last' },
			'by name': { sort: 'lastName' },
			'by name, falling': { sort: '-lastName' },
			'by name, last page': { sort: 'lastName', page: 'last' },
			'seen last': { sort: '-seenAt' },
			'an address': { q: 'person77@example.com' },
			'an address that begins so': { q: 'person77@exa' },
			'addresses that begin so': { q: 'person7' },
			'a number': { q: '+358401000077' },
			'a number that begins so': { q: '+35840100007' },
			'a last name': { q: 'kuusi' },
			'last names that begin so': { q: 'aalto' },
			'a last name of many': { q: 'aaltoc4ca4238a0b923820dcc509a6f75849b' },
			'first and last name': { q: 'otto kuusi' },
			'found, by name': { q: 'aaltoc4', sort: 'lastName' },
			nobody: { q: 'xqzwvk' },
			'inside of an address': { q: 'rson77@exam' },
			'inside of many addresses': { q: 'erson7' },
			'inside of a number': { q: '01000077' },
			'inside of a last name': { q: 'uusi' },
			'inside of many last names': { q: 'alto' },
			'inside of a last name of many': { q: 'c4ca4238' },
			'inside of first and last name': { q: 'to kuus' },
			'three letters': { q: 'uus' },
			'three digits': { q: '777' },
			'inside of nobody': { q: 'qzwvk' },
			'a town that begins so': { q: 'city:tur' },
			'an attribute': { q: 'shoe:41' },
			'an attribute of nobody': { q: 'shoe:99' },
		},
		fill: fillProfiles,
		check: checkProfiles,
		beside: {
			'inside of an address': 'an address',
			'inside of many addresses': 'addresses that begin so',
			'inside of a number': 'a number',
			'inside of a last name': 'a last name',
			'inside of many last names': 'last names that begin so',
			'inside of a last name of many': 'a last name of many',
			'inside of first and last name': 'first and last name',
			'three letters': 'a last name',
			'three digits': 'addresses that begin so',
			'inside of nobody': 'nobody',
		},
		read: (storage, query) => storage.inTenant(CUSTOMER, (tx) => readProfiles(tx, CUSTOMER, query, null)),
	},
};

const timed = async (list: Measured, storage: Storage, rows: number, { page, ...query }: Query): Promise<number> => {
	const last = Math.ceil(Math.min(rows, 10_000) / 25);
	const began = performance.now();
	await list.read(storage, { ...query, page: page === 'last' ? last : 1, size: 25 });
	return performance.now() - began;
};

const main = async (): Promise<void> => {
	const system = await benchPostgres();
	const log = createLog({ logLevel: 'warn' });
	const open = async (name: string, list: Measured, rows: number): Promise<Storage> => {
		await system.admin((admin) => admin.query(`create database ${name}`));
		await migrateExternal(system.url(name), SECRET_KEY, log);
		const server = externalServer(system.url(name), createSecrets(SECRET_KEY));
		await withClient(server.as('owner'), (owner) => list.fill(owner, rows));
		const storage = await connectStorage(server, SECRET_KEY, log);
		await list.check?.(storage, rows);
		return storage;
	};
	const measure = async (name: string, list: Measured): Promise<void> => {
		const sizes = { few: Number(few ?? list.rows.few), many: Number(many ?? list.rows.many) };
		const storages = {
			few: await open(`${name}_few`, list, sizes.few),
			many: await open(`${name}_many`, list, sizes.many),
		};
		console.log(`${name}: ${sizes.many} beside ${sizes.few}`);
		const times = new Map<string, Record<Size, number[]>>(Object.keys(list.pages).map((page) => [page, { few: [], many: [] }]));
		for (let round = -2; round < ROUNDS; round++)
			for (const [page, query] of Object.entries(list.pages))
				for (const size of SIZES) {
					const ms = await timed(list, storages[size], sizes[size], query);
					if (round >= 0) times.get(page)?.[size].push(ms);
				}
		const rows = [...times].map(([page, own]) => {
			const [a, b] = [spreadOf(own.few).median, spreadOf(own.many).median];
			return { page, fewMs: a, manyMs: b, factor: b / a, met: b / a <= list.goal };
		});
		console.table(rows);
		const medianOf = (page: string): number => rows.find((one) => one.page === page)?.manyMs ?? Number.NaN;
		const insides = Object.entries(list.beside ?? {}).map(([page, other]) => {
			const factor = medianOf(page) / medianOf(other);
			return { page, manyMs: medianOf(page), beside: other, besideMs: medianOf(other), factor, met: factor <= INSIDE };
		});
		if (insides.length > 0) console.table(insides);
		await writeResult('lists', { list: name, rounds: ROUNDS, goal: list.goal, sizes, rows, insides });
		for (const size of SIZES) await storages[size].close();
	};
	const chosen = Object.entries(LISTS).filter(([name]) => wanted === undefined || name === wanted);
	if (chosen.length === 0) throw new Error(`There is no list '${wanted}': ${Object.keys(LISTS).join(', ')}.`);
	try {
		for (const [name, list] of chosen) await measure(name, list);
	} finally {
		await system.stop();
	}
};

await main();
