/** The judgement of what a browser read off a banner, at the edge of each point; that it is read truly is shown in gate.test.ts. */
import type { AnswerFacts, LayerFacts } from '@luvalla/banner/measured.ts';
import { expect, test } from 'vitest';
import { demands } from '../src/wings/consent/gate/demands.ts';
import { type MeasuredCode, measuredCodes, measuredFindings, type Rendered } from '../src/wings/consent/gate/points.ts';

const answer: AnswerFacts = {
	tag: 'button',
	role: '',
	width: 120,
	height: 44,
	fontSize: '16px',
	fontWeight: '600',
	decoration: 'none',
	ink: [255, 255, 255],
	ground: [0, 0, 0],
	border: '1px solid',
	opacity: 1,
	seen: true,
};
const layer: LayerFacts = { refuse: answer, accept: answer, free: 0.7, switches: 3, on: 0 };
const fair: Rendered = {
	where: 'en desktop',
	first: layer,
	second: layer,
	presses: { refuse: 1, accept: 1 },
	keys: { refuse: 2, accept: 1 },
};

const failing = (...screens: Rendered[]) => measuredFindings(screens).flatMap(({ code, ok }) => (ok ? [] : [code]));
/** Both answers alike: what fails is not that they differ. */
const each = (change: Partial<AnswerFacts>): Rendered => {
	const both = { ...answer, ...change };
	return { ...fair, first: { ...layer, refuse: both, accept: both } };
};
const refuse = (change: Partial<AnswerFacts>): Rendered => ({ ...fair, first: { ...layer, refuse: { ...answer, ...change } } });

test('a fair banner holds every point', () => {
	expect(failing(fair)).toEqual([]);
	expect(measuredFindings([fair]).map(({ code }) => code)).toEqual([...measuredCodes]);
});

const cases: [what: string, held: Rendered, failed: Rendered, code: MeasuredCode][] = [
	// #767676 on white is 4.54:1, #7b7b7b 4.23:1
	[
		'4.5:1',
		each({ ink: [0x76, 0x76, 0x76], ground: [255, 255, 255] }),
		each({ ink: [0x7b, 0x7b, 0x7b], ground: [255, 255, 255] }),
		'measured_contrast',
	],
	['a pixel of rounding', refuse({ width: 119 }), refuse({ width: 118 }), 'measured_size'],
	['the same height', refuse({ height: 43.5 }), refuse({ height: 36 }), 'measured_size'],
	['letters of one size', fair, refuse({ fontSize: '15px' }), 'measured_size'],
	[
		'three tenths of the page free',
		{ ...fair, first: { ...layer, free: 0.3 } },
		{ ...fair, first: { ...layer, free: 0.29 } },
		'measured_no_wall',
	],
	['no press more', { ...fair, presses: { refuse: 2, accept: 2 } }, { ...fair, presses: { refuse: 2, accept: 1 } }, 'measured_presses'],
	['a refusal at all', fair, { ...fair, presses: { refuse: null, accept: 1 } }, 'measured_presses'],
	[
		'a step of the keyboard more',
		{ ...fair, keys: { refuse: 3, accept: 2 } },
		{ ...fair, keys: { refuse: 4, accept: 2 } },
		'measured_keyboard',
	],
	['a refusal by keyboard', fair, { ...fair, keys: { refuse: null, accept: 1 } }, 'measured_keyboard'],
	['nothing on', fair, { ...fair, second: { ...layer, on: 1 } }, 'measured_off'],
	['something to switch', fair, { ...fair, second: { ...layer, switches: 0 } }, 'measured_off'],
	['a refusal in view', fair, refuse({ seen: false }), 'measured_layer'],
	['a refusal on the first layer', fair, { ...fair, first: { ...layer, refuse: null } }, 'measured_layer'],
	['a button', fair, refuse({ tag: 'a' }), 'measured_kind'],
	['one and the same role', fair, refuse({ role: 'link' }), 'measured_kind'],
	['one and the same ink', fair, refuse({ ink: [254, 255, 255] }), 'measured_look'],
	['one and the same weight', fair, refuse({ fontWeight: '400' }), 'measured_look'],
];
test.each(cases)('%s is enough, and less is not', (_, held, failed, code) => {
	expect(failing(held)).toEqual([]);
	expect(failing(failed)).toContain(code);
});

test('the screen that fails counts, wherever it stands among those that hold', () => {
	const phone = { ...refuse({ seen: false }), where: 'fi phone' };
	for (const screens of [
		[fair, phone],
		[phone, fair],
	])
		expect(measuredFindings(screens).filter(({ ok }) => !ok)).toEqual([
			{ code: 'measured_layer', ok: false, measured: '0 / 1', where: 'fi phone' },
		]);
});

test('every point has its demand in both languages, with the measure that is demanded', () => {
	for (const code of measuredCodes)
		expect([code, demands[code]?.en.length ?? 0, demands[code]?.fi.length ?? 0].slice(1).every(Boolean)).toBe(true);
	for (const [code, en, fi] of [
		['contrast_button_text', '4.5:1', '4,5:1'],
		['contrast_text', '4.5:1', '4,5:1'],
		['contrast_button', '3:1', '3:1'],
		['measured_contrast', '4.5:1', '4,5:1'],
		['reask_no', 'six months', 'kuuteen kuukauteen'],
	] as const) {
		expect(demands[code]?.en).toContain(` ${en}`);
		expect(demands[code]?.fi).toContain(` ${fi}`);
	}
});
