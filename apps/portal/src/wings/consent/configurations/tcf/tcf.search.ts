/** The URL's search of the TCF editor. */
import * as z from 'zod';
import { searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';
import { panelSearch } from '../configurations.search.ts';

const tcfTabs = ['texts', 'partners', 'purposes', 'restrictions', 'look', 'behaviour', 'mapping', 'json'] as const;
export type TcfTabName = (typeof tcfTabs)[number];

export const tcfEditorSearch = z.object({ ...pickerSearch, tab: searchWord(tcfTabs), ...panelSearch.shape });
