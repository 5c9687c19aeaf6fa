/** When an answer was given, as exactly as it was said. */

/**
 * The day alone (`2026-10-03`), where that is all that was given: files say days, which are stored as a day's first moment (a yes) or
 * its last (a no), in UTC. Null: a time was given.
 * @param how one of `HOW`; null: it is not told
 */
export const dayGiven = (at: string, how: string | null): string | null =>
	how === 'import' && /T(00:00:00\.000|23:59:59\.999)Z$/.test(at) ? at.slice(0, 10) : null;
