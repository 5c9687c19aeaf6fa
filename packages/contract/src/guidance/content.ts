/** Help texts (calls.md, "Help content"). */
import * as z from 'zod';
import { call } from '../call.ts';
import { HELP_CARDS_LIMIT } from '../constants.ts';

export const HelpType = z.enum(['featureHelp', 'tcfConfigHelp', 'welcomePage', 'registration', 'dashboardCardsV2']);

export const HelpItem = z.object({
	type: HelpType,
	title: z.string(),
	heading: z.string(),
	/** HTML made from the Markdown files of this repository; nothing anybody typed into the product enters it. */
	content: z.string(),
	accordion: z.array(z.object({ title: z.string(), accordionContent: z.string() })),
});

export const helpContent = call({
	method: 'GET',
	path: '/content',
	about: 'Help in the language of Accept-Language, by type and title.',
	query: z.object({
		type: HelpType,
		title: z.string().max(100).optional(),
		limit: z.coerce.number().int().min(1).max(50).default(HELP_CARDS_LIMIT),
	}),
	answer: z.array(HelpItem),
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
});
