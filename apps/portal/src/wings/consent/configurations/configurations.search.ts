/** The URL's search of the light configurator. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const configurationSearch = z.object({ ...listSearch, ...pickerSearch, status: searchWord(['0', '1']) });
export type ConfigurationSearch = z.infer<typeof configurationSearch>;
const panels = ['history', 'snippet'] as const;
export type EditorPanel = (typeof panels)[number];
/** What is open over an editor: Back closes it, unsaved edits stay. */
export const panelSearch = z.object({ panel: searchWord(panels) });
/** `domain` is the host name to begin with. */
export const editorSearch = z.object({
	...pickerSearch,
	tab: searchWord(['texts', 'categories', 'look', 'behaviour', 'mapping', 'json']),
	category: searchText,
	...panelSearch.shape,
});
