import { VOUCHER_KINDS } from '@luvalla/contract/billing/vouchers';
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';

/** What the vouchers keep in the URL. */
export const voucherSearch = z.object({ ...listSearch, status: searchWord(['0', '1', '2', '3']), kind: searchWord(VOUCHER_KINDS) });
export type VoucherSearch = z.infer<typeof voucherSearch>;
