/** Domains: calls.md section 7, "Domains and properties" (the part of the First consent issue). */
import * as z from 'zod';
import { call, fileQuery, filterQuery, listQuery } from '../call.ts';
import { CustomerId, HostName, Id, isPlain, line, NOT_PLAIN } from '../fields.ts';

/** How a kept header value begins when it is shown: it is a secret, and what is sent back like this stays as it was. */
export const MASKED = '••••••••';

/** Headers that say where a request goes and where it ends: a second opinion on that is a second request. */
const FRAMING = /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i;

export const ConsentChangeWebHook = z.object({
	url: z.union([z.literal(''), z.url({ protocol: /^https$/, error: 'Use an address that starts with https://' })]),
	headerValues: z
		.array(
			z.object({
				header: z
					.string()
					.regex(/^[A-Za-z0-9-]{1,100}$/, { error: 'Use letters, digits and hyphens' })
					.refine((name) => !FRAMING.test(name), { error: 'The connection itself sets this header' }),
				value: line(2000).pipe(z.string().min(1, { error: 'Enter a value' })),
			}),
		)
		.max(20),
});

/** Signs that a header can carry (RFC 9110, 5.5: ASCII, and Latin 1 as it was). */
const CARRIED = /^[\x20-\x7e\xa0-\xff]*$/;

/** A webhook as somebody names it: what could never be sent is refused. What is stored is shown as it is. */
export const NewWebHook = z.object({
	url: z.union([
		z.literal(''),
		ConsentChangeWebHook.shape.url.options[1]
			.refine(isPlain, { error: NOT_PLAIN })
			.refine((url) => /^https:\/\/[^/?#\\]/i.test(url), { error: 'Name a host after https://' })
			.refine((url) => !/^[^/]*\/\/[^/?#\\]*@/.test(url), {
				error: 'Leave out the user name and password: a header can carry them',
			}),
	]),
	headerValues: z
		.array(
			ConsentChangeWebHook.shape.headerValues.element.extend({
				value: ConsentChangeWebHook.shape.headerValues.element.shape.value.refine(
					(value) => CARRIED.test(value) || value.startsWith(MASKED),
					{ error: 'Use characters that a header can carry: no € and no emoji, for example' },
				),
			}),
		)
		.max(20),
});

/** What shows whose a host is: the snippet on its page, a DNS record, a platform admin's word; names of this machine (`*.localhost`) need none. */
export const PROOFS = ['snippet', 'dns', 'admin', 'local'] as const;
export const DomainProof = z.object({ by: z.enum(PROOFS), at: z.string() });
export type DomainProof = z.infer<typeof DomainProof>;

/** What its owner puts on the site or into its DNS, one of both. */
export const ToProve = z.object({
	/** The snippet of this domain, as it stands in the head of the start page. */
	snippet: z.string(),
	txt: z.object({ name: z.string(), value: z.string() }),
	/** Another company of this installation has shown that the host is theirs: nothing will be published here. */
	elsewhere: z.boolean(),
});
export type ToProve = z.infer<typeof ToProve>;

export const Domain = z.object({
	id: Id,
	/** The host name. */
	domain: z.string(),
	/** The host name as people write it, where that is not how it is kept: köökki.example of xn--kkki-5qaa.example. */
	letters: z.string().optional(),
	name: z.string(),
	customerId: z.int(),
	CustomerIdFK: z.int(),
	customerName: z.string(),
	/** Whether the asker administers it. */
	isAdmin: z.boolean(),
	/** Never sent: a token is shown once, when it is made. */
	accessToken: z.string().nullable(),
	/** Whether there is an access token (`POST /manage/domain/generatetoken`). */
	hasToken: z.boolean(),
	/** When the token was last used, to the minute; null: never, or there is none. */
	tokenLastUsedAt: z.string().nullable(),
	consentChangeWebHook: ConsentChangeWebHook.nullable(),
	/** The banner that is live there. */
	banner: z
		.object({
			folder: z.string(),
			title: z.string(),
			version: z.int(),
			publishedAt: z.string(),
			test: z.object({ folder: z.string(), share: z.number() }).optional(),
		})
		.nullable(),
	/** Null: it is not shown whose the host is, so nothing is published there. */
	proof: DomainProof.nullable(),
	/** How to show it; null where it is shown, and for those who do not administer the domain. */
	toProve: ToProve.nullable(),
	createdAt: z.string(),
});
export type Domain = z.infer<typeof Domain>;

/** Whether a banner is live on it. */
export const BannerState = z.enum(['published', 'none']);
/** Whether it is shown whose the host is. */
export const ProofState = z.enum(['proven', 'unproven']);
const states = { banner: BannerState, proof: ProofState };
const given = { banner: BannerState.optional(), proof: ProofState.optional() };
const narrowing = { ...given, filter: filterQuery(states) };
const narrowingAll = { ...given, filter: filterQuery({ ...states, customerId: CustomerId }) };
/** A list as a file: the same rows in the same order, all of them. */
const asFile = { method: 'GET', answer: z.string(), file: 'text/csv', failure: 'Could not load domains' } as const;

export const allDomains = call({
	method: 'GET',
	path: '/domain',
	about:
		'All domains of all customers. Search by domain, as it is kept or as people write it (over 50,000 domains one and two letters are what hosts begin with); filters: banner (whether one is published), proof (whether it is shown whose the host is), customerId.',
	query: z.object({ ...listQuery, ...narrowingAll }),
	answer: z.array(Domain),
	paged: true,
	may: ['admin'],
	on: 'platform',
	failure: 'Could not load domains',
});

export const customerDomains = call({
	method: 'GET',
	path: '/customer/{id}/domain',
	about:
		'The domains of a customer that the asker may see. Search by domain, as it is kept or as people write it; filters: banner (whether one is published), proof (whether it is shown whose the host is).',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...listQuery, ...narrowing }),
	answer: z.array(Domain),
	paged: true,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'Could not load domains',
});

