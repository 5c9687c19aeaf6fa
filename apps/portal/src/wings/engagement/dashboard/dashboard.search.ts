/** What the pages of running campaigns keep in the URL. */
import type { DeliveryState } from '@luvalla/contract/engagement/deliveries';
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `id` names the campaign whose run is shown, `run` another one than the newest. */
export const dashboardSearch = z.object({
	...listSearch,
	...pickerSearch,
	status: searchWord(['1', '2', '3', '4']),
	run: searchText,
});
export type DashboardSearch = z.infer<typeof dashboardSearch>;

/** As the contract has them: every page knows this file, and none of them needs the contract's calls for it. */
const STATES = ['waiting', 'deferred', 'accepted', 'failed', 'skipped', 'unknown'] as const satisfies readonly DeliveryState[];
export const DID = ['opened', 'clicked', 'left', 'complained', 'arrived', 'bounced'] as const;

/** `after` is the place that a page begins behind: the way back is the browser's. */
export const deliveriesSearch = z.object({
	...pickerSearch,
	id: searchText,
	run: searchText,
	q: searchText,
	state: searchWord(STATES),
	reason: searchText,
	did: searchWord(DID),
	after: searchText,
});
export type DeliveriesSearch = z.infer<typeof deliveriesSearch>;

export const deliverySearch = z.object({ ...pickerSearch, id: searchText, delivery: searchText });
