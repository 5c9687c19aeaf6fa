/** The portal's schemas, which are made late, are the contract's. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withGetters } from '../apps/portal/late-schemas.ts';
import { ROOT } from './paths.ts';

const schemas = (...how: string[]): string[] =>
	execFileSync(process.execPath, [join(ROOT, 'scripts/schemas.ts'), ...how], { encoding: 'utf8', maxBuffer: 100_000_000 }).split('\n');

describe('schemas that are made late', () => {
	it('wait in getters, names alone do not', () => {
		expect(withGetters('const A = z.object({ id: Id, "on-it": z.strictObject({ n: z.int() }).optional() });', 'a.js')).toBe(
			'const A = z.object({ id: Id, get "on-it"() { return z.strictObject({ get n() { return z.int(); } }).optional(); } });',
		);
		const spread = 'const B = A.extend({ ...more, kind, id: Id, n: z.int() });';
		expect(withGetters(spread, 'b.js')).toBe(spread);
		expect(withGetters('const c = call({ body: z.array(A), ...more });', 'c.js')).toBe('const c = call({ body: z.array(A), ...more });');
	});

	it('are the same ones, field by field and in the same order', () => {
		const plain = schemas();
		expect(plain.length).toBeGreaterThan(2000);
		expect(schemas('--late')).toEqual(plain);
	});
});
