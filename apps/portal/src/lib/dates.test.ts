import { describe, expect, it } from 'vitest';
import {
	comingText,
	dateText,
	dayOf,
	daySpanText,
	dayText,
	isLocalMoment,
	localMoment,
	momentOf,
	momentText,
	numberText,
	percentRangeText,
	percentText,
	relativeText,
	tookText,
} from './dates.ts';

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
it('says how long something took, to a tenth of a second while it is short', () => {
	expect([30.4, 812, 59_940, 60_000, 5_400_000].map((ms) => tookText(ms, 'en').replaceAll('\u00a0', ' '))).toEqual([
		'30 ms',
		'0.8 s',
		'59.9 s',
		'1 min',
		'1 h',
	]);
	expect(tookText(812, 'fi')).toBe('0,8\u00a0s');
});
describe('relative times', () => {
	const ago = (ms: number, bare = false) => relativeText(new Date(at.getTime() - ms), at, 'en', bare).replaceAll('\u00a0', ' ');
	it.each([
		[500, 'just now'],
		[4000, '4 s ago'],
		[120_000, '2 min ago'],
		[7_200_000, '2 h ago'],
		[3 * 86_400_000, '3 d ago'],
		[40 * 86_400_000, 'Oct-11-2026'],
		// Whose clock is behind the server's reads of nothing that has happened that it will.
		[-60_000, 'just now'],
	])('%i ms is %s', (ms, text) => expect(ago(ms)).toBe(text));
	it('leaves *ago* out in live lists', () => expect(ago(9000, true)).toBe('9 s'));
	it.each([
		[-5000, 'now'],
		[60_000, 'in 1 min'],
		[40 * 86_400_000, 'Dec-30-2026'],
	])('%i ms ahead is %s', (ms, text) => expect(comingText(new Date(at.getTime() + ms), at, 'en').replaceAll('\u00a0', ' ')).toBe(text));
});

describe('what a person writes', () => {
	it('is read as the portal writes it, and as ISO, and never guessed', () => {
		for (const day of ['2026-01-05', '2026-11-20', '2028-02-29'])
			for (const language of ['en', 'fi'] as const) expect(dayOf(dayText(day, language), language)).toBe(day);
		expect(dayOf(' 2026-1-5 ', 'fi')).toBe('2026-01-05');
		expect(dayOf('5. 1. 2026', 'fi')).toBe('2026-01-05');
		expect(dayOf('january 5, 2026', 'en')).toBe('2026-01-05');
		for (const text of ['', '11/12/2026', '2027-02-29', '31.4.2026', '5.1.26', 'Nov-20-2026']) expect(dayOf(text, 'fi')).toBeNull();
		for (const text of ['Now-20-2026', '20.11.2026', 'Feb-30-2026', '11/12/2026']) expect(dayOf(text, 'en')).toBeNull();
	});
	it('is a moment with a time of day, and none without', () => {
		const moment = localMoment(at);
		expect(moment).toBe('2026-11-20T09:41');
		for (const language of ['en', 'fi'] as const) expect(momentOf(momentText(at, language), language)).toBe(moment);
		expect(momentOf('20.11.2026 9.41', 'fi')).toBe(moment);
		expect(momentOf('2026-11-20T09:41', 'en')).toBe(moment);
		for (const text of ['20.11.2026', '20.11.2026 klo 24.00', '20.11.2026 klo 9.60', 'klo 9.41']) expect(momentOf(text, 'fi')).toBeNull();
		expect([isLocalMoment(moment), isLocalMoment('Nov-20-2026')]).toEqual([true, false]);
	});
	it('is shown as a span with its ends, one day as itself', () => {
		expect(daySpanText('2026-11-13', '2026-11-20', 'en')).toBe('Nov-13-2026 – Nov-20-2026');
		expect(daySpanText('2026-11-13', '2026-11-20', 'fi')).toBe('13.11.2026–20.11.2026');
		expect(daySpanText('2026-11-13', undefined, 'en')).toBe('Nov-13-2026 –');
		expect(daySpanText(undefined, '2026-11-13', 'fi')).toBe('–13.11.2026');
		expect(daySpanText('2026-11-13', '2026-11-13', 'fi')).toBe('13.11.2026');
	});
});
