import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bools, byteas, int4s, texts, timestamps, uuids } from '../src/kernel/storage/arrays.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';
import { testStorage } from './harness.ts';

let storage: Storage;
beforeAll(async () => {
	storage = await testStorage();
});
afterAll(() => storage.close());

const back = async (type: string, parameter: Buffer): Promise<unknown> => {
	const [row] = await storage.across.query<{ a: unknown }>(`select $1::${type}[] as a`, [parameter]);
	return row?.a;
};

/** PostgreSQL holds no NUL in text, and JavaScript's lone surrogates are no UTF-8. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\u0000'));
const instant = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });

describe('arrays in binary arrive as they were sent', () => {
	const agrees = <T>(type: string, of: fc.Arbitrary<T[]>, encode: (values: T[]) => Buffer) =>
		fc.assert(
			fc.asyncProperty(of, async (values) => {
				expect(await back(type, encode(values))).toEqual(values);
			}),
			{ numRuns: 40 },
		);

	it('int4', () => agrees('int4', fc.array(fc.integer()), int4s));
	it('bool', () => agrees('bool', fc.array(fc.boolean()), bools));
	it('timestamptz', () => agrees('timestamptz', fc.array(instant), timestamps));
	it('uuid', () => agrees('uuid', fc.array(fc.uuid()), uuids));
	it('text, with nulls', () => agrees('text', fc.array(fc.option(text)), texts));
	it('bytea', () => agrees('bytea', fc.array(fc.uint8Array().map((bytes) => Buffer.from(bytes))), byteas));

	it.each(['', 'x', '00000000-0000-0000-0000-00000000000g', '00000000-0000-0000-0000-0000000000000'])('%j is no UUID', (bad) => {
		expect(() => uuids([bad])).toThrow(RangeError);
	});
});
