/** What a scan of a website is told, what it records and what it finds; shapes alone. */
import * as z from 'zod';

/** What people read, in both languages of the portal. */
export const ScanSentence = z.object({ en: z.string(), fi: z.string() });

/** A pass is a visit with a fresh profile: untouched, after accepting, after rejecting. */
export const ScanPass = z.enum(['before', 'accept', 'reject']);
export type ScanPass = z.infer<typeof ScanPass>;

/** Pages of one pass, and links that may be followed from the first one. */
export const SCAN_PAGES = { usual: 10, most: 200 } as const;
export const SCAN_DEPTH = { usual: 2, most: 10 } as const;

export const ScanOrder = z.object({
	url: z.url({ protocol: /^https?$/ }),
	pages: z.int().min(1).max(SCAN_PAGES.most).default(SCAN_PAGES.usual),
	depth: z.int().min(0).max(SCAN_DEPTH.most).default(SCAN_DEPTH.usual),
	/** Pass 1 alone: the site asks nobody. */
	nonCmp: z.boolean().default(false),
	/** Pages that robots.txt closes are not visited. */
	robots: z.boolean().default(false),
	/** Names of cookies and keys, or hosts, that need no consent; `*` stands for anything. */
	necessary: z.array(z.string().min(1).max(200)).max(500).default([]),
});
export type ScanOrder = z.infer<typeof ScanOrder>;

export const ScanItemKind = z.enum([
	'cookie',
	'localStorage',
	'sessionStorage',
	'indexedDb',
	'cacheStorage',
	'serviceWorker',
	'request',
	'beacon',
	'fingerprint',
	'frame',
	'font',
]);
export type ScanItemKind = z.infer<typeof ScanItemKind>;

/** A place in a script; lines and columns count from 1, and are null where only the address is known. */
export const ScanPlace = z.object({ url: z.string(), line: z.int().nullable(), column: z.int().nullable() });
export type ScanPlace = z.infer<typeof ScanPlace>;

/** Who did it: a response's header, or a script; `chain` is who asked for that, the nearest first, up to the page. */
export const ScanSource = ScanPlace.extend({ by: z.enum(['response', 'script']), chain: z.array(ScanPlace) });
export type ScanSource = z.infer<typeof ScanSource>;

/** The page on which it was first seen in a pass; `isNew`: only after the answer (always so in pass 1). */
export const ScanSeen = z.object({ page: z.string(), isNew: z.boolean(), times: z.int(), source: ScanSource.nullable() });
export type ScanSeen = z.infer<typeof ScanSeen>;

export const ScanCookie = z.object({
	path: z.string(),
	httpOnly: z.boolean(),
	secure: z.boolean(),
	/** As the browser took it. */
	sameSite: z.enum(['Strict', 'Lax', 'None']),
	/** As it was asked for, which may be more than the browser grants (400 days); null: until the browser is closed. */
	lifetimeSeconds: z.int().nullable(),
});
export type ScanCookie = z.infer<typeof ScanCookie>;

export const ScanItem = z.object({
	kind: ScanItemKind,
	/** Of a cookie, key, database or call; of requests the host, of a frame, font, beacon or service worker its address. */
	name: z.string(),
	/** A cookie's domain, else the host of who keeps or is asked. */
	host: z.string(),
	party: z.enum(['first', 'third']),
	/** Name and value together; null where there is nothing to measure. */
	bytes: z.int().nullable(),
	cookie: ScanCookie.nullable(),
	seen: z.object({ before: ScanSeen.nullable(), accept: ScanSeen.nullable(), reject: ScanSeen.nullable() }),
});
export type ScanItem = z.infer<typeof ScanItem>;

export const ScanProblemCode = z.enum([
	'refused',
	'unreachable',
	'certificate',
	'redirects',
	'status',
	'download',
	'too-large',
	'too-slow',
	'page-crashed',
	'browser-ended',
]);
export type ScanProblemCode = z.infer<typeof ScanProblemCode>;

export const ScanProblem = z.object({ code: ScanProblemCode, sentence: ScanSentence });
export type ScanProblem = z.infer<typeof ScanProblem>;

