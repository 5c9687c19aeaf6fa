/** What the customer list keeps in the URL. `act`: the open drawer approves instead of editing. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const customerSearch = z.object({ ...listSearch, status: searchWord(['0', '1', '2']), act: searchWord(['approve']) });

/** The company's own page; `id=edit`: its form is open. */
export const companySearch = z.object({ ...pickerSearch, id: searchText });
export type CustomerSearch = z.infer<typeof customerSearch>;
