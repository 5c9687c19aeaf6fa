/** What the reports keep in the URL. */

import type { RateBy } from '@luvalla/contract/consent/rates';
import { CONSENT_FILTER_DAYS } from '@luvalla/contract/constants';
import * as z from 'zod';
import { listSearch, searchNumber, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/pickers.tsx';

export type RateGroup = z.infer<typeof RateBy>;

/** Tabs of the report; the first is the default. */
export const reportTabs = ['consent', 'rates'] as const;
/** What rates are told apart by; the first is the default. */
export const rateGroups = ['day', 'configuration', 'language', 'device', 'country'] as const satisfies readonly RateGroup[];

export const reportSearch = z.object({
	...listSearch,
	...pickerSearch,
	tab: searchWord(reportTabs),
	days: searchNumber,
	kind: searchWord(['all', 'some', 'none']),
	by: searchWord(rateGroups),
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

/** A rate needs more than a day of choices: its own default, and a span that was chosen on either tab holds for both. */
export const RATE_DAYS = 30;
export const rateDaysOf = (search: ReportSearch): number => daySpans.find((one) => one.days === search.days)?.days ?? RATE_DAYS;
