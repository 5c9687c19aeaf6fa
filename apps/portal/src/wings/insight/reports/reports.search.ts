/** What the reports keep in the URL. */

import type { RateBy } from '@luvalla/contract/consent/rates';
import { CONSENT_FILTER_DAYS } from '@luvalla/contract/constants';
import * as z from 'zod';
import { listSearch, searchNumber, searchWord } from '#portal/lib/search.ts';
import { spanSearch } from '#portal/lib/spans.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** Tabs of the report; the first is the default. */
export const reportTabs = ['consent', 'rates'] as const;
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
	kind: searchWord(['all', 'some', 'none', 'answer']),
	by: searchWord(rateGroups),
});
export type ReportSearch = z.infer<typeof reportSearch>;

export const recordSearch = z.object({ customer: searchNumber });

/** The span of the consent report while none is chosen: so many days back from now. A dashboard's link brings its own. */
export const daysOf = (search: ReportSearch): number => search.days ?? CONSENT_FILTER_DAYS;

/** A rate needs more than a day of choices: its own default. */
const RATE_DAYS = 30;
export const rateDaysOf = (search: ReportSearch): number => search.days ?? RATE_DAYS;
