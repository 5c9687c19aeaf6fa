import type { VoucherKind } from '@luvalla/contract/billing/vouchers';
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
const KINDS = ['credits', 'licence'] as const satisfies readonly VoucherKind[];

/** What the vouchers keep in the URL. */
export const voucherSearch = z.object({ ...listSearch, status: searchWord(['0', '1', '2', '3']), kind: searchWord(KINDS) });
