/** What the pages of contents keep in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const contentSearch = z.object({
	...listSearch,
	...pickerSearch,
	status: searchWord(['0', '5']),
	channel: searchWord(['0', '1', '2', '3', '4', '5', '6']),
});
export type ContentSearch = z.infer<typeof contentSearch>;

/** The language that is written, whom the preview is for, whom a text message is priced for, and the campaign that it is written for. */
export const editorSearch = z.object({
	...pickerSearch,
	language: searchText,
	as: searchText,
	audience: searchText,
	campaign: searchText,
});
