/** What the role list keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchWord } from '#portal/lib/search.ts';

export const roleSearch = z.object({ ...listSearch, kind: searchWord(['own', 'builtIn']) });
export type RoleSearch = z.infer<typeof roleSearch>;
