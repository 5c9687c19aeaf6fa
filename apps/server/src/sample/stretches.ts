/** Stretches of the sample's story: what happened within one is kept at once, when it is over. Near its end they are short. */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** By then the shop is closed, and its day is not over in any of its customers' zones: what happened on a day is kept on it. */
const CLOSED_MS = 21 * HOUR_MS;

/** Where the stretch begins that ends at this moment, UTC. */
type Begin = (end: number) => number;
const lasting =
	(ms: number): Begin =>
	(end) =>
		(Math.ceil((end - CLOSED_MS) / ms) - 1) * ms + CLOSED_MS;

/** Of a stretch that ends less than so many days before the story does. */
const BEGINS: readonly { readonly days: number; readonly begin: Begin }[] = [
	{ days: 1, begin: lasting(HOUR_MS) },
	{ days: 8, begin: lasting(6 * HOUR_MS) },
	{ days: 62, begin: lasting(DAY_MS) },
	{ days: 125, begin: lasting(7 * DAY_MS) },
];
/** And of those before. */
const fourWeeks = lasting(28 * DAY_MS);

/** Where stretches end, the first one first; the last ends with the story. */
const stretchEnds = (from: number, until: number): number[] => {
	const ends: number[] = [];
	for (let end = until; end >= from; ) {
		ends.unshift(end);
		const begin = BEGINS.find(({ days }) => until - end < days * DAY_MS)?.begin ?? fourWeeks;
		end = begin(end);
	}
	return ends;
};

/** What happened by the stretch that it happened in, the first one first; a stretch of nothing is none. */
export const byStretch = <T>(happened: readonly T[], atOf: (one: T) => Date, until: Date): T[][] => {
	const inOrder = happened.toSorted((a, b) => atOf(a).getTime() - atOf(b).getTime());
	const [first] = inOrder;
	if (first === undefined) return [];
	let next = 0;
	return stretchEnds(atOf(first).getTime(), until.getTime()).flatMap((end) => {
		const begun = next;
		for (let one = inOrder[next]; one !== undefined && atOf(one).getTime() <= end; one = inOrder[next]) next++;
		return next > begun ? [inOrder.slice(begun, next)] : [];
	});
};
