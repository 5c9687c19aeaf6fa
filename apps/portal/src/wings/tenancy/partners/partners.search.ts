/** What the partner list keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';

const partnerTabs = ['details', 'users', 'customers'] as const;

export const partnerSearch = z.object({ ...listSearch, active: searchWord(['true', 'false']), tab: searchWord(partnerTabs) });
export type PartnerSearch = z.infer<typeof partnerSearch>;
