/** What the customer list keeps in the URL. `act`: the open drawer approves instead of editing. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';

export const customerSearch = z.object({ ...listSearch, status: searchWord(['0', '1', '2']), act: searchWord(['approve']) });
export type CustomerSearch = z.infer<typeof customerSearch>;
