/** What the list of domain properties keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads this, and what it imports comes with the first page.
export const CHANGES = ['added', 'changed', 'deleted', 'none'] as const;

export const propertySearch = z.object({ ...listSearch, ...pickerSearch, change: searchWord(CHANGES) });
