/** Fresh random bytes, a few at a time: one call to the system's source for many takers, since each call costs some microseconds. */
import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafe(16 * 1024);
let used = pool.length;

/** So many random bytes of the taker's own; what was given is forgotten here. @param count at most 1024 */
export const randomOf = (count: number): Buffer => {
	if (used + count > pool.length) {
		randomFillSync(pool);
		used = 0;
	}
	const given = Buffer.from(pool.subarray(used, used + count));
	pool.fill(0, used, used + count);
	used += count;
	return given;
};
