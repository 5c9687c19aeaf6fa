/**
 * What a page of `/users` costs at a million users beside a thousand, for every kind of search and order (goal: 1.3 × at most),
 * by the store's own function against two databases. Interleaved rounds, medians.
 */
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { connectStorage, withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal, type Storage } from '../apps/server/src/kernel/storage/storage.ts';
import { listUsers } from '../apps/server/src/wings/identity/users/store.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = Number(process.argv[2] ?? 9);
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const SIZES = { few: 1_000, many: 1_000_000 } as const;
type Size = keyof typeof SIZES;
const GOAL = 1.3;

/** Pages of 25; `last` is the last one that the portal offers: it counts no further than 10,000. */
const PAGES: Readonly<Record<string, { q?: string; sort?: string; role?: string; page?: 'last' }>> = {
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
};

const fill = async (owner: Client, count: number): Promise<void> => {
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

const timed = async (storage: Storage, size: Size, { page, ...query }: (typeof PAGES)[string]): Promise<number> => {
	const last = Math.ceil(Math.min(SIZES[size], 10_000) / 25);
	const began = performance.now();
	await listUsers(storage, { ...query, page: page === 'last' ? last : 1, size: 25 });
	return performance.now() - began;
};

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const system = await startSystemPostgres(bin, { durable: true });
	const log = createLog({ logLevel: 'warn' });
	const open = async (size: Size): Promise<Storage> => {
		await system.admin((admin) => admin.query(`create database ${size}`));
		await migrateExternal(system.url(size), SECRET_KEY, log);
		const server = externalServer(system.url(size), createSecrets(SECRET_KEY));
		await withClient(server.as('owner'), (owner) => fill(owner, SIZES[size]));
		return connectStorage(server, SECRET_KEY, log);
	};
	try {
		const storages = { few: await open('few'), many: await open('many') };
		const times = new Map<string, Record<Size, number[]>>(Object.keys(PAGES).map((name) => [name, { few: [], many: [] }]));
		for (let round = -2; round < ROUNDS; round++)
			for (const [name, page] of Object.entries(PAGES))
				for (const size of ['few', 'many'] as const) {
					const ms = await timed(storages[size], size, page);
					if (round >= 0) times.get(name)?.[size].push(ms);
				}
		const rows = [...times].map(([name, { few, many }]) => {
			const [a, b] = [spreadOf(few).median, spreadOf(many).median];
			return { name, fewMs: a, manyMs: b, factor: b / a, met: b / a <= GOAL };
		});
		console.table(rows);
		await writeResult('lists', { rounds: ROUNDS, goal: GOAL, rows });
		await storages.few.close();
		await storages.many.close();
	} finally {
		await system.stop();
	}
};

await main();
