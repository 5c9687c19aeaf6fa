/** Where a chart's points, lines and labels stand. */
import { describe, expect, it } from 'vitest';
import { lookedAt, markOf } from './clock.ts';
import { plotOf } from './plot.ts';

const labels = Array.from({ length: 24 }, (_, i) => `${String(i).padStart(2, '0')}:00`);
const marks = labels.map((text, place) => ({ text, place }));
const rising = labels.map((_, i) => i);
const plot = (series: (number | null)[][] = [rising], width = 600) => plotOf({ width, height: 300, marks, series });

describe('a plot', () => {
	it('spans from the first point to the last, from nothing to a round value above all', () => {
		const one = plot();
		expect([one.x(0), one.x(23)]).toEqual([one.left, one.right]);
		expect(one.y(0)).toBe(one.bottom);
		expect(one.y(23)).toBeGreaterThan(one.top);
		expect(one.levels).toEqual([0, 5, 10, 15, 20, 25]);
		expect(one.y(25)).toBe(one.top);
	});
	it('keeps a given span', () => {
		const one = plotOf({ width: 600, height: 300, marks, series: [labels.map(() => 0.7)], span: [0.6, 0.8] });
		expect([one.y(0.6), one.y(0.8)]).toEqual([one.bottom, one.top]);
		expect(one.levels).toEqual([0.6, 0.65, 0.7, 0.75, 0.8]);
	});
	it('leaves a gap where nothing is known', () => {
		const gap = rising.map((value) => (value === 10 ? null : value));
		const moves = (path: string) => path.match(/M/g)?.length;
		expect([moves(plot().line(rising)), moves(plot([gap]).line(gap))]).toEqual([1, 2]);
		expect(moves(plot([gap]).area(gap))).toBe(2);
	});
	it('finds the nearest point, and none outside', () => {
		const one = plot();
		expect(labels.map((_, i) => one.at(one.x(i) + 3))).toEqual(rising);
		expect([one.at(-100), one.at(9_999)]).toEqual([0, 23]);
	});
	it.each([
		[320, 6],
		[600, 3],
		[1400, 2],
	])('labels whole hours alone, each %i px wide every %i hours from midnight, with room between', (width, stride) => {
		const halves = Array.from({ length: 48 }, (_, i) => ({
			text: `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 === 0 ? '00' : '30'}`,
			place: i % 2 === 0 ? i / 2 : undefined,
		}));
		const one = plotOf({ width, height: 300, marks: halves, series: [halves.map((_, i) => i)] });
		const said = one.labelled.map((i) => halves[i]?.text);
		expect(said).toEqual(Array.from({ length: 24 / stride }, (_, i) => `${String(i * stride).padStart(2, '0')}:00`));
		const gaps = one.labelled.slice(1).map((i, n) => one.x(i) - one.x(one.labelled[n] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThan(60);
	});
	it.each([320, 600, 1000])('labels days of any span that a report looks at, %i px wide', (width) => {
		const now = new Date(2026, 10, 30, 12);
		for (const days of [7, 30, 92, 200, 400, 800, 1200, 2500, 5000, 9800, 20_000]) {
			const { ms, stepMinutes, now: own } = lookedAt({}, days, now);
			const last = own.starts.at(-1)?.toISOString() ?? '';
			const its = own.starts.map((start) => {
				const { axis, place } = markOf(start.toISOString(), last, { ms, stepMinutes }, 'en');
				return { text: axis ?? '', place };
			});
			const { labelled } = plotOf({ width, height: 300, marks: its, series: [its.map(() => 1)] });
			expect([days, labelled.length >= Math.floor(width / 300)]).toEqual([days, true]);
		}
	});
	it('gives bars a column each, none of them over the edge', () => {
		const one = plotOf({ width: 600, height: 300, marks, series: [rising], bars: true });
		expect(one.x(0) - one.bar / 2).toBeGreaterThan(one.left);
		expect(one.x(23) + one.bar / 2).toBeLessThan(one.right);
		expect(marks.map((_, i) => one.at(one.x(i) + 3))).toEqual(rising);
	});
	it('of one point or of none has no number that is not one', () => {
		for (const few of [[], ['09:00']]) {
			const one = plotOf({ width: 600, height: 300, marks: few.map((text) => ({ text, place: 9 })), series: [few.map(() => 3)] });
			expect(few.map((_, i) => one.x(i)).every(Number.isFinite)).toBe(true);
			expect(one.at(300)).toBe(0);
			expect(one.line(few.map(() => 3))).not.toContain('NaN');
		}
	});
});
