/** What the screens about people keep in the URL; `id` is `new` or `import` while a drawer is open, `run` the import that is shown. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/picker-search.ts';

export const peopleSearch = z.object({
	...listSearch,
	...pickerSearch,
	purpose: searchText,
	answer: searchWord(['yes', 'no']),
	run: searchText,
});
export type PeopleSearch = z.infer<typeof peopleSearch>;
export const personSearch = z.object({ ...pickerSearch, answer: searchText });
