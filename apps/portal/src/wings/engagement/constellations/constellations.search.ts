/** What the page of constellations keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/picker-search.ts';

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const constellationSearch = z.object({ ...listSearch, ...pickerSearch, status: searchWord(['0', '1']) });
export type ConstellationSearch = z.infer<typeof constellationSearch>;
