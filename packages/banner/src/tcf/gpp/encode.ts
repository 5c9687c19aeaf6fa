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

/** The values of a section's fields: every notice given, both opt-outs as chosen, nothing sensitive processed, outside the MSPA. */
export const valuesOf = (section: Section, { optedOut }: UsChoice): Record<string, number | number[]> =>
	Object.fromEntries([
		['Version', section.version],
		...section.fields.map(([name, count]): [string, number | number[]] => {
			const value = name.endsWith('Notice')
				? /Sensitive/.test(name)
					? 0
					: 1
				: name.endsWith('OptOut')
					? optedOut
						? 1
						: 2
					: name === 'MspaCoveredTransaction'
						? 2
						: 0;
			return [name, count > 1 ? Array.from({ length: count }, () => value) : value];
		}),
	]);

/** One section's text, with its segment for Global Privacy Control where the section has one. */
export const encodeSection = (section: Section, choice: UsChoice): string => {
	const values = valuesOf(section, choice);
	const bits = section.fields
		.map(([name]) =>
			[values[name] ?? 0]
				.flat()
				.map((value) => int(value, 2))
				.join(''),
		)
		.join('');
	const core = pack(int(section.version, 6) + bits, 8);
	return section.gpc ? `${core}.${pack(`01${choice.gpc ? 1 : 0}`, 8)}` : core;
};

/** Header (type 3, version 1, ids as Fibonacci ranges) and the one section that applies. */
export const encodeGpp = (section: Section, choice: UsChoice): string =>
	`${pack(`${int(3, 6)}${int(1, 6)}${int(1, 12)}0${fibonacci(section.id)}`, 8)}~${encodeSection(section, choice)}`;
