/** Consent rates (consent-rate.ts) with intervals, and tests of two publications against each other. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, Id } from '../fields.ts';
import { HEAVY_OF_DOMAINS } from '../limits.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const readers = [...admins, 'machine'] as const;

/** A share with its 95 % Wilson interval, 0 to 1; all null when nobody answered. */
export const Share = z.object({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() });
export type Share = z.infer<typeof Share>;

export const RateBy = z.enum(['day', 'configuration', 'domain', 'language', 'device', 'country']);

export const Rate = z.object({
	/** A date, a published folder, a domain's id, a language or country code, a device class; '' where it is not known. */
	key: z.string(),
	/** For a configuration its title and version, for a domain its host. */
	label: z.string(),
	/** Times a banner was shown; 0 before impressions were counted. */
	shown: z.int(),
	choices: z.int(),
	all: z.int(),
	some: z.int(),
	none: z.int(),
	/** The consent rate: choices with at least one yes, of all choices. */
	rate: Share,
});
export type Rate = z.infer<typeof Rate>;

export const consentRates = call({
	method: 'GET',
	path: '/audit/domain/consentrates',
	about:
		'Choices made in banners in a span by day (UTC), publication, domain, language, device or country, each with its consent rate (choices with at least one yes, of all) and its 95 % interval.',
	query: z.object({
		by: RateBy,
		days: z.coerce.number().int().min(1).max(3650).default(30),
		from: At.optional(),
		to: At.optional(),
	}),
	answer: z.array(Rate),
	may: readers,
	...HEAVY_OF_DOMAINS,
	retryOn403: true,
});

/** Domains of one page of a list. */
export const MOST_DOMAINS_RATED = 100;

export const domainRates = call({
	method: 'GET',
	path: '/admin/domainrates',
	about:
		'The consent rate of each of these domains over the last days, whosever they are, for the list of all domains; one where nobody chose is left out.',
	query: z.object({
		domainId: z
			.union([Id, z.array(Id).min(1).max(MOST_DOMAINS_RATED)])
			.transform((given) => [given].flat())
			.describe('Once for each domain.'),
		days: z.coerce.number().int().min(1).max(90).default(30),
	}),
	answer: z.array(Rate),
	may: ['admin'],
	on: 'platform',
	// counted for one customer after the other, each in its own turn
	limits: [{ by: 'asker', count: 60, seconds: 60 }],
	failure: 'error occured',
});

const Arm = Rate.omit({ key: true }).extend({ folder: z.string(), version: z.int() });

export const BannerTest = z.object({
	id: Id,
	domainId: Id,
	domain: z.string(),
	startedAt: z.string(),
	startedBy: z.string(),
	endedAt: z.string().nullable(),
	/** Folder that stayed live when it ended. */
	kept: z.string().nullable(),
	/** Share of new visitors who see the second one. */
	share: z.number(),
	/** The smallest difference, in percentage points, that it is meant to find. */
	detect: z.number(),
	/** Choices each arm needs for that, with 80 % power at 5 % significance; stated at the start. */
	sample: z.int(),
	first: Arm,
	second: Arm,
	/** The second’s consent rate minus the first’s, with its 95 % interval; null while an arm has no choice. */
	difference: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
	/** `early` until both arms have the stated sample; then what the interval says. */
	verdict: z.enum(['early', 'none', 'first', 'second']),
});
export type BannerTest = z.infer<typeof BannerTest>;

export const bannerTests = call({
	method: 'GET',
	path: '/cmpconfigurator/test',
	about: 'Tests of two publications, the running one first. With DOMAIN_KEY of one domain, else of all the asker may see.',
	answer: z.array(BannerTest),
	may: readers,
	...HEAVY_OF_DOMAINS,
});

/** Of calls by which a test begins and ends: either is a publication. */
const ofTests = {
	answer: BannerTest,
	may: admins,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
	success: 'Configuration published successfully.',
} as const;

export const startBannerTest = call({
	method: 'POST',
	path: '/cmpconfigurator/published/{folder}/test',
	about:
		'Shows this publication to a share of the visitors of its domain who have not chosen yet; the live one to the others. Nothing is stored about them before they choose. 409 already_live, test_running, customer_not_onboarded, customer_on_hold, domain_unproven.',
	params: z.object({ folder: z.string().max(80) }),
	body: z.object({ share: z.number().min(0.05).max(0.95).default(0.5), detect: z.number().min(1).max(30).default(5) }),
	...ofTests,
});

export const endBannerTest = call({
	method: 'DELETE',
	path: '/cmpconfigurator/published/{folder}/test',
	about:
		'Ends the running test of the domain; this publication, one of its two, is what everybody sees from now on. 409 no_test, domain_unproven.',
	params: z.object({ folder: z.string().max(80) }),
	...ofTests,
});
