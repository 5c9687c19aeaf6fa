import * as z from 'zod';
import { listSearch } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** What the redeemed vouchers keep in the URL. */
export const redemptionSearch = z.object({ ...listSearch, ...pickerSearch });
