/** Parts of list queries (lists.ts): substring search and where a page begins. */

/** A pattern for `ilike` that matches what was typed anywhere, taken literally. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;

/** The same at the beginning alone. */
export const beginning = (q: string): string => containing(q).slice(1);

export const offsetOf = (query: { page: number; size: number }): number => (query.page - 1) * query.size;
