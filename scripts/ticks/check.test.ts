/** The check notices whatever is taken away: a tick, or a test from what ran. */
import { describe, expect, it } from 'vitest';
import { dice } from '../../apps/server/src/sample/dice.ts';
import { complaintsOf, countOf } from './check.ts';
import { lists } from './lists.ts';
import type { List, RanTest, Tick } from './tick.ts';

const SEED = 30;
const DRAWN = 20;

const drawn = <T>(from: readonly T[], seed: number): T[] => {
	const random = dice(seed);
	const left = [...from];
	return Array.from({ length: DRAWN }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
};

/** Every test that a tick names, passed. */
const all: readonly RanTest[] = [...new Set(lists.flatMap(({ ticks }) => ticks.flatMap(({ by }) => by)))].map((name) => ({
	name,
	passed: true,
}));
const ticks: readonly Tick[] = lists.flatMap((list) => list.ticks);
/** Lines that nothing proves yet: each keeps a run red by itself. */
const left: readonly string[] = lists.flatMap(({ unproven }) => Object.keys(unproven));
const unticked: readonly string[] = complaintsOf(lists, all);
/** What a run is told beside them. */
const besides = (found: readonly string[]): string[] => found.filter((one) => !unticked.includes(one));
const without = (id: string): List[] => lists.map((list) => ({ ...list, ticks: list.ticks.filter((tick) => tick.id !== id) }));

describe('the lists', () => {
	it('are ticked line by line, each once; of what is left over each line is named with why', () => {
		expect(unticked).toEqual(expect.arrayContaining(Array.from(left, (id) => expect.stringContaining(`${id} is not proven: `))));
		expect(unticked).toHaveLength(left.length);
		const lines = 185 + 64 + 235 + 250 + 95;
		expect(countOf(lists)).toEqual({ lines, ticked: lines - left.length });
	});
	it('say of each line what it is', () => {
		expect(ticks.filter(({ says }) => says.trim() === '').map(({ id }) => id)).toEqual([]);
	});
});

describe('red is a run', () => {
	it.each(drawn(ticks, SEED).map(({ id }) => id))('without the tick of %s', (id) => {
		expect(besides(complaintsOf(without(id), all))).toEqual([expect.stringContaining(`${id} is not ticked`)]);
	});
	it.each(drawn(all, SEED).map(({ name }) => name))('in which this did not run: %s', (name) => {
		const lines = ticks.filter(({ by }) => by.includes(name));
		const found = besides(
			complaintsOf(
				lists,
				all.filter((one) => one.name !== name),
			),
		);
		expect(found).toHaveLength(lines.length);
		expect(lines.length).toBeGreaterThan(0);
		for (const { id, says } of lines) expect(found).toContain(`${id} (${says}): its test did not run: ${name}`);
	});
	it.each(drawn(all, SEED + 1).map(({ name }) => name))('in which this did not pass: %s', (name) => {
		const found = besides(
			complaintsOf(
				lists,
				all.map((one) => (one.name === name ? { name, passed: false } : one)),
			),
		);
		expect(found.length).toBeGreaterThan(0);
		for (const complaint of found) expect(complaint).toContain(`its test did not pass: ${name}`);
	});
	it('in which one of two tests of a name did not pass', () => {
		const [first] = all;
		if (!first) throw new Error('no test is named');
		expect(besides(complaintsOf(lists, [...all, { ...first, passed: false }])).length).toBeGreaterThan(0);
	});
});

describe('a list', () => {
	const tick = (id: string, by: string[] = ['a.test.ts › a holds']): Tick => ({ id, says: 'a', by });
	const list = (over: Partial<List> = {}): List => ({
		...{ name: 'calls', letters: 'C', digits: 3, last: 2, leftOut: [], unproven: {} },
		ticks: [tick('C001'), tick('C002')],
		...over,
	});
	const ran: RanTest[] = [{ name: 'a.test.ts › a holds', passed: true }];
	it.each([
		['nothing', {}, []],
		['a line beyond its last', { ticks: [tick('C001'), tick('C002'), tick('C003')] }, ['C003 is no number of calls']],
		['a line ticked twice', { ticks: [tick('C001'), tick('C002'), tick('C002')] }, ['C002 is ticked twice']],
		['a tick without a test', { ticks: [tick('C001'), tick('C002', [])] }, ['C002 (a) names no test']],
		['a line that is not proven', { ticks: [tick('C001')], unproven: { C002: 'no screen' } }, ['C002 is not proven: no screen']],
		['a line both ticked and not proven', { unproven: { C002: 'no screen' } }, ['C002 is ticked, and said to be unproven']],
		['an unproven line that is none', { unproven: { C009: 'no screen' } }, ['C009 is no number of calls']],
		['a number left out that is ticked', { leftOut: ['C002'] }, ['C002 is no number of calls']],
	])('complains of %s', (_, over, complaints) => {
		expect(complaintsOf([list(over)], ran)).toEqual(complaints);
	});
	it('counts its lines without those that are left out', () => {
		expect(countOf([list({ leftOut: ['C002'], ticks: [tick('C001')] })])).toEqual({ lines: 1, ticked: 1 });
	});
});
