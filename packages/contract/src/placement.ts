/** How a message of the web channel stands on a customer's own pages: its shape, where it may stand, and how often. */
import * as z from 'zod';
import { line } from './fields.ts';

export const SHAPES = ['corner', 'bar', 'dialog'] as const;
export type PlacedShape = (typeof SHAPES)[number];

/** Patterns of one list. */
export const MOST_PAGES = 20;
export const NOT_A_PATH = 'Use a path that starts with /, where * stands for anything';

/** A path of the site: `/lamps/*`; `*` stands for anything, also nothing. */
const PathPattern = line(200).regex(/^\/[^\s?#\\]*$/, { error: NOT_A_PATH });
const patterns = z.array(PathPattern).max(MOST_PAGES).default([]);

export const Placement = z.strictObject({
	shape: z.enum(SHAPES),
	/** Paths on which it may stand; empty: on any. */
	pages: patterns,
	/** Paths on which it never does. */
	notPages: patterns,
	/** Whichever comes first; neither: as soon as the page is there. */
	afterPercent: z.int().min(1).max(100).nullable().default(null),
	afterSeconds: z.int().min(1).max(3600).nullable().default(null),
	/** Of one browser. It never comes again once it was closed or followed. */
	perDay: z.int().min(1).max(24).default(1),
	inAll: z.int().min(1).max(100).default(3),
	/** Days for which it waits to be seen. */
	days: z.int().min(1).max(365).default(30),
});
export type Placement = z.infer<typeof Placement>;

/** A message as the page draws it. */
export const SiteMessage = z.object({
	/** Names it to the server, and opens nothing. */
	id: z.string(),
	language: z.string(),
	title: z.string(),
	/** Plain text; empty where nothing is written. */
	body: z.string(),
	link: z.object({ to: z.string(), label: z.string() }).nullable(),
	image: z.string().nullable(),
	/** What the picture shows. */
	alt: z.string(),
	/** It rests on the reader's choices, which say why it is seen and lead out of it; false: it is one of duty. */
	why: z.boolean(),
	placement: Placement,
});
export type SiteMessage = z.infer<typeof SiteMessage>;
