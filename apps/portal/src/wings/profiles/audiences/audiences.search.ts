/** What the pages of audiences keep in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const audienceSearch = z.object({ ...listSearch, ...pickerSearch, status: searchWord(['0', '5']) });
export type AudienceSearch = z.infer<typeof audienceSearch>;

/** `segment`: a new one begins with it. `campaign`: the one that it is made for. */
export const builderSearch = z.object({ ...pickerSearch, segment: searchText, campaign: searchText });
