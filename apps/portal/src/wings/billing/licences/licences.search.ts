/** What the licences keep in the URL: how the list is narrowed, the form that is open (`id=new`), `for` which domain. */
import { LICENCE_STATES } from '@luvalla/contract/billing/licences';
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const licenceSearch = z.object({ ...listSearch, ...pickerSearch, state: searchWord(LICENCE_STATES), for: searchText });
export type LicenceSearch = z.infer<typeof licenceSearch>;
