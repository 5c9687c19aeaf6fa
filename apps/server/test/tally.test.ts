/** Counters: written by many at once in the transaction of what they count, read by key and time, each tenant's for itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { withClient } from '../src/kernel/storage/connect.ts';
import type { Server } from '../src/kernel/storage/roles.ts';
import { instant, int, type RowShape, row, sql, text } from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { newPart, sumsBy, Tally } from '../src/kernel/tally/tally.ts';
import { IMPRESSION_COUNT } from '../src/wings/consent/rates/views.ts';
import { DELIVERY_COUNT, keysOf, LINK_COUNT, writeCounts } from '../src/wings/engagement/runs/counts.ts';
import { testServer, testStorage } from './harness.ts';

let server: Server;
let storage: Storage;
let customers = 0;
beforeAll(async () => {
	server = await testServer();
	storage = await testStorage();
});
afterAll(() => storage.close());

/** No other test's. */
const newCustomer = (): number => 7_000_000 + Number(process.env.VITEST_POOL_ID ?? 0) * 10_000 + ++customers;

const at = new Date('2026-11-20T10:15:30Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
const Sum = row({ n: int });
const total = async (customerId: number, runId: string): Promise<number | undefined> =>
	(
		await storage.inTenant(customerId, (tx) =>
			tx.first(Sum, sumsBy(DELIVERY_COUNT, customerId, { by: [], where: sql`c.run_id = ${runId}` })),
		)
	)?.n;
/** Adds to one run. @param part of the writer */
const add = (customerId: number, runId: string, part: number, n = 1): Promise<void> =>
	storage.inTenant(customerId, (tx) => {
		const tally = new Tally(DELIVERY_COUNT);
		tally.add(keysOf(runId, 0)('accepted'), at, n);
		return writeCounts(tx, customerId, part, tally);
	});

test('Every counter has its table in the one shape', async () => {
	for (const { table, key } of [DELIVERY_COUNT, LINK_COUNT, IMPRESSION_COUNT]) {
		const found = await storage.asOwner((owner) =>
			owner.query<{ columns: string[]; keys: string[] }>(
				`select array(select a.attname || ' ' || format_type(a.atttypid, null) from pg_attribute a
						where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
					array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k (num, place)
						join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
						where i.indrelid = $1::regclass and i.indisprimary order by k.place) as keys`,
				[table],
			),
		);
		const names = Object.keys(key);
		expect(found.rows[0]?.keys).toEqual(['customer_id', ...names, 'minute', 'part']);
		const types = { uuid: /^uuid$/, text: /^text$/, int: /^(integer|smallint)$/ };
		const columns = found.rows[0]?.columns.map((column) => column.split(' ')) ?? [];
		expect(columns.map(([name]) => name)).toEqual(['customer_id', ...names, 'minute', 'part', 'n']);
		for (const [name, type] of Object.entries(key)) expect(columns.find(([column]) => column === name)?.[1]).toMatch(types[type]);
		expect(found.rows[0]?.columns.slice(-3)).toEqual(['minute timestamp with time zone', 'part smallint', 'n bigint']);
	}
});

test('What is counted of one key and minute is summed up, and what comes to nothing is not written', async () => {
	const [customerId, runId] = [newCustomer(), newId()];
	const key = keysOf(runId, 0);
	const tally = new Tally(DELIVERY_COUNT);
	expect(tally.adding(customerId, 1)).toBeNull();
	for (let n = 0; n < 5; n++) tally.add(key('accepted'), later(n / 60));
	tally.add(key('failed', 'gone'), at, 3);
	tally.add(key('waiting'), at, -2);
	tally.add(key('opened'), at);
	tally.add(key('opened'), at, -1);
	await storage.inTenant(customerId, (tx) => writeCounts(tx, customerId, 1, tally));
	const Kept = row({ what: text, reason: text, minute: instant, n: int });
	const kept = await storage.inTenant(customerId, (tx) =>
		tx.rows(Kept, sql`select what, reason, minute, n from delivery_count where customer_id = ${customerId} order by what`),
	);
	const minute = new Date('2026-11-20T10:15:00Z');
	expect(kept).toEqual([
		{ what: 'accepted', reason: '', minute, n: 5 },
		{ what: 'failed', reason: 'gone', minute, n: 3 },
		{ what: 'waiting', reason: '', minute, n: -2 },
	]);
});

test('Sums are read by key, by minute, hour and day, and of a span of time', async () => {
	const [customerId, one, other] = [newCustomer(), newId(), newId()];
	const tally = new Tally(DELIVERY_COUNT);
	for (const minutes of [0, 0, 1, 50, 24 * 60]) tally.add(keysOf(one, 0)('accepted'), later(minutes));
	tally.add(keysOf(one, 1)('failed', 'gone'), later(1));
	tally.add(keysOf(other, 0)('accepted'), later(0), 7);
	await storage.inTenant(customerId, async (tx) => {
		// The same again by another writer: parts are summed over.
		for (const part of [1, 2]) await writeCounts(tx, customerId, part, tally);
	});
	const read = <R extends RowShape>(shape: R, asked: Parameters<typeof sumsBy<typeof DELIVERY_COUNT.key>>[2]) =>
		storage.inTenant(customerId, (tx) => tx.rows(shape, sql`${sumsBy(DELIVERY_COUNT, customerId, asked)} order by 1, 2`));
	const ofOne = sql`c.run_id = ${one} and c.what = 'accepted'`;
	const By = row({ what: text, n: int });
	expect(await read(By, { by: ['what'] })).toEqual([
		{ what: 'accepted', n: 24 },
		{ what: 'failed', n: 2 },
	]);
	const Timed = row({ at: instant, n: int });
	const timed = async (asked: Omit<Parameters<typeof read>[1], 'by' | 'where'>) =>
		(await read(Timed, { by: [], where: ofOne, ...asked })).map((found) => [
			found.at instanceof Date ? found.at.toISOString() : null,
			found.n,
		]);
	expect(await timed({ per: 'minute' })).toEqual([
		['2026-11-20T10:15:00.000Z', 4],
		['2026-11-20T10:16:00.000Z', 2],
		['2026-11-20T11:05:00.000Z', 2],
		['2026-11-21T10:15:00.000Z', 2],
	]);
	expect(await timed({ per: 'hour' })).toEqual([
		['2026-11-20T10:00:00.000Z', 6],
		['2026-11-20T11:00:00.000Z', 2],
		['2026-11-21T10:00:00.000Z', 2],
	]);
	expect(await timed({ per: 'day' })).toEqual([
		['2026-11-20T00:00:00.000Z', 8],
		['2026-11-21T00:00:00.000Z', 2],
	]);
	expect(await timed({ per: 'hour', since: later(1), until: later(50) })).toEqual([
		['2026-11-20T10:00:00.000Z', 2],
		['2026-11-20T11:00:00.000Z', 2],
	]);
});

test('A counter by the day keeps no time of the day', async () => {
	const [customerId, runId] = [newCustomer(), newId()];
	const tally = new Tally(LINK_COUNT);
	for (const minutes of [-600, 0, 300, 24 * 60]) tally.add({ run_id: runId, link: 3 }, later(minutes));
	const Day = row({ minute: instant, n: int });
	const kept = await storage.inTenant(customerId, async (tx) => {
		await tx.run(tally.adding(customerId, 0) ?? sql`select 1`);
		return tx.rows(Day, sql`select minute, n from link_count where customer_id = ${customerId} order by minute`);
	});
	expect(kept.map(({ minute, n }) => [minute.toISOString(), n])).toEqual([
		['2026-11-20T00:00:00.000Z', 3],
		['2026-11-21T00:00:00.000Z', 1],
	]);
});

test('Many who count at once lose nothing, with a part each or with one for all, and none waits for another in a circle', async () => {
	const [customerId, runId] = [newCustomer(), newId()];
	const key = keysOf(runId, 0);
	const writer = async (part: number): Promise<void> => {
		for (let n = 0; n < 40; n++)
			await storage.inTenant(customerId, (tx) => {
				const tally = new Tally(DELIVERY_COUNT);
				// Whatever order they are met in.
				for (const reason of n % 2 === 0 ? ['a', 'b', 'c'] : ['c', 'b', 'a']) tally.add(key('failed', reason), at);
				return writeCounts(tx, customerId, part, tally);
			});
	};
	await Promise.all(Array.from({ length: 6 }, () => writer(newPart())));
	expect(await total(customerId, runId)).toBe(6 * 40 * 3);
	await Promise.all(Array.from({ length: 6 }, () => writer(0)));
	expect(await total(customerId, runId)).toBe(2 * 6 * 40 * 3);
});

test('A writer with a part of its own does not wait for one that has not committed', async () => {
	const [customerId, runId] = [newCustomer(), newId()];
	await storage.inTenant(customerId, async (tx) => {
		const tally = new Tally(DELIVERY_COUNT);
		tally.add(keysOf(runId, 0)('accepted'), at);
		await writeCounts(tx, customerId, 1, tally);
		// Were it to wait, this would never end.
		await add(customerId, runId, 2);
	});
	expect(await total(customerId, runId)).toBe(2);
});

test('Whoever dies midway has counted nothing of what they had not committed', async () => {
	const [customerId, runId] = [newCustomer(), newId()];
	await add(customerId, runId, 1, 10);
	const dying = storage.inTenant(customerId, async (tx) => {
		const tally = new Tally(DELIVERY_COUNT);
		tally.add(keysOf(runId, 0)('accepted'), at, 5);
		await writeCounts(tx, customerId, 1, tally);
		await tx.run(
			sql`insert into delivery_first (customer_id, run_id, channel, entry, kind, at) values (${customerId}, ${runId}, 0, 1, 'open', ${at})`,
		);
		const own = await tx.first(row({ pid: int }), sql`select pg_backend_pid() as pid`);
		await withClient(server.asAdmin(server.database), (admin) => admin.query('select pg_terminate_backend($1)', [own?.pid]));
		// Nobody is told of it before the next statement.
		await tx.run(sql`select 1`);
	});
	await expect(dying).rejects.toThrow();
	expect(await total(customerId, runId)).toBe(10);
	await add(customerId, runId, 1);
	expect(await total(customerId, runId)).toBe(11);
	const rows = await storage.inTenant(customerId, (tx) =>
		tx.first(Sum, sql`select count(*)::int as n from delivery_first where customer_id = ${customerId}`),
	);
	expect(rows?.n).toBe(0);
});

test('Another tenant reads nothing of it, and adds nothing to it', async () => {
	const [mine, theirs, runId] = [newCustomer(), newCustomer(), newId()];
	await add(mine, runId, 1, 10);
	const asMine = await storage.inTenant(theirs, (tx) => tx.first(Sum, sumsBy(DELIVERY_COUNT, mine, { by: [] })));
	expect(asMine?.n).toBe(0);
	const tally = new Tally(DELIVERY_COUNT);
	tally.add(keysOf(runId, 0)('accepted'), at);
	await expect(storage.inTenant(theirs, (tx) => writeCounts(tx, mine, 1, tally))).rejects.toThrow(/row-level security/);
	expect(await total(mine, runId)).toBe(10);
});
