import { describe, expect, it } from 'vitest';
import { wantedOf } from './bench-words.ts';

const KNOWN = ['start', 'idle', 'audience'];

describe('the words of npm run bench', () => {
	it('name several benchmarks in one line, in their order', () => {
		expect(wantedOf(['start', 'idle', 'audience'], KNOWN)).toEqual({ names: ['start', 'idle', 'audience'], args: [] });
	});

	it('hand what is no name to the only one', () => {
		expect(wantedOf(['audience', '1000000', '15'], KNOWN)).toEqual({ names: ['audience'], args: ['1000000', '15'] });
	});

	it('mean all of them when there are none', () => {
		expect(wantedOf([], KNOWN)).toEqual({ names: ['audience', 'idle', 'start'], args: [] });
	});

	it('are refused when one names nothing', () => {
		for (const words of [['fly'], ['start', 'idle', 'fly']])
			expect(() => wantedOf(words, KNOWN)).toThrow(`There is no benchmark 'fly': audience, idle, start.`);
	});
});
