/** A span is read from the grains that fit into it: each minute once, whatever its edges. */
import { expect, test } from 'vitest';
import { KEPT_DAYS, keptSince, segmentsOf } from '../../src/wings/insight/roll-ups/spans.ts';

const now = new Date('2026-11-28T10:17:30.000Z');
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const LENGTH = { minute: MINUTE, quarter: 15 * MINUTE, hour: 60 * MINUTE, day: DAY } as const;

const written = (from: string, to: string, starts = [from]) =>
	segmentsOf(
		new Date(from),
		new Date(to),
		starts.map((at) => new Date(at)),
		now,
	).map(({ step, grain, since, until }) => `${step} ${grain} ${since.toISOString().slice(5, 16)} ${until.toISOString().slice(5, 16)}`);

test('days where days fit, hours and minutes at the edges', () => {
	expect(written('2026-11-24T22:30:00Z', '2026-11-27T05:45:10Z')).toEqual([
		'1 quarter 11-24T22:30 11-24T23:00',
		'1 hour 11-24T23:00 11-25T00:00',
		'1 day 11-25T00:00 11-27T00:00',
		'1 hour 11-27T00:00 11-27T05:00',
		'1 quarter 11-27T05:00 11-27T05:45',
		'1 minute 11-27T05:45 11-27T05:46',
	]);
	// Of a clock that is half an hour beside.
	expect(written('2026-11-27T18:30:00Z', '2026-11-27T19:30:00Z')).toEqual([
		'1 quarter 11-27T18:30 11-27T19:00',
		'1 quarter 11-27T19:00 11-27T19:30',
	]);
	expect(written('2026-11-27T18:10:20Z', '2026-11-27T18:12:00Z')).toEqual(['1 minute 11-27T18:10 11-27T18:12']);
	expect(written('2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z', ['2026-11-26T00:00:00Z', '2026-11-26T12:00:00Z'])).toEqual([
		'1 hour 11-26T00:00 11-26T12:00',
		'2 hour 11-26T12:00 11-27T00:00',
	]);
	// Steps beyond the span count nothing.
	const beyond = ['2025-01-01', '2026-01-01', '2026-11-26', '2026-12-01', '2027-01-01'].map((day) => `${day}T00:00:00Z`);
	expect(written('2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z', beyond)).toEqual(['3 day 11-26T00:00 11-27T00:00']);
});

test('whatever the edges are, segments cover the span without a gap and twice nothing, each within its step and of whole grains', () => {
	let state = 7;
	const upTo = (most: number): number => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
		return Math.floor((state / 4_294_967_296) * most);
	};
	for (let n = 0; n < 500; n++) {
		const from = now.getTime() - upTo(n % 2 === 0 ? 50 * DAY : 1200 * DAY);
		const to = from + 1 + upTo(n % 3 === 0 ? 90 * MINUTE : 40 * DAY);
		const starts = Array.from({ length: upTo(6) }, () => new Date(from + upTo(to - from))).sort((a, b) => a.getTime() - b.getTime());
		const segments = segmentsOf(new Date(from), new Date(to), [new Date(from), ...starts], now);
		let at = segments[0]?.since.getTime() ?? 0;
		for (const { grain, since, until, step } of segments) {
			expect(since.getTime()).toBe(at);
			expect(until.getTime()).toBeGreaterThan(at);
			expect([since.getTime() % LENGTH[grain], until.getTime() % LENGTH[grain]]).toEqual([0, 0]);
			if (grain !== 'day') expect(since.getTime()).toBeGreaterThanOrEqual(keptSince(grain, now));
			expect(step).toBeGreaterThan(0);
			at = until.getTime();
		}
		expect(segments[0]?.since.getTime()).toBeLessThanOrEqual(from);
		expect(at).toBeGreaterThanOrEqual(to);
		// Edges of the last weeks are kept to the minute.
		if (from > now.getTime() - (KEPT_DAYS.minute - 1) * DAY) {
			expect(from - (segments[0]?.since.getTime() ?? 0)).toBeLessThan(MINUTE);
			expect(at - to).toBeLessThan(MINUTE);
		}
	}
});
