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

/** Hits that one answer has at most. */
export const MOST_HELP_FOUND = 20;

/** A text in pieces; `hit` are those that were looked for. */
const Marked = z.array(z.object({ text: z.string(), hit: z.boolean() }));

export const HelpHit = z.object({
	type: HelpType,
	/** The page of help, as `GET /content` takes it. */
	title: z.string(),
	/** The page's heading. */
	heading: z.string(),
	/** The accordion entry in which it stands; null: above all of them. */
	section: z.string().nullable(),
	/** The entry's title, with the page's heading where many pages have such an entry; or the page's heading. */
	name: Marked,
	/** What stands around the first of the words. */
	excerpt: Marked,
});
export type HelpHit = z.infer<typeof HelpHit>;

export const searchHelp = call({
	method: 'GET',
	path: '/content/search',
	about: `Looks through all help of pages and of the TCF configurator, in the language of Accept-Language: parts in which every word stands (its beginning, or another form of it), titles before texts, ${MOST_HELP_FOUND} at most.`,
	query: z.object({ q: z.string().trim().min(2).max(100).describe('What is looked for.') }),
	answer: z.object({
		hits: z.array(HelpHit),
		/** Pages in which it was found, of all that were looked through. */
		found: z.int(),
		pages: z.int(),
	}),
	may: ['anyone'],
	on: 'public',
	limits: [{ by: 'address', count: 240, seconds: 60 }],
	failure: 'error occured',
});
