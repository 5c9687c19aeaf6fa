/** What credits and payments keep in the URL: how the ledger is narrowed, its unfolded row, the refund (`id`) or all invoices (`show`). */
import { CREDIT_KINDS } from '@luvalla/contract/billing/credits';
import * as z from 'zod';
import { listSearch, searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const creditSearch = z.object({
	...listSearch,
	...pickerSearch,
	kind: searchWord(CREDIT_KINDS),
	/** Number of the row that is unfolded. */
	row: searchNumber,
	show: searchWord(['invoices']),
	/** Of the invoices that are shown: page and number looked for. */
	ipage: searchNumber,
	iq: searchText,
});
export type CreditSearch = z.infer<typeof creditSearch>;
