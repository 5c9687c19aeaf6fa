/** What the pages of sign-up forms keep in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const formSearch = z.object({ ...listSearch, ...pickerSearch, status: searchWord(['0', '1']) });
export type FormSearch = z.infer<typeof formSearch>;

export const TABS = ['form', 'look', 'letters', 'limits', 'after'] as const;
export type Tab = (typeof TABS)[number];

/** `purpose`: that a new one asks for. */
export const formEditorSearch = z.object({ ...pickerSearch, tab: searchWord(TABS), purpose: searchText });
export type FormEditorSearch = z.infer<typeof formEditorSearch>;
