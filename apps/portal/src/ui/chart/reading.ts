/** How the keyboard reads a chart. */

/** Where arrow keys lead from a point. */
export const STEPS: Readonly<Record<string, (at: number | null, last: number) => number | null>> = {
	ArrowRight: (at, last) => (at === null ? 0 : Math.min(at + 1, last)),
	ArrowLeft: (at, last) => (at === null ? last : Math.max(at - 1, 0)),
	Home: () => 0,
	End: (_at, last) => last,
	Escape: () => null,
};
