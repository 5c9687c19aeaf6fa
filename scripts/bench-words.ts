/** What the words behind `npm run bench --` ask for: names of benchmarks, and what is for the last of them. */
import { TaskError } from './task.ts';

export interface Wanted {
	names: string[];
	args: string[];
}

/** @throws TaskError where the first word, or one behind several names, names no benchmark */
export const wantedOf = (words: readonly string[], known: readonly string[]): Wanted => {
	if (words.length === 0) return { names: [...known].sort(), args: [] };
	const end = words.findIndex((word) => !known.includes(word));
	const names = end === -1 ? words : words.slice(0, end);
	const args = end === -1 ? [] : words.slice(end);
	// Sizes and the like belong to one benchmark; behind several a word is a name misspelt.
	if (names.length !== 1 && args.length > 0) throw new TaskError(`There is no benchmark '${args[0]}': ${[...known].sort().join(', ')}.`);
	return { names: [...names], args };
};
