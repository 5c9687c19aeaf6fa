/** Spans of the dashboard by the clock of the person. */
import { describe, expect, it } from 'vitest';
import { markOf, stretches } from './clock.ts';

const HOUR_MS = 3_600_000;
const now = new Date(2026, 10, 20, 14, 47, 12);

describe('the span that ends now and the one before', () => {
	it.each([
		[12, 30, 25],
		[24, 60, 25],
		[7 * 24, 6 * 60, 29],
		[30 * 24, 24 * 60, 31],
	])('of %i hours are as long as they say, in steps of %i minutes that begin on the clock', (hours, minutes, count) => {
		const both = stretches(now, hours * HOUR_MS, minutes);
		expect([both.now.to, both.now.from, both.before.to]).toEqual([now, both.before.to, both.now.from]);
		for (const { from, to, starts } of [both.now, both.before]) {
			expect(to.getTime() - from.getTime()).toBe(hours * HOUR_MS);
			expect(starts).toHaveLength(count);
			expect(starts[0]).toEqual(from);
			for (const start of starts.slice(1)) {
				expect((start.getHours() * 60 + start.getMinutes()) % Math.min(minutes, 24 * 60)).toBe(0);
				expect([start.getSeconds(), start.getMilliseconds()]).toEqual([0, 0]);
			}
		}
	});
});

describe('the marks of the axis', () => {
	const marks = (hours: number, stepMinutes: number) => {
		const { starts } = stretches(now, hours * HOUR_MS, stepMinutes).now;
		const last = starts.at(-1)?.toISOString() ?? '';
		return starts.map((start) => markOf(start.toISOString(), last, { ms: hours * HOUR_MS, stepMinutes }, 'en'));
	};
	it('are whole hours of a day, though the span begins at any minute', () => {
		const own = marks(12, 30);
		expect(own[0]).toEqual({ label: 'Nov-20-2026, 02:30', axis: '02:30', place: undefined });
		expect(own[1]).toEqual({ label: 'Nov-20-2026, 03:00', axis: '03:00', place: 3 });
	});
	it('are whole days of weeks, counted back from today', () => {
		const own = marks(7 * 24, 6 * 60);
		expect(own.filter(({ place }) => place !== undefined).map(({ axis, place }) => [axis, place])).toEqual([
			['Nov-14-2026', 6],
			['Nov-15-2026', 5],
			['Nov-16-2026', 4],
			['Nov-17-2026', 3],
			['Nov-18-2026', 2],
			['Nov-19-2026', 1],
			['Nov-20-2026', 0],
		]);
	});
	it('have a name of their own each', () => {
		const labels = marks(24, 60).map(({ label }) => label);
		expect(new Set(labels).size).toBe(labels.length);
	});
});
