/** What the user list keeps in the URL. `id` is the user name: that is how the calls name a user. */
import * as z from 'zod';
import { listSearch, searchText } from '#portal/lib/search.ts';

export const userSearch = z.object({ ...listSearch, role: searchText });
export type UserSearch = z.infer<typeof userSearch>;
