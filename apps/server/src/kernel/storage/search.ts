/** Parts of list queries: substring search and ordering by an allowed column. */

/** A pattern for `ilike` that matches what was typed anywhere, taken literally. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;

/**
 * `order by` for `sort=-name`: only columns of the table given, the first of them when nothing fits.
 * Values are SQL expressions of ours; nothing a caller typed reaches the statement.
 */
export const orderBy = (sort: string | undefined, columns: Readonly<Record<string, string>>): string => {
	const down = sort?.startsWith('-') ?? false;
	const wanted = columns[(sort ?? '').replace(/^-/, '')];
	const [fallback] = Object.values(columns);
	return `order by ${wanted ?? fallback} ${wanted && down ? 'desc' : 'asc'}`;
};

export const offsetOf = (query: { page: number; size: number }): number => (query.page - 1) * query.size;
