/** What the screens of scans keep in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
export const STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export const GROUPS = ['cookies', 'storage', 'hosts', 'fingerprinting', 'new'] as const;
export const CODES = [
	'before-consent',
	'after-reject',
	'banner-missing',
	'not-answered',
	'unfair-choice',
	'page-failed',
	'unknown-cookie',
	'long-lifetime',
	'not-secure',
	'too-many',
] as const;

export const scanSearch = z.object({
	...listSearch,
	...pickerSearch,
	status: searchWord(STATES),
	/** The scan that is open; none: the history. */
	scan: searchText,
	/** Its tab: a group of items, or the findings. */
	tab: searchWord([...GROUPS, 'findings']),
	code: searchWord(CODES),
	/** A domain that the form begins with. */
	site: searchText,
});
export type ScanSearch = z.infer<typeof scanSearch>;
export const siteSearch = z.object({ ...listSearch, ...pickerSearch });

/** Leaves an open scan: what narrows its lists leaves the URL with it. */
export const scanClosed = { scan: undefined, tab: undefined, code: undefined, page: undefined, q: undefined } as const;