export const ScanPage = z.object({
	pass: ScanPass,
	url: z.string(),
	/** Links from the first page. */
	depth: z.int(),
	status: z.int().nullable(),
	tookMs: z.int(),
	/** Whether somebody was asked there; null where nobody looked. */
	banner: z.boolean().nullable(),
	problem: ScanProblem.nullable(),
});
export type ScanPage = z.infer<typeof ScanPage>;

/** How an answer was given: our own banner, one of the TCF, by the words on buttons; `none`: nothing was found to press. */
export const ScanPress = z.object({
	pass: ScanPass,
	way: z.enum(['luvalla', 'tcf', 'buttons', 'none']),
	page: z.string().nullable(),
	/** Words of the buttons, in their order. */
	labels: z.array(z.string()),
	/** Whether the choice was taken: said by the banner, or its button went away; null: nothing was pressed. */
	taken: z.boolean().nullable(),
});
export type ScanPress = z.infer<typeof ScanPress>;

export const ScanFindingCode = z.enum([
	'before-consent',
	'after-reject',
	'unknown-cookie',
	'long-lifetime',
	'not-secure',
	'banner-missing',
	'not-answered',
	'unfair-choice',
	'page-failed',
	'too-many',
]);
export type ScanFindingCode = z.infer<typeof ScanFindingCode>;

/** A lifetime beyond this is found to be too long: 13 months. */
export const LONG_LIFETIME_DAYS = 396;

/** The line of a page that lets something in, and as it should stand. */
/** A tag within a tag manager's container: its number there, and its kind as the container has it, such as `html` or `googtag`. */
export const ScanContainerTag = z.object({ id: z.int(), kind: z.string() });
export type ScanContainerTag = z.infer<typeof ScanContainerTag>;

export const ScanFix = z.object({
	page: z.string(),
	/** From 1. */
	line: z.int(),
	before: z.string(),
	after: z.string(),
	/** The category that it would wait for. */
	category: z.string(),
	/** Container of a tag manager that the line loads, such as GTM-1A2B3C: its own tag may be set to wait there instead; null: none. */
	container: z.string().nullable(),
	/** The container's tag that lets it in; null: none can be told. Names of tags are not published with a container. */
	tag: ScanContainerTag.nullable().default(null),
});
export type ScanFix = z.infer<typeof ScanFix>;

export const ScanFinding = z.object({
	code: ScanFindingCode,
	sentence: ScanSentence,
	pass: ScanPass.nullable(),
	page: z.string().nullable(),
	/** What it is about, where it is about an item. */
	item: ScanItem.pick({ kind: true, name: true, host: true }).nullable(),
	source: ScanSource.nullable(),
	/** Null: no line of a page is known to do it. */
	fix: ScanFix.nullable(),
});
export type ScanFinding = z.infer<typeof ScanFinding>;

/** A point of the fair-choice meter that publications of ours have to pass, on a site's own banner. */
export const ScanChoicePoint = z.object({
	code: z.string(),
	ok: z.boolean(),
	/** Refusing / accepting. */
	measured: z.string(),
	/** What the point demands. */
	sentence: ScanSentence,
});
export type ScanChoicePoint = z.infer<typeof ScanChoicePoint>;

/** How fair the choice of a site's banner is, whoever made it. */
export const ScanChoice = z.object({ page: z.string(), points: z.array(ScanChoicePoint) });
export type ScanChoice = z.infer<typeof ScanChoice>;

export const ScanReport = z.object({
	order: ScanOrder,
	/** The registrable domain, or the host where there is none. */
	site: z.string(),
	startedAt: z.iso.datetime(),
	endedAt: z.iso.datetime(),
	pages: z.array(ScanPage),
	presses: z.array(ScanPress),
	/** Null: no banner was met, or nothing measured it. */
	choice: ScanChoice.nullable(),
	items: z.array(ScanItem),
	findings: z.array(ScanFinding),
});
export type ScanReport = z.infer<typeof ScanReport>;
