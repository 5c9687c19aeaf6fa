/** The runner's own rules: what it takes for a list, and what for a good run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../paths.ts';
import { type Change, changesTo, complaintsOf, type Fate, flawsOf } from './change.ts';
import { changes } from './list/all.ts';

const files: Record<string, string> = { 'a.ts': 'if (old) refuse();\nif (foreign) refuse();\n', 'a.test.ts': '' };
const textOf = (file: string): string | null => files[file] ?? null;
const change = (over: Partial<Change> = {}): Change => ({
	module: 'a',
	name: 'an old one',
	file: 'a.ts',
	text: 'if (old)',
	instead: 'if (false)',
	tests: ['a.test.ts'],
	...over,
});

describe('a list', () => {
	it('is taken when each text stands in its file once', () => {
		expect(flawsOf([change(), change({ name: 'a foreign one', text: 'if (foreign)' })], textOf)).toEqual([]);
	});

	it.each([
		['a text that is gone', { text: 'if (new)' }, 'stands 0 times'],
		['a text that could mean two places', { text: 'refuse();' }, 'stands 2 times'],
		['no text', { text: '' }, 'stands 0 times'],
		['a file that is gone', { file: 'b.ts' }, 'there is no b.ts'],
		['a test that is gone', { tests: ['b.test.ts'] }, 'there is no b.test.ts'],
		['no test', { tests: [] }, 'no test is named'],
		['a change that changes nothing', { instead: 'if (old)' }, 'changes nothing'],
		['a reason without a word', { reason: ' ' }, 'reason is empty'],
	])('is refused for %s', (_, over, said) => {
		expect(flawsOf([change(over)], textOf)).toEqual([expect.stringContaining(said)]);
	});

	it('is refused for two changes of one name', () => {
		expect(flawsOf([change(), change({ text: 'if (foreign)' })], textOf)).toEqual([expect.stringContaining('two of this name')]);
	});

	it('lets a row name tests of its own', () => {
		const [first, second] = changesTo(
			'a',
			'a.ts',
			['a.test.ts'],
			[
				['x', 'old', 'new'],
				['y', 'foreign', '', { tests: ['b.test.ts'], named: 'z' }],
			],
		);
		expect([first?.tests, second?.tests, second?.named, second?.file]).toEqual([['a.test.ts'], ['b.test.ts'], 'z', 'a.ts']);
	});

	it('of ours stands in the code as it is', () => {
		const ofCode = (file: string): string | null => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : null);
		expect(flawsOf(changes, ofCode)).toEqual([]);
	});

	it('of ours covers every module that everything rests on, with four changes and more', () => {
		const modules = Map.groupBy(changes, ({ module }) => module);
		const few = [...modules].filter(([, of]) => of.length < 4).map(([module]) => module);
		// Small rules have few changes that can be made.
		expect(few.sort()).toEqual(['ahead', 'demands', 'kinds', 'own']);
		for (const module of 'present decide origin lane fair leaf tree guard gate points policy cookies core challenge accept tokens'.split(
			' ',
		))
			expect(modules.has(module), module).toBe(true);
	});
});

describe('a run', () => {
	const noticed: Fate = { kind: 'noticed', by: 'a test' };
	const survived: Fate = { kind: 'survived' };
	const run = (...fates: [Fate, string?][]) =>
		complaintsOf(fates.map(([fate, reason], at) => ({ change: change({ name: `${at}`, ...(reason && { reason }) }), fate })));
	const nine = Array.from({ length: 9 }, (): [Fate] => [noticed]);

	it('is good when nine of ten are noticed and the tenth says why it is not', () => {
		expect(run(...nine, [survived, 'equivalent'])).toEqual([]);
	});

	it('is not when fewer are, whatever reasons they have', () => {
		expect(run(...nine.slice(1), [survived, 'equivalent'], [survived, 'equivalent'])).toEqual(['Only 8 of 10 changes were noticed.']);
	});

	it('is not when one survives without a reason', () => {
		expect(run(...nine, [survived])).toEqual([expect.stringContaining('no reason stands beside it')]);
	});

	it('is not when no test could judge a change: what cannot be loaded was not noticed', () => {
		expect(run(...nine, ...nine, [{ kind: 'broken', why: 'SyntaxError' }])).toEqual([expect.stringContaining('SyntaxError')]);
	});

	it('is not when a reason is no longer true', () => {
		expect(run(...nine, [noticed, 'equivalent'])).toEqual([expect.stringContaining('no longer true')]);
	});
});
