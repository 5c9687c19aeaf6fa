/** Walks every pair of visual.md section 5: no colour of the portal may fall below what stands there. */
import { describe, expect, it } from 'vitest';
import { charts, danger, meaningNames, meanings, neutrals, rolesOf, schemes, themeKeys, themes } from './tokens.ts';

const channel = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const rgb = (hex: string): [number, number, number] => {
	const n = Number.parseInt(hex.slice(1), 16);
	return [channel(((n >> 16) & 255) / 255), channel(((n >> 8) & 255) / 255), channel((n & 255) / 255)];
};
const luminance = (hex: string) => {
	const [r, g, b] = rgb(hex);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG 2 contrast ratio, cut to one decimal as the page states it. */
const ratio = (a: string, b: string) => {
	const [hi = 0, lo = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
	return (hi + 0.05) / (lo + 0.05);
};

function oklab(hex: string, see: (c: [number, number, number]) => [number, number, number]): [number, number, number] {
	const [r, g, b] = see(rgb(hex));
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	return [
		0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
		0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
	];
}
const matrix =
	(m: readonly number[]) =>
	([r, g, b]: [number, number, number]): [number, number, number] => {
		const row = (i: number) => Math.min(1, Math.max(0, (m[i] ?? 0) * r + (m[i + 1] ?? 0) * g + (m[i + 2] ?? 0) * b));
		return [row(0), row(3), row(6)];
	};
/** Machado 2009, severity 1, on linear RGB. */
const sights = {
	normal: matrix([1, 0, 0, 0, 1, 0, 0, 0, 1]),
	protan: matrix([0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]),
	deutan: matrix([0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881]),
	tritan: matrix([1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039]),
};

describe.each(schemes)('the %s neutrals', (scheme) => {
	const n = neutrals[scheme];
	const grounds =
		scheme === 'light' ? [n.canvas, n.surface, n.raised, n.hover, n.sunken] : [n.canvas, n.surface, n.raised, n.hover, n.sunken];
	it('keep text, labels and placeholders readable on every ground', () => {
		for (const ground of grounds) {
			expect(ratio(n.text, ground)).toBeGreaterThanOrEqual(scheme === 'light' ? 14.85 : 13.5);
			expect(ratio(n.text2, ground)).toBeGreaterThanOrEqual(scheme === 'light' ? 6.4 : 7.5);
			expect(ratio(n.text3, ground)).toBeGreaterThanOrEqual(4.5);
		}
	});
	it('keep the edges of controls visible', () => {
		for (const ground of [n.canvas, n.surface]) expect(ratio(n.line2, ground)).toBeGreaterThanOrEqual(3);
	});
});

describe.each(themeKeys)('theme %s', (key) => {
	it.each(schemes)('keeps every role of its steps above its floor in %s', (scheme) => {
		const r = rolesOf(themes[key], scheme);
		const n = neutrals[scheme];
		expect(ratio('#ffffff', r.fill)).toBeGreaterThanOrEqual(scheme === 'light' ? 6.95 : 5.05);
		expect(ratio('#ffffff', r.fillHover)).toBeGreaterThanOrEqual(5.05);
		expect(ratio(r.fill, n.surface)).toBeGreaterThanOrEqual(3.05);
		for (const ground of [n.canvas, n.surface, n.raised, n.hover, r.tint, r.row])
			expect(ratio(r.accent, ground)).toBeGreaterThanOrEqual(5.95);
		expect(ratio(r.tintText, r.tint)).toBeGreaterThanOrEqual(8.05);
		expect(ratio(n.text, r.row)).toBeGreaterThanOrEqual(scheme === 'light' ? 14.9 : 13.6);
		expect(ratio(n.text2, r.row)).toBeGreaterThanOrEqual(scheme === 'light' ? 6.7 : 7.5);
		expect(ratio(r.data, n.surface)).toBeGreaterThanOrEqual(scheme === 'light' ? 6.95 : 6.2);
		expect(ratio(r.spark, n.surface)).toBeGreaterThanOrEqual(3.75);
	});
});

describe.each(schemes)('meaning colours in %s', (scheme) => {
	it.each(meaningNames)('%s reads on its ground and on the sheet', (name) => {
		const pair = meanings[scheme][name];
		expect(ratio(pair.text, pair.ground)).toBeGreaterThanOrEqual(scheme === 'light' ? 8.05 : 10.35);
		expect(ratio(pair.text, neutrals[scheme].surface)).toBeGreaterThanOrEqual(8);
	});
	it('has a danger button and an error edge one can see', () => {
		expect(ratio('#ffffff', danger[scheme].fill)).toBeGreaterThanOrEqual(scheme === 'light' ? 7.85 : 5.85);
		expect(ratio(danger[scheme].edge, neutrals[scheme].surface)).toBeGreaterThanOrEqual(3);
	});
	it('has chart series that stand out from the sheet and from one another, for every sight', () => {
		const { series, before } = charts[scheme];
		for (const colour of [...series, before]) expect(ratio(colour, neutrals[scheme].surface)).toBeGreaterThanOrEqual(3.15);
		for (const see of Object.values(sights))
			for (const [i, a] of series.entries())
				for (const b of series.slice(i + 1)) {
					const [x, y] = [oklab(a, see), oklab(b, see)];
					expect(Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])).toBeGreaterThanOrEqual(0.095);
				}
	});
});
