/** What the list of senders keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const senderSearch = z.object({
	...listSearch,
	...pickerSearch,
	state: searchWord(['ready', 'not']),
	/** The campaign that a new one is made for. */
	campaign: searchText,
	/** The triggered send that a new one is made for. */
	triggered: searchText,
});
export type SenderSearch = z.infer<typeof senderSearch>;
