/** What the licences keep in the URL: how the list is narrowed, the form that is open (`id=new`), `for` which domain. */
import type { Licence } from '@luvalla/contract/billing/licences';
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
const STATES = ['notBegun', 'on', 'ended'] as const satisfies readonly Licence['state'][];

export const licenceSearch = z.object({ ...listSearch, ...pickerSearch, state: searchWord(STATES), for: searchText });
