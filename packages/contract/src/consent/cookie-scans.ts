/**
 * Scans of a customer's sites (calls.md section 7, 'Cookie scan and repository', and the customer-scan calls of 'Customers'). A scan is a
 * run: it is started here, and cancelled as any run (`POST /manage/runs/{id}/cancel`); its id is the run's.
 */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CustomerId, HostName, Id } from '../fields.ts';
import type { Rate } from '../limits.ts';
import { RunState } from '../runs.ts';
import { ClassifiedCookie, CookieType } from './cookie-repository.ts';
import { admins, readers } from './drafts.ts';
import {
	SCAN_DEPTH,
	SCAN_PAGES,
	ScanChoice,
	ScanFinding,
	ScanFindingCode,
	ScanItem,
	ScanPage,
	ScanPass,
	ScanPress,
	ScanSentence,
} from './scans.ts';

/** The kind of run. Its unit is pages, of all passes; it counts `found`. */
export const SCAN_KIND = 'scan';

/** How often a site is scanned by itself. */
export const SCAN_EVERY = ['never', 'day', 'week', 'month'] as const;
export const ScanEvery = z.enum(SCAN_EVERY);
export type ScanEvery = z.infer<typeof ScanEvery>;

/** Sites of one customer's list; one more is 422 too_many_sites. */
export const MOST_SCAN_SITES = 500;
/** Cookies that each list of a scan's answer names; all of them are in its items. */
export const MOST_NAMED_COOKIES = 500;

/** How a site is scanned. */
const howFields = {
	/** Pages of each pass. */
	pages: z.int().min(1).max(SCAN_PAGES.most).default(SCAN_PAGES.usual),
	/** Links from the start page. */
	depth: z.int().min(0).max(SCAN_DEPTH.most).default(SCAN_DEPTH.usual),
	/** Pages that robots.txt closes are not visited. */
	robots: z.boolean().default(false),
};

/** A cookie as a pass left it. */
export const ScannedCookie = z.object({
	name: z.string(),
	domain: z.string(),
	type: CookieType,
	provider: z.string(),
});
export type ScannedCookie = z.infer<typeof ScannedCookie>;

export const CookieScan = z.object({
	id: Id,
	customerId: z.int(),
	/** Host that was scanned. */
	domain: z.string(),
	/** The customer's domain of that host; null: it is none of its domains. */
	domainId: Id.nullable(),
	url: z.string(),
	status: RunState,
	/** The site asks nobody: pass 1 alone. */
	nonCmp: z.boolean(),
	/** Nobody started it: it was time. */
	scheduled: z.boolean(),
	/** Lists that grow while it runs, by name. */
	beforeAcceptCookies: z.array(ScannedCookie),
	afterAcceptCookies: z.array(ScannedCookie),
	afterRejectCookies: z.array(ScannedCookie),
	counts: z.object({
		/** Cookies of each pass. */
		before: z.int(),
		accept: z.int(),
		reject: z.int(),
		/** Of them that came before consent, and stayed after a no, though they need consent. */
		early: z.int(),
		late: z.int(),
		/** Of all kinds: what the previous scan of the site did not have, and what it had and this one has not; 0 without a previous one. */
		fresh: z.int(),
		gone: z.int(),
		findings: z.int(),
		pages: z.int(),
	}),
	/** Null: not under way. */
	progress: z.object({ pass: ScanPass, page: z.string(), number: z.int(), of: z.int() }).nullable(),
	/** Why it failed. */
	problem: ScanSentence.nullable(),
	/** How the banner was answered; null: not yet, or nobody asked. */
	way: ScanPress.shape.way.nullable(),
	/** The last whole scan of the site before it. */
	previousId: Id.nullable(),
	createdAt: z.string(),
	startedAt: z.string().nullable(),
	endedAt: z.string().nullable(),
	can: z.object({ cancel: z.boolean(), draft: z.boolean() }),
});
export type CookieScan = z.infer<typeof CookieScan>;

/** What a tab of a scan holds. `new`: what the previous scan did not have. */
export const SCAN_GROUPS = ['cookies', 'storage', 'hosts', 'fingerprinting', 'new'] as const;
const Group = z.enum(SCAN_GROUPS);
export type ScanGroup = z.infer<typeof Group>;
/** Kinds of items that a group holds. */
export const GROUP_KINDS = {
	cookies: ['cookie'],
	storage: ['localStorage', 'sessionStorage', 'indexedDb', 'cacheStorage', 'serviceWorker'],
	hosts: ['request', 'beacon', 'frame', 'font'],
	fingerprinting: ['fingerprint'],
} as const satisfies Record<Exclude<ScanGroup, 'new'>, readonly ScanItem['kind'][]>;

export const CookieScanDetail = CookieScan.extend({
	pages: z.array(ScanPage),
	presses: z.array(ScanPress),
	/** Null: no banner was met. */
	choice: ScanChoice.nullable(),
	groups: z.record(Group, z.int()),
	/** What the previous scan had and this one has not; the first ones. */
	gone: z.array(ScanItem.pick({ kind: true, name: true, host: true })),
	/** Passes whose first page was pictured. */
	pictures: z.array(ScanPass),
	/** There is a network log. */
	har: z.boolean(),
});
export type CookieScanDetail = z.infer<typeof CookieScanDetail>;

