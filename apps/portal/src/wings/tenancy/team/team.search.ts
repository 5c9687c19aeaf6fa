/** What the account page keeps in the URL: its open drawer, and whom one looks for. */
import * as z from 'zod';
import { searchText } from '#portal/lib/search.ts';

export const teamSearch = z.object({ id: searchText, q: searchText });
