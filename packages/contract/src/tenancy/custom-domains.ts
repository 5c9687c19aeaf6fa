/** Custom domains: customers' own hosts that banner, collector and first-party apps are served from (calls.md section 7, "Custom domains"). */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CustomerId, HostName, Id, SoughtId } from '../fields.ts';

/** portal.md section 4: waits for its records, a certificate is ordered, served, served with a renewed certificate, or not served and why. */
export const CUSTOM_DOMAIN_STATUSES = ['Initiated', 'Created', 'Validated', 'Renewed', 'Invalid'] as const;
export const CustomDomainStatus = z.enum(CUSTOM_DOMAIN_STATUSES);
export type CustomDomainStatus = z.infer<typeof CustomDomainStatus>;

/** Days before its end at which a certificate is renewed; spread over the day before, so that not all come at once. */
export const RENEW_DAYS = 30;
/** Days before the end of a certificate that could not be renewed at which the customer's admins are told. */
export const EXPIRY_MAIL_DAYS = [21, 7, 1] as const;

/** What somebody typed, without a scheme and what stands behind the host. */
const typedHost = (typed: string): string => {
	const [host = ''] = typed
		.trim()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.split(/[/?#]/);
	return host;
};

/** A host name of a customer's own, as `HostName`; what people copy out of a zone file is refused with what to do. */
export const CustomHost = z
	.string()
	.max(500)
	.refine((typed) => !typedHost(typed).includes('*'), {
		error: 'Name one host: a wildcard such as *.example.com cannot be served',
		abort: true,
	})
	.refine((typed) => !/:\d*$/.test(typedHost(typed)), { error: 'Leave out the port: it is always served at 443', abort: true })
	.refine((typed) => !typedHost(typed).endsWith('.'), { error: 'Leave out the dot at the end', abort: true })
	.refine((typed) => typedHost(typed).includes('.'), {
		error: 'Use a whole name such as consent.example.com: one word alone is nobody’s',
		abort: true,
	})
	.pipe(HostName);

/** Of one record: `optional` may stand there and does not have to. */
export const RecordState = z.enum(['right', 'missing', 'differs', 'loop', 'alias', 'wildcard', 'failed', 'optional', 'unasked']);
export type RecordState = z.infer<typeof RecordState>;

/** What stands in DNS beside what has to. */
export const DnsRecord = z.object({
	type: z.enum(['A', 'AAAA', 'TXT', 'CNAME']),
	/** The whole name that the record stands at. */
	name: z.string(),
	/** One of these; empty: there should be none of this type. */
	expected: z.array(z.string()),
	found: z.array(z.string()),
	ok: z.boolean(),
	/** Without it nothing is served. */
	needed: z.boolean(),
	state: RecordState,
	/** What is wrong and what to do, or that it is right. */
	sentence: z.string(),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

export const DnsCheck = z.object({
	/** All that is needed is right, and nothing else is wrong. */
	isValid: z.boolean(),
	records: z.array(DnsRecord),
	/** When DNS was asked; null: not yet. */
	checkedAt: z.string().nullable(),
});
export type DnsCheck = z.infer<typeof DnsCheck>;

export const CustomDomain = z.object({
	id: Id,
	/** The host name as it is kept. */
	domain: z.string(),
	/** As people write it, where that differs. */
	letters: z.string().optional(),
	customerId: z.int(),
	customerName: z.string(),
	status: CustomDomainStatus,
	/** What has to stand in DNS, and what stood there when it was last looked. */
	dns: DnsCheck,
	/** Records that were wrong then. */
	differing: z.int(),
	/** It is served, and a record differs: what that leads to. */
	warning: z.string().nullable(),
	/** Why it is Invalid, or why the last order of a certificate came to nothing. */
	reason: z.object({ code: z.string(), sentence: z.string() }).nullable(),
	/** No earlier than then another certificate may be ordered; by itself it is where it is still Created or served. */
	nextTryAt: z.string().nullable(),
	/** A certificate is being ordered now. */
	ordering: z.boolean(),
	certificate: z
		.object({
			/** Hexadecimal. */
			serial: z.string(),
			issuer: z.string(),
			way: z.enum(['http-01', 'dns-01']),
			notBefore: z.string(),
			notAfter: z.string(),
			renewAt: z.string(),
		})
		.nullable(),
	/** When it last came to be each of these. */
	since: z.object({
		Initiated: z.string(),
		Created: z.string().nullable(),
		Validated: z.string().nullable(),
		Renewed: z.string().nullable(),
		Invalid: z.string().nullable(),
	}),
});
export type CustomDomain = z.infer<typeof CustomDomain>;

const filters = { status: CustomDomainStatus };
const narrowing = { status: CustomDomainStatus.optional(), filter: filterQuery({ ...filters, id: SoughtId }) };
const reads = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const writes = ['admin', 'customerAdmin', 'domainAdmin'] as const;

/** Of calls that list a customer's own domains. */
const listsThem = {
	answer: z.array(CustomDomain),
	paged: true,
	may: reads,
	on: 'customer',
	of: 'customer:params.id',
	failure: 'error occured',
} as const;

export const customDomains = call({
	method: 'GET',
	path: '/manage/customer/{id}/customdomain',
	about:
		'The custom domains of a customer. Search by host, as it is kept or as people write it; filters: status, and `id` for one of them.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...listQuery, ...narrowing }),
	...listsThem,
});

export const validatedCustomDomains = call({
	method: 'GET',
	path: '/manage/customer/{id}/customdomain/status/validated',
	about: 'Those of a customer that are served now: Validated and Renewed.',
	params: z.object({ id: CustomerId }),
	query: z.object(listQuery),
	...listsThem,
});

export const addCustomDomain = call({
	method: 'POST',
	path: '/manage/customer/{id}/customdomain',
	about:
		'Adds a custom domain, Initiated, and says which records to set. Letters beyond ASCII are kept in their xn-- form. 400 by field for wildcards, ports, a dot at the end and single labels; 422 no_host for a public suffix, not_usable for an xn-- part that stands for no letters, host_of_ours for the installation’s own host and names of one machine; 409 custom_domain_taken where the customer has it already or another company has shown that it is theirs.',
	params: z.object({ id: CustomerId }),
	body: z.object({ domain: CustomHost }),
	answer: CustomDomain,
	may: writes,
	on: 'customer',
	of: 'customer:params.id',
	failure: 'error occured',
	invalid: 'Please enter valid custom domain details',
});

const one = z.object({ customerId: CustomerId, id: Id });

export const deleteCustomDomain = call({
	method: 'DELETE',
	path: '/manage/customer/{customerId}/customdomain/{id}',
	about:
		'Takes a custom domain away: it is served no more, its certificate and key are destroyed. 409 custom_domain_used while a first-party app stands on it.',
	params: one,
	answer: z.object({}),
	may: writes,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'Could not delete custom domain',
});

export const validateCustomDomain = call({
	method: 'PUT',
	path: '/manage/customer/{customerId}/customdomain/{id}/validate',
	about:
		'Makes it Created and orders a certificate, which goes on after the answer: DNS is looked at, then the certificate authority is asked by ACME (dns-01 where `_acme-challenge` is delegated to us, else http-01); it ends Validated, or Invalid with the reason. While the authority cannot be reached or limits us it stays Created, with the reason and the time of the next try. 409 custom_domain_ordering while that is under way, custom_domain_served where it is served already (renew it), 429 order_too_soon with Retry-After before nextTryAt, 409 no_certificates where the installation serves no custom domains.',
	params: one,
	answer: CustomDomain,
	may: writes,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'Error while validating DNS.',
});

export const renewCustomDomain = call({
	method: 'PUT',
	path: '/manage/customer/{customerId}/customdomain/{id}/renew',
	about:
		'Orders a new certificate for one that is served; it becomes Renewed, or stays as it is with the reason, or Invalid where its address record is gone. 409 custom_domain_unserved, custom_domain_ordering, no_certificates; 429 order_too_soon with Retry-After.',
	params: one,
	answer: CustomDomain,
	may: writes,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
});

export const checkCustomDomain = call({
	method: 'GET',
	path: '/manage/customer/{customerId}/customdomain/validate/dns/{domain}',
	about:
		'Asks DNS now and says for each record what is expected, what was found and what is wrong. `domain` is the host of one of the customer’s custom domains, in either spelling. 404 not_found for any other.',
	params: z.object({ customerId: CustomerId, domain: CustomHost }),
	answer: DnsCheck,
	may: reads,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'Error while validating DNS.',
	limits: [{ by: 'customer', count: 60, seconds: 60 }],
});

/** Said when an address names a custom domain that is not there: calls.md section 8. */
export const INVALID_CUSTOM_DOMAIN = 'Invalid custom domain';
