import * as z from 'zod';
import { searchText } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** What the costs keep in the URL: the chosen month, `2026-11`, the current one without it; `id=tariff`: the tariff's form is open. */
export const costSearch = z.object({ ...pickerSearch, month: searchText, id: searchText });
