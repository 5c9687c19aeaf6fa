/**
 * Limits that are counted in the process, for what is asked too often to be a row: a bucket a key, which fills again as time goes.
 * Keys are forgotten with the process and never stored.
 */

export interface Buckets {
	/** Takes `count`; 0, or whole seconds until that many may be asked for again. What is refused takes nothing. */
	take(key: string, count: number): number;
	/** How many may be asked for now, and whole seconds until all may be. */
	standing(key: string): { readonly left: number; readonly seconds: number };
}

/** Beyond this the fullest are forgotten, which favours nobody: a full bucket is as good as none. */
const MOST_KEYS = 100_000;

/** @param most what may go in a span of `seconds`, at once or spread; 0: no limit */
export const createBuckets = (most: number, clock: () => number = () => performance.now(), seconds = 60): Buckets => {
	/** What is left, and when that was so. */
	const buckets = new Map<string, { left: number; at: number }>();
	const perMs = most / (seconds * 1000);

	const sweep = (at: number): void => {
		for (const [key, one] of buckets) if (one.left + (at - one.at) * perMs >= most) buckets.delete(key);
		// All of them in use: the oldest leaves.
		for (const key of buckets.keys()) {
			if (buckets.size < MOST_KEYS) return;
			buckets.delete(key);
		}
	};

	return {
		take(key, count) {
			if (most === 0) return 0;
			const at = clock();
			let one = buckets.get(key);
			if (!one) {
				if (buckets.size >= MOST_KEYS) sweep(at);
				one = { left: most, at };
				buckets.set(key, one);
			}
			one.left = Math.min(most, one.left + (at - one.at) * perMs);
			one.at = at;
			if (one.left >= count) {
				one.left -= count;
				return 0;
			}
			return Math.ceil((Math.min(count, most) - one.left) / perMs / 1000);
		},
		standing(key) {
			const one = buckets.get(key);
			const left = one ? Math.min(most, one.left + (clock() - one.at) * perMs) : most;
			return { left: Math.floor(left), seconds: most === 0 ? 0 : Math.ceil((most - left) / perMs / 1000) };
		},
	};
};
