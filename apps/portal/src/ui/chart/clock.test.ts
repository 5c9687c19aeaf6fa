/** Spans of the dashboard by the clock of the person. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_LIMIT, lookedAt, markOf, stepAt, stepMinutesOf, stretches, stretchOfDays } from './clock.ts';

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

describe('what a report looks at', () => {
	it('is so many days back from now while no span is chosen, beside the same before', () => {
		const looked = lookedAt({}, 1, now);
		expect([looked.now.to, looked.now.from]).toEqual([now, new Date(now.getTime() - 24 * HOUR_MS)]);
		expect([looked.before.to, looked.before.from]).toEqual([looked.now.from, new Date(now.getTime() - 48 * HOUR_MS)]);
		expect(looked.stepMinutes).toBe(60);
	});
	it('ends with its last moment, or now', () => {
		const [from, to] = [new Date(2026, 10, 18), new Date(2026, 10, 19, 23, 59, 59, 999)];
		const looked = lookedAt({ from: from.toISOString(), to: to.toISOString() }, 1, now);
		expect([looked.now.from, looked.now.to]).toEqual([from, new Date(2026, 10, 20)]);
		const today = lookedAt({ from: from.toISOString(), to: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString() }, 1, now);
		expect(today.now.to).toEqual(now);
	});
	it.each([1, 2, 7, 14, 30, 90, 365, 730, 3650, 20_000])('draws %i days in no more steps than a call counts', (days) => {
		expect(lookedAt({}, days, now).now.starts.length).toBeLessThanOrEqual(100);
		expect(stepMinutesOf(days * 24 * HOUR_MS)).toBeGreaterThanOrEqual(60);
	});
	it('finds the step of a moment, and none beside the span', () => {
		const { now: span } = lookedAt({}, 1, now);
		const at = new Date(2026, 10, 20, 11, 20).toISOString();
		expect(stepAt(span, at)).toEqual({ from: new Date(2026, 10, 20, 11), to: new Date(2026, 10, 20, 12) });
		expect(stepAt(span, now.toISOString())).toBeNull();
		expect(stepAt(span, new Date(2026, 10, 18).toISOString())).toBeNull();
	});
	it('are whole days where groups are compared, each of its own length', () => {
		const { from, to, starts } = stretchOfDays('2026-10-24', '2026-10-26');
		expect([from, to, starts.length]).toEqual([new Date(2026, 9, 24), new Date(2026, 9, 27), 3]);
		expect(stretchOfDays('2026-01-01', '2026-04-10').starts).toHaveLength(DAY_LIMIT);
	});
});

describe('where the clock is set', () => {
	afterEach(() => vi.unstubAllEnvs());
	const inZone = (zone: string) => vi.stubEnv('TZ', zone);
	const hours = (dates: readonly Date[]) => dates.map((date) => `${date.getDate()}. ${date.getHours()}`);

	it('steps rise through the hour that comes twice', () => {
		inZone('Europe/Helsinki');
		for (const [at, hours, minutes] of [
			['2026-10-26T01:30:00Z', 24, 60],
			['2026-10-25T02:10:00Z', 1, 30],
		] as const) {
			const times = stretches(new Date(at), hours * HOUR_MS, minutes).now.starts.map((start) => start.getTime());
			expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
		}
	});
	it('a day without its midnight moves no other', () => {
		inZone('America/Santiago');
		const { starts, to } = stretchOfDays('2026-09-05', '2026-09-08');
		expect(hours([...starts, to])).toEqual(['5. 0', '6. 1', '7. 0', '8. 0', '9. 0']);
		expect(hours([stretchOfDays('2026-09-05', '2026-09-06').to])).toEqual(['7. 0']);
	});
	it('chosen days are compared with as many whole days', () => {
		inZone('Europe/Helsinki');
		const from = new Date('2026-03-23T00:00').toISOString();
		const { before } = lookedAt({ from, to: new Date('2026-03-29T23:59:59.999').toISOString() }, 1, new Date('2026-05-01T00:00'));
		expect(hours([before.from])).toEqual(['16. 0']);
	});
});
