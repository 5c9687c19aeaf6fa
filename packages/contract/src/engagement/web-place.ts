/** Where a message in the browser appears, and how often: pushed, or drawn on the customer's pages. */
import * as z from 'zod';
import { line } from '../fields.ts';

/** `push`: shown by the browser, wherever its owner is. The others are drawn on the site. */
export const WEB_SHAPES = ['corner', 'bar', 'dialog', 'push'] as const;
export type WebShape = (typeof WEB_SHAPES)[number];

/** Patterns of pages of one kind. */
export const MOST_PATTERNS = 20;
export const NOT_A_PATTERN = 'Use a path such as /lamps/* or a host and a path';
/** A path, or a host and a path; `*` stands for anything. */
const Pattern = line(200).regex(/^(?:[a-z0-9.*-]+(?::\d+)?)?\/\S*$/i, { error: NOT_A_PATTERN });

export const WebPlace = z.object({
	shape: z.enum(WEB_SHAPES).default('corner'),
	/** Pages that it appears on; empty: all. */
	pages: z.array(Pattern).max(MOST_PATTERNS).default([]),
	/** Pages that it never appears on. */
	except: z.array(Pattern).max(MOST_PATTERNS).default([]),
	/** Once so much of the page was scrolled to (percent), or so many seconds have passed, whichever comes first; both null: at once. */
	percent: z.int().min(1).max(100).nullable().default(null),
	seconds: z.int().min(1).max(3600).nullable().default(null),
	/** No more than once a day. */
	daily: z.boolean().default(true),
	/** No more than so often in all. */
	times: z.int().min(1).max(100).default(3),
});
export type WebPlace = z.infer<typeof WebPlace>;

/** What holds where nothing is said. */
export const USUAL_PLACE: WebPlace = WebPlace.parse({});

/** A place as a control of a content carries it: JSON. Null: it is none. */
export const placeIn = (control: string | undefined): WebPlace | null => {
	if (control === undefined || control === '') return USUAL_PLACE;
	try {
		return WebPlace.safeParse(JSON.parse(control)).data ?? null;
	} catch {
		return null;
	}
};
