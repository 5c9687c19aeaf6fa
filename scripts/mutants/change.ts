/** A change made by name to a rule that much rests on, and the tests that ought to notice it. */

export interface Change {
	/** What the rule is about: `origin`. */
	readonly module: string;
	/** In words, what would be wrong: `a host that only ends like the domain`. */
	readonly name: string;
	readonly file: string;
	/** Stands in the file exactly once. */
	readonly text: string;
	readonly instead: string;
	readonly tests: readonly string[];
	/** Part of the full name of the tests that are run; all of the files where absent. */
	readonly named?: string;
	/** Why nothing notices it, where nothing does. */
	readonly reason?: string;
}

type Row = readonly [name: string, text: string, instead: string, more?: Partial<Pick<Change, 'tests' | 'named' | 'reason' | 'file'>>];

/** Changes to one module; a row may name other tests than the module's. */
export const changesTo = (module: string, file: string, tests: readonly string[], rows: readonly Row[]): Change[] =>
	rows.map(([name, text, instead, more]) => ({ module, file, tests, name, text, instead, ...more }));

/** What is wrong with a list: texts that are gone or ambiguous, changes that change nothing, one name twice. */
export const flawsOf = (changes: readonly Change[], textOf: (file: string) => string | null): string[] => {
	const seen = new Set<string>();
	return changes.flatMap(({ module, name, file, text, instead, tests, reason }) => {
		const title = `${module}: ${name}`;
		const flaws: string[] = [];
		if (seen.has(title)) flaws.push(`${title}: there are two of this name.`);
		seen.add(title);
		const whole = textOf(file);
		if (whole === null) flaws.push(`${title}: there is no ${file}.`);
		else {
			const times = text === '' ? 0 : whole.split(text).length - 1;
			if (times !== 1) flaws.push(`${title}: its text stands ${times} times in ${file}, not once: ${text}`);
		}
		if (text === instead) flaws.push(`${title}: it changes nothing.`);
		if (tests.length === 0) flaws.push(`${title}: no test is named.`);
		for (const test of tests) if (textOf(test) === null) flaws.push(`${title}: there is no ${test}.`);
		if (reason?.trim() === '') flaws.push(`${title}: its reason is empty.`);
		return flaws;
	});
};

/** What became of a change. `broken`: the program could not even be loaded, so no test has judged it. */
export type Fate =
	| { readonly kind: 'noticed'; readonly by: string }
	| { readonly kind: 'survived' }
	| { readonly kind: 'broken'; readonly why: string };

export interface Outcome {
	readonly change: Change;
	readonly fate: Fate;
}

/** Of ten changes so many must be noticed. */
const LEAST_OF_TEN = 9;

/** Why a run is no good; empty: it is. */
export const complaintsOf = (outcomes: readonly Outcome[]): string[] => {
	const noticed = outcomes.filter(({ fate }) => fate.kind === 'noticed').length;
	const complaints = outcomes.flatMap(({ change, fate }) => {
		const title = `${change.module}: ${change.name}`;
		if (fate.kind === 'broken') return [`${title}: no test has judged it: ${fate.why}`];
		if (fate.kind === 'survived' && change.reason === undefined) return [`${title}: nothing noticed it, and no reason stands beside it.`];
		if (fate.kind === 'noticed' && change.reason !== undefined)
			return [`${title}: it is noticed by “${fate.by}”; its reason is no longer true.`];
		return [];
	});
	if (noticed * 10 < outcomes.length * LEAST_OF_TEN) complaints.push(`Only ${noticed} of ${outcomes.length} changes were noticed.`);
	return complaints;
};
