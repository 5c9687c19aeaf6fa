/** What is not done twice for each row of a file says what it said when it was. */
import { ATTRIBUTE_BYTES, ATTRIBUTES, fitsTogether } from '@luvalla/contract/profiles/api.ts';
import fc from 'fast-check';
import { getCountries } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { identifiersOf, normalPhone } from '../../src/wings/people/persons/naming.ts';
import { changed, Facts } from '../../src/wings/profiles/profiles/facts.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 14 });
const numbers = fc.oneof(
	digits.map((text) => `+${text}`),
	digits.map((text) => `+358${text}`),
	digits,
);

test('a telephone number that stands in a file as it is kept is the one that it would be read as again', () => {
	fc.assert(
		fc.property(numbers, fc.constantFrom(...getCountries()), (text, country) => {
			const phone = normalPhone(text, country);
			fc.pre(phone !== null);
			expect(identifiersOf({ phone }, text)).toEqual(identifiersOf({ phone }));
		}),
		{ numRuns: 3_000 },
	);
});

const text = fc.constantFrom('', 'a', 'Turku', 'ä"\\');
const attributes = fc.dictionary(fc.constantFrom('shoe', 'hat', 'day'), fc.oneof(text, fc.integer(), fc.boolean()));
const known = fc.record({ firstName: text, city: text, attributes }, { requiredKeys: [] });
const change = fc.record(
	{
		firstName: fc.option(text),
		city: fc.option(text),
		attributes: fc.dictionary(fc.constantFrom('shoe', 'hat'), fc.option(fc.oneof(text, fc.integer()))),
	},
	{ requiredKeys: [] },
);

test('facts that are changed have the shape of facts, and nothing that is empty', () => {
	fc.assert(
		fc.property(known, change, (before, said) => {
			const after = changed(before, said);
			const there = (of: object) => Object.entries(of).filter(([, value]) => value !== null && value !== '');
			const kept = Object.fromEntries(there({ ...before.attributes, ...said.attributes }));
			const wanted = { ...before, ...said, attributes: Object.keys(kept).length > 0 ? kept : null };
			// As it is written: the order of columns counts, too.
			expect(JSON.stringify(after)).toBe(JSON.stringify(Facts.parse(Object.fromEntries(there(wanted)))));
		}),
		{ numRuns: 1_000 },
	);
});

test('whether values may stand together is their number and what they are as JSON', () => {
	const value = fc.oneof(
		fc.string({ unit: fc.constantFrom('a', 'ä', '€', '\u0007', '"', '😀'), maxLength: 2_000 }),
		fc.double(),
		fc.boolean(),
		fc.constant(null),
	);
	fc.assert(
		fc.property(fc.dictionary(fc.string({ maxLength: 20 }), value, { maxKeys: 12 }), fc.nat(30), (some, times) => {
			const values = Object.fromEntries(Object.entries(some).map(([key, one]) => [key, typeof one === 'string' ? one.repeat(times) : one]));
			const bytes = Buffer.byteLength(JSON.stringify(values));
			expect(fitsTogether(values)).toBe(Object.keys(values).length <= ATTRIBUTES && bytes <= ATTRIBUTE_BYTES);
		}),
		{ numRuns: 500 },
	);
});
