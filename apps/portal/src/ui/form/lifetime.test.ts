/** Lifetimes in words and in forms. */
import { describe, expect, it } from 'vitest';
import { lifetimeParts, lifetimeSeconds, lifetimeText } from './lifetime.ts';

describe('a lifetime in words', () => {
	it.each([
		[1800, '30 minutes', '30 minuuttia'],
		[60, '1 minute', '1 minuutti'],
		[86_400, '1 day', '1 päivä'],
		[7_776_000, '3 months', '3 kuukautta'],
		[34_560_000, '400 days', '400 päivää'],
		[63_072_000, '2 years', '2 vuotta'],
	])('%i s is a whole number of its longest unit', (seconds, en, fi) => {
		expect(lifetimeText(seconds, 'en')).toEqual({ text: en, exact: true });
		expect(lifetimeText(seconds, 'fi')?.text.replaceAll('\u00a0', ' ')).toBe(fi);
	});
	it('is rounded where it is a whole number of nothing long', () => {
		expect(lifetimeText(34_128_001, 'en')).toEqual({ text: '395 days', exact: false });
		expect(lifetimeText(1_000_000_007, 'en')).toEqual({ text: '386 months', exact: false });
	});
	it('is left to the feature where it is no number', () => {
		expect(lifetimeText(0, 'en')).toBeNull();
		expect(lifetimeText(null, 'en')).toBeNull();
	});
});

describe('a lifetime in a form', () => {
	it.each([null, 0, 1, 59, 1800, 86_400, 34_128_001, 63_072_000])('%s comes back as it was', (seconds) => {
		const { number, kind } = lifetimeParts(seconds);
		expect(lifetimeSeconds(number, kind)).toBe(seconds);
	});
	it.each(['', '0', '-1', '1.5', 'two', '1e3', '12345678901'])('%s is no number of days', (number) => {
		expect(lifetimeSeconds(number, 'day')).toBeNaN();
	});
});
