/** What the screens about people keep in the URL; `id` is `new` while a drawer is open, `run` the erasure that is shown. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const peopleSearch = z.object({
	...listSearch,
	...pickerSearch,
	/** The consent view of the list; without it the list shows what is known of people. */
	show: searchWord(['consents']),
	purpose: searchText,
	answer: searchWord(['yes', 'no']),
	run: searchText,
});
export type PeopleSearch = z.infer<typeof peopleSearch>;

/** `answer`: `new` or a purpose, while one is written down; `open`: the drawer that is open, `facts`, `merge` or `api`; `see`: of what the history is. */
export const personSearch = z.object({
	...pickerSearch,
	answer: searchText,
	open: searchText,
	see: searchText,
});
export type PersonSearch = z.infer<typeof personSearch>;
