/** What the pages of triggered sends keep in the URL. */
import type { JourneyState } from '@luvalla/contract/engagement/journeys';
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** As the contract has them: every page knows this file, and none of them needs the contract's calls for it. */
const STATES = ['draft', 'running', 'stopping', 'stopped'] as const satisfies readonly JourneyState[];

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const triggeredSearch = z.object({ ...listSearch, ...pickerSearch, state: searchWord(STATES) });
export type TriggeredSearch = z.infer<typeof triggeredSearch>;

/** `edit`: the form stands open, with the `sender` that was made for it; `person`: who is looked for in it. */
export const journeySearch = z.object({ ...pickerSearch, edit: searchWord(['yes']), sender: searchText, person: searchText });
export type JourneySearch = z.infer<typeof journeySearch>;
