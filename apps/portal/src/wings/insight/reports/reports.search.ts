/** What the reports keep in the URL. */

import type { RateBy } from '@luvalla/contract/consent/rates';
import { CONSENT_FILTER_DAYS } from '@luvalla/contract/constants';
import * as z from 'zod';
import { listSearch, searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { spanSearch } from '#portal/lib/spans.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** Tabs of the reports, as they stand side by side. */
export const reportTabs = ['profiles', 'consent', 'rates', 'ledger', 'events', 'channels', 'costs', 'consumers'] as const;
export type ReportTab = (typeof reportTabs)[number];
export const DEFAULT_TAB: ReportTab = 'consent';
/** What rates are told apart by; the first is the default. */
export const rateGroups = ['day', 'configuration', 'language', 'device', 'country'] as const satisfies readonly z.infer<typeof RateBy>[];
export type RateGroup = (typeof rateGroups)[number];

/** As the call takes them. */
const searchDays = z.coerce.number().int().min(1).max(3650).optional().catch(undefined);

export const reportSearch = z.object({
	...listSearch,
	...pickerSearch,
	tab: searchWord(reportTabs),
	/** Days back from now; from and to win over it. */
	days: searchDays,
	...spanSearch,
	/** A moment within the step of the chart whose rows are listed. */
	at: z.iso.datetime().optional().catch(undefined),
	kind: searchWord(['all', 'some', 'none', 'answer']),
	by: searchWord(rateGroups),
	/** Of costs: YYYY-MM. */
	month: searchText,
	/** Whose events are listed. */
	email: searchText,
	/** The schedule that is open, or `list`. */
	mail: searchText,
});
export type ReportSearch = z.infer<typeof reportSearch>;

export const recordSearch = z.object({ customer: searchNumber });

/** The span of the consent report while none is chosen: so many days back from now. A dashboard's link brings its own. */
export const daysOf = (search: ReportSearch): number => search.days ?? CONSENT_FILTER_DAYS;

/** A rate, and what moves slowly, needs more than a day: their own default. */
const LONG_DAYS = 30;
export const rateDaysOf = (search: ReportSearch): number => search.days ?? LONG_DAYS;