export const allDomainsFile = call({
	...asFile,
	path: '/domain/file',
	about: 'The domains of all customers as CSV, narrowed and sorted as in their list.',
	query: z.object({ ...fileQuery, ...narrowingAll }),
	may: ['admin'],
	on: 'platform',
});

export const customerDomainsFile = call({
	...asFile,
	path: '/customer/{id}/domain/file',
	about: 'The domains of a customer that the asker may see as CSV, narrowed and sorted as in their list.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...fileQuery, ...narrowing }),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'customer',
	of: 'customer:params.id',
});

export const readDomain = call({
	method: 'GET',
	path: '/manage/domain/{id}',
	about: 'One domain.',
	params: z.object({ id: Id }),
	answer: Domain,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'Could not load domains',
});

export const NewDomain = z.object({
	domain: HostName,
	name: line(200).default(''),
	customerId: CustomerId,
	/** The specification's second spelling of customerId; the same when sent. */
	CustomerIdFK: CustomerId.optional(),
	consentChangeWebHook: NewWebHook.nullable().optional(),
});

export const addDomain = call({
	method: 'POST',
	path: '/domain',
	about:
		'Adds a domain to a customer, unproven: it may draft and test; it publishes once it is shown whose the host is (POST /domain/{id}/prove). 409 domain_taken when the customer has the host already or somebody has shown that it is theirs, 422 no_host for a public suffix such as co.uk, not_usable for an xn-- part that stands for no letters. The host may be typed as people write it or pasted as an address: mökkituote.fi and https://mökkituote.fi/ are kept as xn--mkkituote-07a.fi. A webhook’s address that leads to no public network (not_usable) is refused.',
	body: NewDomain,
	answer: Domain,
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'Failed to add the domain.',
	success: 'Domain added successfully.',
	invalid: 'Please enter valid domain details',
});

export const changeDomain = call({
	method: 'PUT',
	path: '/manage/domain',
	about:
		'Changes a domain; what is not sent stays as it is. The host name cannot change once a banner was published (409 domain_published) or anything was recorded there (409 domain_recorded); before that it takes whoever answers for the customer and fresh proof of who asks (403 not_allowed, confirm_identity), and makes the domain unproven. 409 domain_taken. 422 no_host for a public suffix, not_usable as when it is added. A webhook header sent back with its masked value stays as it is, for the same origin alone (422 by field); another origin takes fresh proof of who asks.',
	body: NewDomain.omit({ customerId: true }).extend({
		id: Id,
		domain: HostName.optional(),
		name: line(200).optional(),
		customerId: CustomerId.optional(),
	}),
	answer: Domain,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'domain',
	of: 'domain:body.id',
	failure: 'Could not update domain',
	success: 'Domain updated successfully.',
	invalid: 'Please enter valid domain details',
});

export const deleteDomain = call({
	method: 'DELETE',
	path: '/manage/domain',
	about:
		'Deletes a domain on which nothing stands: its token opens nothing any more, and its host is free. Takes fresh proof of who asks (403 confirm_identity). 409 domain_in_use where there is a draft, a record, somebody known there, a segment, a campaign or anything else of it.',
	query: z.object({ id: Id }),
	answer: z.object({ deleted: z.boolean() }),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'domain',
	of: 'domain:query.id',
	failure: 'Could not delete domain',
	success: 'Domain deleted successfully.',
});

export const confirmDomain = call({
	method: 'POST',
	path: '/domain/{id}/proof/confirm',
	about:
		'A platform admin’s word that the host is this customer’s. Takes fresh proof of who asks (403 confirm_identity). 409 domain_taken when another customer has shown that it is theirs.',
	params: z.object({ id: Id }),
	answer: Domain,
	may: ['admin'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'Could not update domain',
	success: 'Domain updated successfully.',
});

/** Said when a token could not be revoked: calls.md section 8, X being the domain. */
export const TOKEN_NOT_REVOKED = 'We could not revoke the access token for domain X';

export const generateToken = call({
	method: 'POST',
	path: '/manage/domain/generatetoken',
	about:
		'Makes a domain’s access token, or revokes it: takes the domain’s record, of which `id` and `accessToken` count; null revokes, as it stands in every record that is read; anything else, or none, makes a new one. The token is shown this once, and the one before opens nothing any more; it is a machine’s token for this one domain. For whoever answers for the customer, with fresh proof of who asks (403 confirm_identity), never in an assisted session.',
	body: z.object({
		id: Id,
		accessToken: z.unknown().optional().meta({ description: 'Null revokes the token; anything else, or nothing, makes a new one.' }),
	}),
	answer: z.object({
		/** `luvd_…`; null: it was revoked. */
		accessToken: z.string().nullable(),
	}),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'domain',
	of: 'domain:body.id',
	failure: 'We could not generate the access token for domain X',
	success: 'Domain updated successfully.',
});

/** Said when an address names a domain that is not there: calls.md section 8. */
export const INVALID_DOMAIN = 'Invalid Domain';
