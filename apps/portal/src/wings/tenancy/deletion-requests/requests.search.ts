import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';

/** What the requests keep in the URL. */
export const requestSearch = z.object({
	...listSearch,
	status: searchWord(['0', '1', '2']),
	/** The request that is looked at. */
	request: searchText,
});
