/** Rates counted within this process: no row a request, for what is asked often. */

/** More keys than this are looked through for those that count nothing any more. */
const SWEEP_AT = 10_000;

/**
 * Buckets that refill evenly: `most` at once, and from then on `most` in each span of `seconds`. Kept is one moment a key: the one
 * at which its bucket will be full again (GCRA).
 */
export const createBuckets = (clock: () => number = () => performance.now()) => {
	const fullAt = new Map<string, number>();
	let sweepAt = SWEEP_AT;
	return {
		/** Takes one; answers 0 when there was one, else the seconds until there is. */
		take(key: string, most: number, seconds: number): number {
			const now = clock();
			const each = (seconds * 1000) / most;
			const full = Math.max(now, fullAt.get(key) ?? now) + each;
			const waitMs = full - now - seconds * 1000;
			// A hair's breadth of rounding is nobody's wait.
			if (waitMs > 0.001) return Math.ceil(waitMs / 1000);
			fullAt.set(key, full);
			if (fullAt.size > sweepAt) {
				for (const [one, at] of fullAt) if (at <= now) fullAt.delete(one);
				sweepAt = Math.max(SWEEP_AT, fullAt.size * 2);
			}
			return 0;
		},
	};
};
