/** What the page of uploads keeps in the URL. */
import * as z from 'zod';
import { searchText } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `file` is the stored file whose columns are mapped, `check` the dry run beside it, `run` the one that writes it. */
export const uploadSearch = z.object({ ...pickerSearch, file: searchText, check: searchText, run: searchText });
