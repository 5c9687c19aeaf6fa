/** Parts of list queries (lists.ts): substring search and where a page begins. */

/** A pattern for `ilike` that matches what was typed anywhere, taken literally. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;

export const offsetOf = (query: { page: number; size: number }): number => (query.page - 1) * query.size;