/** An item of a scan, with what the repository says of it. */
export const ScannedItem = ScanItem.extend({
	/** Of cookies and keys; of a host by the list of known tags. */
	is: ClassifiedCookie.pick({ type: true, provider: true, confidence: true, ground: true, entryId: true, description: true, reason: true }),
	/** The previous scan did not have it; false without a previous one. */
	fresh: z.boolean(),
	/** What is wrong with it. */
	findings: z.array(ScanFindingCode),
});
export type ScannedItem = z.infer<typeof ScannedItem>;

export const NewScan = z.object({
	customerId: CustomerId,
	/** Absent: every site of the customer's list. */
	domain: HostName.optional(),
	...howFields,
});

export type NewScanBody = z.infer<typeof NewScan>;

/** Each opens many pages of somebody's site. */
const SCAN_RATE = { by: 'customer', count: 120, seconds: 3600, over: 'scan', kept: true } as const satisfies Rate;

const failure = 'error occured';
const starting = {
	method: 'POST',
	body: NewScan,
	answer: CookieScan.extend({
		/** Scans of the other sites, where all of the list were asked for. */
		others: z.array(z.object({ id: Id, domain: z.string() })),
	}),
	may: readers,
	on: 'customer',
	of: 'customer:body.customerId',
	failure,
	success: 'Scan started.',
	limits: [SCAN_RATE],
} as const;
const STARTED =
	'Answers at once; the lists grow while it runs. A site whose scan is under way already is answered with that one. Domain admins scan their own domains. 404 for a domain admin’s foreign host; 409 no_credits where its pages are paid and not covered; 422 no_scan_sites.';

export const scanCookies = call({
	...starting,
	path: '/manage/browserscan/cookie',
	about: `Scans a site in three passes, each in a fresh browser: untouched, after accepting, after rejecting; without \`domain\` all sites of the customer’s list. ${STARTED}`,
});

export const scanCookiesWithoutBanner = call({
	...starting,
	path: '/manage/browserscan/cookie/noncmp',
	about: `Scans a site that asks nobody: the untouched pass alone. ${STARTED}`,
});

export const scanHistory = call({
	method: 'GET',
	path: '/manage/browserscan/history',
	about: 'Scans of a customer, newest first; `domain` narrows to one host. Domain admins see those of their domains.',
	query: z.object({ ...listQuery, customerId: CustomerId, ...{ filter: filterQuery({ domain: HostName, status: RunState }) } }),
	answer: z.array(CookieScan),
	paged: true,
	may: readers,
	on: 'customer',
	of: 'customer:query.customerId',
	failure,
});

/** One scan of a customer's. */
const ofScan = {
	params: z.object({ id: CustomerId, scanId: Id }),
	may: readers,
	on: 'customer',
	of: 'customer:params.id',
	failure,
} as const;
const SCAN = '/manage/browserscan/customer/{id}/scan/{scanId}';

export const cookieScan = call({
	...ofScan,
	method: 'GET',
	path: SCAN,
	about: 'One scan as it stands: what it visited, how it answered the banner, what changed since the previous one.',
	answer: CookieScanDetail,
});

export const cookieScanItems = call({
	...ofScan,
	method: 'GET',
	path: `${SCAN}/items`,
	about: 'What a scan recorded, each with what the cookie repository says of it. Search by name and host. Sorted by name, host or kind.',
	query: z.object({ ...listQuery, filter: filterQuery({ group: Group, pass: ScanPass }) }),
	answer: z.array(ScannedItem),
	paged: true,
});

export const cookieScanFindings = call({
	...ofScan,
	method: 'GET',
	path: `${SCAN}/findings`,
	about:
		'What is wrong, the worst first: each names the page, the script with its line, who asked for that, and the line to change where it is known.',
	query: z.object({ ...listQuery, filter: filterQuery({ code: ScanFindingCode }) }),
	answer: z.array(ScanFinding),
	paged: true,
});

export const cookieScanHar = call({
	...ofScan,
	method: 'GET',
	path: `${SCAN}/har`,
	about: 'The network log of all passes in the form HAR 1.2, without bodies. Kept for 90 days.',
	answer: z.string(),
	file: 'application/json',
});

export const cookieScanPicture = call({
	...ofScan,
	method: 'GET',
	params: ofScan.params.extend({ pass: ScanPass }),
	path: `${SCAN}/picture/{pass}`,
	about: 'The start page as a pass left it. Kept for 90 days.',
	answer: z.string(),
	file: 'image/png',
});

