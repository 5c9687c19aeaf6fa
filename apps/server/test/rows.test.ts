/** Descriptions of rows are held against what PostgreSQL answers: a wrong one fails the test that sends its statement. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
	bool,
	instant,
	int,
	join,
	json,
	oneOf,
	orNull,
	type RowShape,
	row,
	type Sql,
	sql,
	text,
	uuid,
} from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { testStorage } from './harness.ts';

let storage: Storage;
beforeAll(async () => {
	storage = await testStorage();
});
afterAll(() => storage.close());

const rows = <R extends RowShape>(shape: R, statement: Sql) => storage.inPlatform((tx) => tx.rows(shape, statement));

describe('described rows', () => {
	it('come as they are described', async () => {
		const Shape = row({ id: uuid, n: int, at: instant, name: orNull(text), kind: oneOf(['a', 'b']), of: json(z.object({ x: z.int() })) });
		const id = '0197a3c0-0000-7000-8000-000000000001';
		const found = await rows(
			Shape,
			sql`select ${id}::uuid as id, 9007199254740991 as n, ${'2026-01-02T03:04:05Z'}::timestamptz as at, null::text as name, 'b'::text as kind, '{"x":1,"y":2}'::jsonb as of`,
		);
		expect(found).toEqual([{ id, n: 9_007_199_254_740_991, at: new Date('2026-01-02T03:04:05Z'), name: null, kind: 'b', of: { x: 1 } }]);
	});

	it.each<[string, RowShape, Sql, RegExp]>([
		['a column that is not described', { a: int }, sql`select 1 as a, 2 as b`, /b is answered and not described/],
		['a column that is not answered', { a: int, b: int }, sql`select 1 as a`, /b is described and not answered/],
		['another type', { a: text }, sql`select 1 as a`, /a has PostgreSQL's type 23/],
		['a null where none is described', { a: int }, sql`select null::int as a`, /a holds null/],
		['a word that is not one of them', { a: oneOf(['x']) }, sql`select 'y'::text as a`, /a holds y/],
	])('fail with %s', async (_what, shape, statement, sentence) => {
		await expect(rows(shape, statement)).rejects.toThrow(sentence);
	});

	it('are put together of parts, whose values stay parameters', async () => {
		const conditions = [sql`g.n > ${1}`, sql`g.n <> ${3}`];
		const found = await rows(
			row({ n: int, odd: bool }),
			sql`select n, n % 2 = 1 as odd from generate_series(1, ${5}::int) g (n) where ${join(conditions, ' and ')}`,
		);
		expect(found).toEqual([
			{ n: 2, odd: false },
			{ n: 4, odd: false },
			{ n: 5, odd: true },
		]);
	});

	it('of a change without an answer are counted', async () => {
		expect(await storage.inPlatform((tx) => tx.run(sql`delete from rate_limit where key = ${'nobody'}`))).toBe(0);
	});
});
