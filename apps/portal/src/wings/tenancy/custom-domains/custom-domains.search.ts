/** What the screens of custom domains keep in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
export const STATUSES = ['Initiated', 'Created', 'Validated', 'Renewed', 'Invalid'] as const;

export const customDomainSearch = z.object({
	...listSearch,
	...pickerSearch,
	status: searchWord(STATUSES),
	/** The one that is open; none: the list. */
	open: searchText,
});
export type CustomDomainSearch = z.infer<typeof customDomainSearch>;

export const configuratorSearch = z.object({
	...pickerSearch,
	/** The custom domain's host. */
	host: searchText,
});
