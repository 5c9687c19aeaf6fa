/** What the page of constellations keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const constellationSearch = z.object({
	...listSearch,
	...pickerSearch,
	status: searchWord(['0', '1']),
	/** A new one begins with this content. */
	content: searchText,
	/** The campaign that it is made for. */
	campaign: searchText,
});
export type ConstellationSearch = z.infer<typeof constellationSearch>;
