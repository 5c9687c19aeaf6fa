/** What the screens of segments keep in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const segmentsSearch = z.object({
	...listSearch,
	...pickerSearch,
	filled: searchWord(['rule', 'people']),
	active: searchWord(['yes', 'no']),
	/** The one that was saved just now: what comes next stands above the list. */
	made: searchText,
});
export type SegmentsSearch = z.infer<typeof segmentsSearch>;

export const segmentSearch = z.object({ ...pickerSearch });
