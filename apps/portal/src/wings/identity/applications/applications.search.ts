/** What the application list keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const applicationSearch = z.object({ ...listSearch, ...pickerSearch, type: searchWord(['0', '1', '2']) });
export type ApplicationSearch = z.infer<typeof applicationSearch>;
