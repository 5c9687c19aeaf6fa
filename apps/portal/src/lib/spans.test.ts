import { expect, it } from 'vitest';
import * as z from 'zod';
import { inOrder, instantsOf, presetOf, presetSpan, presets, spanSearch } from './spans.ts';

it('keeps days in the URL, and takes anything else for absent', () => {
	const schema = z.object(spanSearch);
	expect(schema.parse({ from: '2026-11-01', to: '2026-11-20' })).toEqual({ from: '2026-11-01', to: '2026-11-20' });
	expect(schema.parse({ from: '2026-02-30', to: 'yesterday' })).toEqual({ from: undefined, to: undefined });
	expect(schema.parse({ from: ['2026-11-01', '2026-11-02'] })).toEqual({ from: undefined, to: undefined });
});

it('asks from the first moment of the first day to the last one of the last, whichever was written first', () => {
	const asked = { from: new Date(2026, 10, 1).toISOString(), to: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString() };
	expect(instantsOf({ from: '2026-11-01', to: '2026-11-20' })).toEqual(asked);
	expect(instantsOf({ from: '2026-11-20', to: '2026-11-01' })).toEqual(asked);
	expect(instantsOf({ from: '2026-11-01' })).toEqual({ from: asked.from });
	expect(instantsOf({})).toEqual({});
	expect(inOrder({ to: '2026-11-01' })).toEqual({ from: undefined, to: '2026-11-01' });
});

it('counts today into a preset, and ends last month where it ended', () => {
	const today = new Date(2026, 2, 31, 12);
	expect(presetSpan('today', today)).toEqual({ from: '2026-03-31', to: '2026-03-31' });
	expect(presetSpan('days7', today)).toEqual({ from: '2026-03-25', to: '2026-03-31' });
	expect(presetSpan('days30', today)).toEqual({ from: '2026-03-02', to: '2026-03-31' });
	expect(presetSpan('thisMonth', today)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
	expect(presetSpan('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
	for (const one of presets) expect(presetOf(presetSpan(one, today), today)).toBe(one);
	expect(presetOf({ from: '2026-03-02', to: undefined }, today)).toBeUndefined();
});
