/** What a line of the specification's lists is ticked by, and how its names are read. */

/** A line of a list, by its number there. */
export interface Tick {
	id: string;
	/** What it says, in a few words of ours. */
	says: string;
	/** The tests that prove it: `file › full name`, the file from the root of the repository. All of them must pass. */
	by: readonly string[];
}

/** A list of the specification, whose numbers go from 1 to `last`. */
export interface List {
	name: string;
	/** What stands before its numbers: C001, RT001, … */
	letters: string;
	/** Digits of a number. */
	digits: number;
	last: number;
	/** Numbers that the list itself leaves out. */
	leftOut: readonly string[];
	ticks: readonly Tick[];
	/** Lines that nothing proves, with why: each fails the check. */
	unproven: Readonly<Record<string, string>>;
}

/** A test as a report has it. */
export interface RanTest {
	/** `file › full name`. */
	name: string;
	passed: boolean;
}
