import { describe, expect, it } from 'vitest';
import { dateText, dayText, momentText, numberText, percentRangeText, percentText, relativeText } from './dates.ts';

const at = new Date(2026, 10, 20, 9, 41, 7);

describe('English', () => {
	it('writes the specified formats', () => {
		expect(dateText(at, 'en')).toBe('Nov-20-2026');
		expect(momentText(at, 'en', true)).toBe('Nov-20-2026, 09:41:07');
		expect(numberText(18406, 'en')).toBe('18,406');
		expect(percentText(0.746, 'en')).toBe('74.6%');
		// which space stands there changes with the version of Unicode's data
		expect(percentRangeText(0.601, 0.66, 'en').replace(/\s/g, ' ')).toBe('60.1% – 66.0%');
		expect(dayText('2026-11-20', 'en')).toBe('Nov-20-2026');
	});
});
describe('Finnish', () => {
	it('writes dates, times and numbers as Finns do, with no-break spaces', () => {
		expect(dateText(at, 'fi')).toBe('20.11.2026');
		expect(momentText(at, 'fi')).toBe('20.11.2026 klo\u00a09.41');
		expect(numberText(18406, 'fi')).toBe('18\u00a0406');
		expect(percentText(0.746, 'fi')).toBe('74,6\u00a0%');
		expect(percentRangeText(0.601, 0.66, 'fi')).toBe('60,1–66,0\u00a0%');
		expect(dayText('2026-11-20', 'fi')).toBe('20.11.2026');
	});
});
describe('relative times', () => {
	const ago = (ms: number, bare = false) => relativeText(new Date(at.getTime() - ms), at, 'en', bare).replaceAll('\u00a0', ' ');
	it.each([
		[500, 'now'],
		[4000, '4 s ago'],
		[120_000, '2 min ago'],
		[7_200_000, '2 h ago'],
		[3 * 86_400_000, '3 d ago'],
		[40 * 86_400_000, 'Oct-11-2026'],
		[-60_000, 'in 1 min'],
	])('%i ms is %s', (ms, text) => expect(ago(ms)).toBe(text));
	it('leaves *ago* out in live lists', () => expect(ago(9000, true)).toBe('9 s'));
});
