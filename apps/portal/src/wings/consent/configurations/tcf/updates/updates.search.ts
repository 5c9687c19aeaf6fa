/** What the page of vendor list updates keeps in the URL. */
import * as z from 'zod';
import { searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const SHOWN = ['added', 'deleted', 'changed', 'undeleted', 'yours'] as const;
export type Shown = (typeof SHOWN)[number];

/** `current` and `previous`: versions of the two lists; `id`: the vendor that is open. */
export const updatesSearch = z.object({
	...pickerSearch,
	current: searchNumber,
	previous: searchNumber,
	show: searchWord(SHOWN),
	q: searchText,
	id: searchNumber,
});
