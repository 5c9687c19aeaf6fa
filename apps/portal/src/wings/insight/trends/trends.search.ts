/** What the comparison of two groups keeps in the URL: the days and domains of each, the measure that is drawn, and how. */
import * as z from 'zod';
import { searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const measures = ['records', 'rate', 'refused', 'withdrawn', 'profiles', 'messages', 'events'] as const;
export type Measure = (typeof measures)[number];

const searchDay = z.iso.date().optional().catch(undefined);

export const trendSearch = z.object({
	...pickerSearch,
	aFrom: searchDay,
	aTo: searchDay,
	bFrom: searchDay,
	bTo: searchDay,
	/** Domain ids, joined by commas; none: all. */
	aDomains: searchText,
	bDomains: searchText,
	measure: searchWord(measures),
	drawn: searchWord(['sum']),
});
export type TrendSearch = z.infer<typeof trendSearch>;
