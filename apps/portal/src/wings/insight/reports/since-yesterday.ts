import { written } from '#portal/lib/dates.ts';
import type { ReportSearch } from './reports.search.ts';

/** The consumer report's span while none is chosen: from yesterday to today (portal.md section 9). */
export function sinceYesterday(search: ReportSearch, now = new Date()): ReportSearch {
	if (search.from !== undefined || search.to !== undefined || search.days !== undefined) return search;
	const day = (at: Date) => written(at, 'YYYY-MM-DD');
	return { ...search, from: day(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)), to: day(now) };
}
