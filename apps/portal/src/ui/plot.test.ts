/** Where a chart's points, lines and labels stand. */
import { describe, expect, it } from 'vitest';
import { plotOf } from './plot.ts';

const labels = Array.from({ length: 24 }, (_, i) => `${String(i).padStart(2, '0')}:00`);
const rising = labels.map((_, i) => i);
const plot = (series: (number | null)[][] = [rising], width = 600) => plotOf({ width, height: 300, labels, series });

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
		const one = plotOf({ width: 600, height: 300, labels, series: [labels.map(() => 0.7)], span: [0.6, 0.8] });
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
	it.each([320, 600, 1400])('labels the first and the last point and leaves room between at %i px', (width) => {
		const one = plot([rising], width);
		expect(one.labelled[0]).toBe(0);
		expect(one.labelled.at(-1)).toBe(23);
		const gaps = one.labelled.slice(1).map((i, n) => one.x(i) - one.x(one.labelled[n] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThan(60);
	});
	it('of one point or of none has no number that is not one', () => {
		for (const few of [[], ['09:00']]) {
			const one = plotOf({ width: 600, height: 300, labels: few, series: [few.map(() => 3)] });
			expect(few.map((_, i) => one.x(i)).every(Number.isFinite)).toBe(true);
			expect(one.at(300)).toBe(0);
			expect(one.line(few.map(() => 3))).not.toContain('NaN');
		}
	});
});
