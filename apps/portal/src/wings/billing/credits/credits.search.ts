/** What credits and payments keep in the URL: how the ledger is narrowed, its unfolded row, the refund (`id`) or all invoices (`show`). */
import * as z from 'zod';
import { listSearch, searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const creditSearch = z.object({
	...listSearch,
	...pickerSearch,
	/** One of `CREDIT_KINDS`, which the ledger knows: the list of screens reads this, and what it imports comes with the first page. */
	kind: searchText,
	/** Also what was reserved and given back: without it a run is one line. */
	reservations: searchWord(['with']),
	/** Number of the row that is unfolded. */
	row: searchNumber,
	show: searchWord(['invoices']),
	/** Of the invoices that are shown: page and number looked for. */
	ipage: searchNumber,
	iq: searchText,
});
export type CreditSearch = z.infer<typeof creditSearch>;
