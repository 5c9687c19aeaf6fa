/** What the ledger's page keeps in the URL. */
import * as z from 'zod';
import { listSearch } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const ledgerSearch = z.object({ ...listSearch, ...pickerSearch });
