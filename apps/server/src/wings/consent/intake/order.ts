/** The server's order of arrival, which alone decides what the present answer is. */
import { now } from '#kernel/clock.ts';

let last = 0;

/** Tests only: what comes after one that set the clock ahead begins anew. */
export const forgetOrder = (): void => {
	last = 0;
};

/**
 * The instant of a batch: strictly later than any batch of this process before it and than `after`, so that arrival and
 * position alone order its records.
 */
export const receivedNow = (after = 0): Date => {
	last = Math.max(now().getTime(), last + 1, after + 1);
	return new Date(last);
};
