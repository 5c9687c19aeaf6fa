/** Whether every line of the specification's lists is ticked by tests that ran and passed. */
import type { List, RanTest } from './tick.ts';

/** Every number of a list but those that it leaves out. */
const numbersOf = ({ letters, digits, last, leftOut }: List): string[] =>
	Array.from({ length: last }, (_, at) => `${letters}${String(at + 1).padStart(digits, '0')}`).filter((id) => !leftOut.includes(id));

/** What is wrong, a sentence each, in the order of the lists; nothing when all is ticked. */
export const complaintsOf = (lists: readonly List[], ran: readonly RanTest[]): string[] => {
	const outcomes = Map.groupBy(ran, ({ name }) => name);
	return lists.flatMap((list) => complaintsOfList(list, outcomes));
};

const complaintsOfList = (list: List, outcomes: ReadonlyMap<string, readonly RanTest[]>): string[] => {
	const ticked = Map.groupBy(list.ticks, ({ id }) => id);
	const numbers = numbersOf(list);
	return [
		...numbers
			.filter((id) => !ticked.has(id))
			.map((id) =>
				id in list.unproven ? `${id} is not proven: ${list.unproven[id]}` : `${id} is not ticked in scripts/ticks/${list.name}.ts`,
			),
		...[...ticked].flatMap(([id, ticks]) => [
			...(numbers.includes(id) ? [] : [`${id} is no number of ${list.name}`]),
			...(ticks.length > 1 ? [`${id} is ticked twice`] : []),
			...(id in list.unproven ? [`${id} is ticked, and said to be unproven`] : []),
			...ticks.flatMap(({ says, by }) =>
				by.length === 0
					? [`${id} (${says}) names no test`]
					: by.flatMap((name) => complaintsOfTest(`${id} (${says})`, name, outcomes.get(name) ?? [])),
			),
		]),
		...Object.keys(list.unproven)
			.filter((id) => !numbers.includes(id))
			.map((id) => `${id} is no number of ${list.name}`),
	];
};

const complaintsOfTest = (line: string, name: string, ran: readonly RanTest[]): string[] => {
	if (ran.length === 0) return [`${line}: its test did not run: ${name}`];
	return ran.every(({ passed }) => passed) ? [] : [`${line}: its test did not pass: ${name}`];
};

/** Of how many lines how many are ticked. */
export const countOf = (lists: readonly List[]): { lines: number; ticked: number } => {
	const lines = lists.flatMap(numbersOf);
	const ticked = new Set(lists.flatMap(({ ticks }) => ticks.map(({ id }) => id)));
	return { lines: lines.length, ticked: lines.filter((id) => ticked.has(id)).length };
};
