/** What the two pages about hosts keep in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** Beside the domains with a live banner, which stand first. */
export const domainCountsSearch = z.object({ ...listSearch, ...pickerSearch, show: searchWord(['hosts']) });
export type DomainCountsSearch = z.output<typeof domainCountsSearch>;

/** Beside the validated ones, which stand first. */
export const certCheckSearch = z.object({ ...listSearch, ...pickerSearch, show: searchWord(['renewed', 'checked']) });
export type CertCheckSearch = z.output<typeof certCheckSearch>;
