/** What the customer list keeps in the URL. `act`: what the open drawer does instead of editing: it approves, or says who pays. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const customerSearch = z.object({ ...listSearch, status: searchWord(['0', '1', '2']), act: searchWord(['approve', 'charged']) });

/** The company's own page; `id=edit`: its form is open; `id=statistics`: that of its statistics. */
export const companySearch = z.object({ ...pickerSearch, id: searchText });
export type CustomerSearch = z.infer<typeof customerSearch>;
