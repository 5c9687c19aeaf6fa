/** What the pages of campaigns keep in the URL. */
import type { ProofGroup } from '@luvalla/contract/engagement/campaign-proof';
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** `customer` and `domain` are ADMIN's: everybody else has the header's selectors. */
export const campaignSearch = z.object({
	...listSearch,
	...pickerSearch,
	status: searchWord(['0', '1', '2', '3', '4']),
	/** What was made for the campaign that is open, and stands in its form: an audience; a constellation, and its channel's code; a sender. */
	audience: searchText,
	constellation: searchText,
	channel: searchWord(['0', '1', '2', '3', '4', '5', '6']),
	sender: searchText,
});
/** The form without what was brought to it. */
export const NOTHING_BROUGHT = { audience: undefined, constellation: undefined, channel: undefined, sender: undefined } as const;
export type CampaignSearch = z.infer<typeof campaignSearch>;

/** As the contract has them: every page knows this file, and none of them needs the contract's calls for it. */
const GROUPS = ['usual', 'longest', 'abroad', 'missing'] as const satisfies readonly ProofGroup[];

/** `group`: whose pages; `at`: the how manieth of them. */
export const proofSearch = z.object({ ...pickerSearch, id: searchText, group: searchWord(GROUPS), at: searchText });
export type ProofSearch = z.infer<typeof proofSearch>;
export const beforeSearch = z.object({ ...pickerSearch, id: searchText });
