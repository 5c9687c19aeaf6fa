/** What credits and payments keep in the URL: how the ledger is narrowed, its unfolded row, the refund (`id`) or all invoices (`show`). */
import type { CreditKind } from '@luvalla/contract/billing/credits';
import * as z from 'zod';
import { listSearch, searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
const KINDS = [
	'purchase',
	'invoice',
	'refund',
	'refund_failed',
	'voucher',
	'sending',
	'scans',
	'stored',
	'reserved',
	'released',
] as const satisfies readonly CreditKind[];

export const creditSearch = z.object({
	...listSearch,
	...pickerSearch,
	kind: searchWord(KINDS),
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
