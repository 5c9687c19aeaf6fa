/** What the repository's list keeps in the URL. */
import type { CookieEntry } from '@luvalla/contract/consent/cookie-repository';
import * as z from 'zod';
import { filterOf, listSearch, searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
export const TYPES = ['necessary', 'preferences', 'statistics', 'marketing', 'undecided'] as const satisfies readonly CookieEntry['type'][];
export const SOURCES = ['own', 'platform', 'starter', 'ocd'] as const satisfies readonly CookieEntry['source'][];
const STATES = ['undecided', 'own', 'conflict'] as const;

export const repositorySearch = z.object({
	...listSearch,
	/** Of ADMIN: whose cookies; none: the global entries. */
	customer: searchNumber,
	type: searchWord(TYPES),
	source: searchWord(SOURCES),
	/** The tab. */
	state: searchWord(STATES),
	/** What a new entry begins with, where the way to it led over a question. */
	name: searchText,
	host: searchText,
});
export type RepositorySearch = z.infer<typeof repositorySearch>;

/** Of `/cookierepo/seen`. */
export const seenSearch = z.object({ ...listSearch, ...pickerSearch, type: searchWord(TYPES) });

/** What narrows the list, as its calls take it. */
export const narrowingOf = ({ type, source, state }: RepositorySearch) => ({ type, source, state });
export const filtersOf = (search: RepositorySearch): string[] => filterOf(narrowingOf(search));

/** Closes the drawer: whatever belongs to it leaves the URL. */
export const drawerClosed = { id: undefined, name: undefined, host: undefined } satisfies Partial<RepositorySearch>;
