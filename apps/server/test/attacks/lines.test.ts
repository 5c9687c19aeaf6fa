/** Each line of the first part has its tests: they stand where the list says, and always run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines } from './lines.ts';
import { type FoundTest, testsIn } from './tests-in.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Clauses that nothing shows yet; taken away here when they are built. */
const NOT_YET = 0;

const read = new Map<string, readonly FoundTest[]>();
const testsOf = (file: string): readonly FoundTest[] => {
	const known = read.get(file);
	if (known) return known;
	const found = existsSync(join(ROOT, file)) ? testsIn(readFileSync(join(ROOT, file), 'utf8')) : [];
	read.set(file, found);
	return found;
};

describe.each(lines)('$line', ({ clauses }) => {
	test('each clause has a test, or says that it is not built', () => {
		expect(clauses.length).toBeGreaterThan(0);
		for (const { says, shown, later } of clauses) expect([says, shown.length > 0 !== (later !== undefined)]).toEqual([says, true]);
	});

	test('each test stands in its file once, and is not held back', () => {
		for (const [file, name] of clauses.flatMap(({ shown }) => shown)) {
			const found = testsOf(file).filter((one) => one.name === name);
			expect([file, name, found.map(({ held }) => held)]).toEqual([file, name, [null]]);
		}
	});
});

test('no more is left for later than is known', () => {
	expect(lines.flatMap(({ clauses }) => clauses.filter(({ later }) => later !== undefined)).length).toBe(NOT_YET);
});

test('a test that is held back, commented out or only looks like one is not taken for one', () => {
	const source = `
		// test('commented', () => {});
		const text = "test('in a text', () => {})";
		test('runs', () => {});
		test.skip('skipped', () => {});
		it.todo('to do');
		test('without a body');
		test.each([1])('each %s', () => {});
		test.skipIf(process.platform === 'win32')('sometimes', () => {});
		describe('a group', () => { it('within', { timeout: 5 }, () => {}); });
		describe.skip('a skipped group', () => { it('within', () => {}); });
		if (process.env.ROOM) describe('where there is room', () => { it('within', () => {}); });
		process.env.ROOM && it('by the way', () => {});
		/x/.test('a pattern');
	`;
	expect(testsIn(source).map(({ name, held }) => [name, held])).toEqual([
		['runs', null],
		['skipped', 'skip'],
		['to do', 'todo'],
		['without a body', 'todo'],
		['each %s', null],
		['sometimes', 'skipIf'],
		['a group > within', null],
		['a skipped group > within', 'skip'],
		['where there is room > within', 'if'],
		['by the way', 'if'],
	]);
});
