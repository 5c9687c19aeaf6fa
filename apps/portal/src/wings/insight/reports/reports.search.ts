/** What the reports keep in the URL. */
import { CONSENT_FILTER_DAYS } from '@luvalla/contract/constants';
import * as z from 'zod';
import { listSearch, searchNumber, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/pickers.tsx';

export const reportSearch = z.object({
	...listSearch,
	...pickerSearch,
	tab: searchWord(['consent']),
	days: searchNumber,
	kind: searchWord(['all', 'some', 'none']),
});
export type ReportSearch = z.infer<typeof reportSearch>;

export const recordSearch = z.object({ customer: searchNumber });

/** Spans of the consent report; the first is the default. */
export const daySpans = [
	{ days: CONSENT_FILTER_DAYS, label: 'days1' },
	{ days: 7, label: 'days7' },
	{ days: 30, label: 'days30' },
	{ days: 90, label: 'days90' },
] as const;
export const daysOf = (search: ReportSearch): number => daySpans.find((one) => one.days === search.days)?.days ?? CONSENT_FILTER_DAYS;
