/** What the list of senders keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const senderSearch = z.object({ ...listSearch, ...pickerSearch, state: searchWord(['ready', 'not']) });
export type SenderSearch = z.infer<typeof senderSearch>;
