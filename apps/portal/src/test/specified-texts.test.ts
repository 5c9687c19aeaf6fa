/** Each text that the specification states and that belongs to what is built stands in the code to the letter. */
import { expect, it } from 'vitest';
import { specifiedTexts } from './specified-texts.ts';

const portal = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../test/**', '!../**/*.test.*'], {
	eager: true,
	query: '?raw',
	import: 'default',
});
const rest = import.meta.glob<string>(['../../../../packages/contract/src/**/*.ts', '../../../../apps/server/src/**/*.ts'], {
	eager: true,
	query: '?raw',
	import: 'default',
});
const code = [...Object.values(portal), ...Object.values(rest)].join('\n');
const lower = code.toLowerCase();

/** As a whole text, between quotes or tags. */
const stands = (text: string, anyCase = false): boolean => {
	const [hay, needle] = anyCase ? [lower, text.toLowerCase()] : [code, text];
	return (
		["'", '"', '`'].some((quote) => hay.includes(`${quote}${needle}${quote}`)) ||
		hay.includes(`>${needle}<`) ||
		(text.includes('})') && hay.includes(needle))
	);
};

it('there are as many as the specification shows', () => {
	expect(specifiedTexts).toHaveLength(224);
	expect(new Set(specifiedTexts.map(({ id }) => id)).size).toBe(224);
	expect(Object.keys(portal).length).toBeGreaterThan(200);
	expect(stands('This text stands nowhere in it')).toBe(false);
});

it.each(specifiedTexts.filter(({ waits }) => !waits).map((one) => [`${one.id}: ${one.text}`, one] as const))(
	'%s',
	(_, { text, as, anyCase }) => {
		expect(stands(as ?? text, anyCase)).toBe(true);
	},
);

it.each(specifiedTexts.filter(({ waits }) => waits))('$id waits for $waits: $text', ({ text, as, anyCase }) => {
	// What has come waits no longer: its mark goes.
	expect(stands(as ?? text, anyCase)).toBe(false);
});
