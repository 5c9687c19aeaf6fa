/** What 'Consent management' keeps in the URL. */
import * as z from 'zod';
import { listSearch } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const purposeSearch = z.object({ ...listSearch, ...pickerSearch });
export type PurposeSearch = z.infer<typeof purposeSearch>;
