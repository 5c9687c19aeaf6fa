/** What the two domain lists keep in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/pickers.tsx';

export const domainSearch = z.object({ ...listSearch, ...pickerSearch, banner: searchWord(['published', 'none']) });
export type DomainSearch = z.infer<typeof domainSearch>;
