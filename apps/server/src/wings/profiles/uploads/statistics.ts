/**
 * What PostgreSQL's planner knows of the tables that an upload fills. Autovacuum looks once a minute, and not before a tenth of a table
 * has changed. Until then whose are new to it is taken to be nobody's: any index that begins with the customer does as well as the right one,
 * and each name of a batch is looked for among all that the customer has.
 */
import type { Log } from '#kernel/log.ts';
import { freshenTables } from '#kernel/storage/statistics.ts';
import type { Storage } from '#kernel/storage/storage.ts';

const FILLED = [
	'person',
	'person_identifier',
	'person_seen',
	'profile',
	'profile_own',
	'consent_state',
	'segment_member',
	'set_chunk',
	'upload_person',
] as const;

/** Rows of a file after which it is looked at again, and from the first on at its end. Fewer change no plan. */
const LOOKED_AT = [1_000, 10_000, 100_000, 1_000_000, 10_000_000] as const;

/** Whether a step from so many rows to so many makes a plan worth another look. */
export const hasGrown = (before: number, after: number): boolean => LOOKED_AT.some((rows) => before < rows && after >= rows);
export const isLarge = (rows: number): boolean => rows >= LOOKED_AT[0];

export const freshenStatistics = (kernel: { readonly storage: Storage; readonly log: Log }): Promise<boolean> =>
	freshenTables(kernel, FILLED);