/** What became of a scan as a draft. */
export const ScanDraft = z.object({
	configurationId: Id,
	folder: z.string(),
	title: z.string(),
	/** Categories that are asked about, and what of the scan stands in the draft. */
	categories: z.int(),
	cookies: z.int(),
	/** In no category before somebody says whether they are strictly necessary. */
	undecided: z.array(z.object({ name: z.string(), domain: z.string(), reason: z.string() })),
	/**
	 * In no category, since none has room: the configuration has all the categories that it may have and none for this (`categories`), its
	 * category has all the lines that it may have (`lines`), or no line can hold such a name (`name`).
	 */
	unplaced: z.array(
		z.object({
			name: z.string(),
			domain: z.string(),
			type: CookieType.exclude(['undecided']),
			why: z.enum(['categories', 'lines', 'name']),
		}),
	),
	/** Lines to mark on the site's pages. */
	fixes: z.array(ScanFinding.shape.fix.unwrap()),
});
export type ScanDraft = z.infer<typeof ScanDraft>;

export const draftFromScan = call({
	...ofScan,
	method: 'POST',
	path: `${SCAN}/draft`,
	about:
		'Makes a draft of a light configuration of a scan: its categories, and their cookies with provider and lifetime; nothing is published. Asked again, it adds to the same draft what that does not have yet; what was written there since stays as it is. 409 scan_not_done, no_domain where the host is none of the customer’s domains.',
	answer: ScanDraft,
	may: admins,
	success: 'Configuration added successfully.',
});

/** A site on the list of those that are scanned. */
export const ScanSite = z.object({
	id: Id,
	customerId: z.int(),
	domain: z.string(),
	domainId: Id.nullable(),
	every: ScanEvery,
	nonCmp: z.boolean(),
	pages: z.int(),
	depth: z.int(),
	robots: z.boolean(),
	addedAt: z.string(),
	/** When it is scanned by itself next; null: never. */
	nextAt: z.string().nullable(),
	/** Its newest scan. */
	last: CookieScan.pick({ id: true, status: true, createdAt: true, endedAt: true })
		.extend({ early: z.int(), findings: z.int() })
		.nullable(),
	can: z.object({ change: z.boolean(), delete: z.boolean() }),
});
export type ScanSite = z.infer<typeof ScanSite>;

const SiteHow = z.object({
	every: ScanEvery,
	nonCmp: z.boolean(),
	pages: howFields.pages.unwrap(),
	depth: howFields.depth.unwrap(),
	robots: z.boolean(),
});
const { every, nonCmp } = SiteHow.shape;

export const scanSites = call({
	method: 'GET',
	path: '/customer/{id}/getcustomerscan',
	about:
		'Sites of a customer that are scanned, by host. Domain admins see those of their domains. Search by host. Sorted by domain, addedAt, nextAt.',
	params: z.object({ id: CustomerId }),
	query: z.object(listQuery),
	answer: z.array(ScanSite),
	paged: true,
	may: readers,
	on: 'customer',
	of: 'customer:params.id',
	failure,
});

export const addScanSite = call({
	method: 'POST',
	path: '/customer/createcustomerscan',
	about: 'Adds a site to those that are scanned. 409 site_known; 422 too_many_sites; 404 for a domain admin’s foreign host.',
	body: z.object({ customerId: CustomerId, domain: HostName, every: every.default('never'), nonCmp: nonCmp.default(false), ...howFields }),
	answer: ScanSite,
	may: admins,
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'Failed to add the domain.',
	success: 'Domain added successfully.',
	invalid: 'Please enter valid domain details',
});

export const changeScanSite = call({
	method: 'PUT',
	path: '/customer/{id}/customerscan/{siteId}',
	about: 'Changes how a site is scanned and how often; what is not sent stays as it is.',
	params: z.object({ id: CustomerId, siteId: Id }),
	body: SiteHow.partial(),
	answer: ScanSite,
	may: admins,
	on: 'customer',
	of: 'customer:params.id',
	failure,
	success: 'Domain updated successfully.',
});

export const deleteScanSite = call({
	method: 'DELETE',
	path: '/customer/{id}/deletecustomerscandomain',
	about: 'Takes a site off the list. Its scans stay in the history.',
	params: z.object({ id: CustomerId }),
	query: z.object({ customerScanDomainId: Id }),
	answer: z.object({ deleted: z.boolean() }),
	may: admins,
	on: 'customer',
	of: 'customer:params.id',
	failure: 'Failed to remove the domain.',
	success: 'Domain removed successfully.',
});

/** A cookie or key that the newest whole scan of some site saw, with what the repository says of it. */
export const SeenOnSites = ScannedItem.pick({ kind: true, name: true, host: true, is: true }).extend({
	/** Sites of the customer on which it was seen, by name: the first ones, and how many there are. */
	sites: z.array(z.string()),
	seenOn: z.int(),
});
export type SeenOnSites = z.infer<typeof SeenOnSites>;
/** Sites that one of them names. */
export const MOST_NAMED_SITES = 20;

export const seenCookies = call({
	method: 'GET',
	path: '/manage/browserscan/cookierepo/customer/{id}/seen',
	about:
		'Cookies and keys that the newest whole scan of each site saw, the most widespread first, each with what the repository says of it and how sure that is. Search by name, host and provider; filter: type. Domain admins see those of their domains.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...listQuery, filter: filterQuery({ type: CookieType }) }),
	answer: z.array(SeenOnSites),
	paged: true,
	may: readers,
	on: 'customer',
	of: 'customer:params.id',
	failure,
});
