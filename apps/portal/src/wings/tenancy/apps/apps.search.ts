/** What the two lists of apps keep in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

// Written out: the list of screens reads these, and what they import comes with the first page.
export const STATUSES = ['1', '0'] as const;
export const KINDS = ['privacy-centre', 'preference-page', 'login-component'] as const;

export const customerDomainAppSearch = z.object({ ...listSearch, ...pickerSearch, status: searchWord(STATUSES) });
export const firstPartyAppSearch = customerDomainAppSearch.extend({ kind: searchWord(KINDS) });
