/** What the role list keeps in the URL. */
import * as z from 'zod';
import { listSearch } from '#portal/lib/search.ts';

export const roleSearch = z.object(listSearch);
