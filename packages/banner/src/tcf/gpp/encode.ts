/** Makes a GPP string: a header that names the sections, and the sections. Proven against @iabgpp/cmpapi in the tests. */
import { int, pack } from '../bits.ts';
import type { Section } from './sections.ts';

/** Opted out (or a signal that says so), and whether it came as Global Privacy Control. */
export interface UsChoice {
	optedOut: boolean;
	gpc: boolean;
}

/** A positive number as a sum of Fibonacci numbers, lowest first, ended by a second 1. */
const fibonacci = (value: number): string => {
	const numbers = [1, 2];
	while ((numbers.at(-1) ?? 0) < value) numbers.push((numbers.at(-1) ?? 0) + (numbers.at(-2) ?? 0));
	let bits = '1';
	let seen = false;
	for (const number of numbers.reverse()) {
		if (value >= number) {
			value -= number;
			seen = true;
			bits = `1${bits}`;
		} else if (seen) bits = `0${bits}`;
	}
	return bits;
};

type Values = Record<string, number | number[]>;

/** Every notice given, both opt-outs as chosen, nothing sensitive processed, outside the MSPA. */
const answerOf = (name: string, { optedOut }: UsChoice): number => {
	if (name.endsWith('Notice')) return /Sensitive/.test(name) ? 0 : 1;
	if (name.endsWith('OptOut')) return optedOut ? 1 : 2;
	return name === 'MspaCoveredTransaction' ? 2 : 0;
};
const valuesIn = (fields: Section['fields'], choice: UsChoice): Values =>
	Object.fromEntries(
		fields.map(([name, count]) => {
			const value = answerOf(name, choice);
			return [name, count > 1 ? Array.from({ length: count }, () => value) : value];
		}),
	);

/** The values of a section's fields, a segment each. */
export const segmentsOf = (section: Section, choice: UsChoice): Values[] => [
	{ [section.id < 24 ? 'Version' : 'MspaVersion']: section.version, ...valuesIn(section.fields, choice) },
	...(section.sensitive.length ? [valuesIn(section.sensitive, choice)] : []),
];

const bitsOf = (fields: Section['fields'], values: Values): string =>
	fields
		.map(([name]) =>
			[values[name] ?? 0]
				.flat()
				.map((value) => int(value, 2))
				.join(''),
		)
		.join('');

/** One section's text, with its segment for Global Privacy Control where the section has one. */
const encodeSection = (section: Section, choice: UsChoice): string => {
	const [core = {}, sensitive] = segmentsOf(section, choice);
	return [
		pack(int(section.version, 6) + bitsOf(section.fields, core), 8),
		...(sensitive ? [pack(bitsOf(section.sensitive, sensitive), 8)] : []),
		...(section.gpc ? [pack(`01${choice.gpc ? 1 : 0}`, 8)] : []),
	].join('.');
};

/** Header (type 3, version 1, ids as Fibonacci ranges) and the one section that applies. */
export const encodeGpp = (section: Section, choice: UsChoice): string =>
	`${pack(`${int(3, 6)}${int(1, 6)}${int(1, 12)}0${fibonacci(section.id)}`, 8)}~${encodeSection(section, choice)}`;
