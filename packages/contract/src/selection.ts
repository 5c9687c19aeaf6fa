/** Rows chosen in a list, for what is done to many at once. */
import * as z from 'zod';

/** Ids that one selection names. More are chosen as 'all that match'. */
const MOST_NAMED = 1000;

/**
 * These rows, or all that match what narrows the list but a few: `{ these: [id] }`, `{ all: { q: 'anna' }, but: [id] }`. All that
 * match are found by the server with the list's own conditions, so that what the person has not seen is in it too.
 * @param id of a row
 * @param narrowing the list's search and filters
 */
export const selectionOf = <I extends z.ZodType<string>, const S extends z.ZodRawShape>(id: I, narrowing: S) =>
	z.union([
		z.strictObject({ these: z.array(id).min(1).max(MOST_NAMED) }),
		z.strictObject({ all: z.strictObject(narrowing), but: z.array(id).max(MOST_NAMED).default([]) }),
	]);
