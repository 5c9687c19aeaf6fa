/** What the account page keeps in the URL: its open drawer, one tab so far. */
import * as z from 'zod';
import { searchText, searchWord } from '#portal/lib/search.ts';

export const teamSearch = z.object({ tab: searchWord(['team']), id: searchText });
