// @vitest-environment node
/** GPP strings against @iabgpp/cmpapi. */
import { GppModel } from '@iabgpp/cmpapi';
import { describe, expect, it } from 'vitest';
import { encodeGpp, segmentsOf } from '../src/tcf/gpp/encode.ts';
import { sectionOf, sections } from '../src/tcf/gpp/sections.ts';

describe.each(Object.values(sections))('section $name', (section) => {
	it.each([
		[true, true],
		[true, false],
		[false, false],
	])('opted out %s, signal %s: reads in the reference library as it was meant', (optedOut, gpc) => {
		const choice = { optedOut, gpc };
		const text = encodeGpp(section, choice);
		const values = Object.entries(Object.assign({}, ...segmentsOf(section, choice)));
		const theirs = new GppModel(text);
		expect(theirs.getSectionIds()).toEqual([section.id]);
		for (const [name, value] of values) expect([name, theirs.getFieldValue(section.name, name)]).toEqual([name, value]);
		if (section.gpc) expect(theirs.getFieldValue(section.name, 'Gpc')).toBe(gpc);
		expect(theirs.getFieldValue(section.name, 'SaleOptOut')).toBe(optedOut ? 1 : 2);

		const own = new GppModel();
		for (const [name, value] of values) own.setFieldValue(section.name, name, value);
		if (section.gpc) own.setFieldValue(section.name, 'Gpc', gpc);
		expect(text).toBe(own.encode());
	});
});

describe('the section of a state', () => {
	it('is its own where it has one, else the national one, and never uspv1', () => {
		expect(['CA', 'US-va', 'MD', 'IN', 'KY', 'RI', 'NY', null].map((state) => sectionOf(state)?.name)).toEqual([
			'usca',
			'usva',
			'usmd',
			'usin',
			'usky',
			'usri',
			'usnat',
			'usnat',
		]);
		expect(Object.values(sections).every((section) => section.id >= 7)).toBe(true);
	});
});
