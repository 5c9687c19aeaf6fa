/** Requests to delete a domain with everything of it: calls.md section 7, "Domains and properties". */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CustomerId, Id, line } from '../fields.ts';

/** 0 open, 1 processed (erased at `eraseAt`, until then it can be cancelled), 2 declined, cancelled or taken back. */
export const REQUEST_STATUS = { open: 0, processed: 1, declined: 2 } as const;

/** What is erased with a domain, in the order in which it is shown. Counts are rows. */
export const LOST = [
	'people',
	'answers',
	'devices',
	'events',
	'campaigns',
	'deliveries',
	'contents',
	'constellations',
	'pictures',
	'senders',
	'audiences',
	'segments',
	'uploads',
	'connectors',
	'drafts',
	'forms',
	'scans',
	'properties',
	'apps',
	'tokens',
] as const;
/** What stays when a domain is erased, and why: docs/erasure.md. */
export const STAYS = ['elsewhere', 'records', 'publications', 'licences', 'activity'] as const;
export type Lost = (typeof LOST)[number];
export type Stays = (typeof STAYS)[number];
const Counts = { lost: z.record(z.enum(LOST), z.int()), stays: z.record(z.enum(STAYS), z.int()) };

export const DeletionRequest = z.object({
	id: Id,
	domainId: Id,
	/** The host name. */
	domain: z.string(),
	customerId: z.int(),
	customerName: z.string(),
	/** Why, as the asker said; empty: they did not. */
	reason: z.string(),
	/** REQUEST_STATUS. */
	status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
	askedAt: z.string(),
	/** Who asked; null: somebody whose account is gone. */
	askedBy: z.string().nullable(),
	/** The reader asked, or asked as somebody else: they may not process it. */
	mine: z.boolean(),
	/** Who processed or declined it, and when. */
	decidedAt: z.string().nullable(),
	decidedBy: z.string().nullable(),
	/** Why it was declined; empty: nobody said. */
	answer: z.string(),
	/** Nothing is erased before; null: it is not processed. */
	eraseAt: z.string().nullable(),
	/** When the last of it was erased. */
	erasedAt: z.string().nullable(),
	/** It was processed, and the domain was brought back before anything was erased. */
	cancelledAt: z.string().nullable(),
});
export type DeletionRequest = z.infer<typeof DeletionRequest>;

/** A segment of the domain that something of another domain refers to. */
export const UsedSegment = z.object({
	id: Id,
	name: z.string(),
	people: z.int(),
	/** Hosts of the other domains. */
	on: z.array(z.object({ id: Id, domain: z.string() })),
	/** Titles of audiences and names of segments there. */
	by: z.array(z.string()),
});
export type UsedSegment = z.infer<typeof UsedSegment>;

export const ErasureReport = z.object({
	/** Rows that were erased, by table. */
	erased: z.record(z.string(), z.int()),
	/** Rows that stay, by table. */
	stays: z.record(z.string(), z.int()),
	/** The signed text: canonical JSON of domain, moments and counts. */
	body: z.string(),
	/** Ed25519 over `luvalla domain erasure`, a line break and `body`; base64. */
	signature: z.string(),
	/** The key of the ledger that signed it. */
	keyId: z.string(),
});
export type ErasureReport = z.infer<typeof ErasureReport>;

export const RequestDetail = DeletionRequest.extend({
	/** Counted now; null: it was erased, or its domain is gone. */
	lost: Counts.lost.nullable(),
	stays: Counts.stays.nullable(),
	usedSegments: z.array(UsedSegment),
	/** People whom connectors of the domain sent elsewhere: these stay there. */
	atOthers: z.int(),
	/** Rows erased so far, once it has begun. */
	erasedRows: z.int(),
	report: ErasureReport.nullable(),
});
export type RequestDetail = z.infer<typeof RequestDetail>;

const byId = { query: z.object({ id: Id }) };
const FAILURE = 'Sorry, we could not process your request for domain deletion.';

export const askDeletion = call({
	method: 'POST',
	path: '/manage/domain/deletionrequest',
	about:
		'Asks that a domain is deleted with everything of it. A platform admin processes it, never the one who asked; the customer’s admins are told. 409 deletion_asked where it is asked already.',
	query: z.object({ id: Id }),
	body: z.object({ reason: line(500).default('') }).optional(),
	answer: DeletionRequest,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'domain',
	of: 'domain:query.id',
	failure: FAILURE,
	success: 'The deletion of the domain has been requested.',
	invalid: 'Please select a domain to send the request for deletion.',
});

export const allDeletions = call({
	method: 'GET',
	path: '/manage/domain/deletionrequest',
	about: 'Requests to delete a domain, of all customers, newest first. Search by domain; filter: status (0, 1 or 2).',
	query: z.object({
		...listQuery,
		status: z.coerce.number().int().min(0).max(2).optional(),
		filter: filterQuery({ status: z.coerce.number().int().min(0).max(2), customerId: CustomerId }),
	}),
	answer: z.array(DeletionRequest),
	paged: true,
	may: ['admin'],
	on: 'platform',
	failure: 'We faced problem, please try again.',
});

export const customerDeletions = call({
	method: 'GET',
	path: '/manage/deletionrequest/customer/{id}',
	about:
		'Requests to delete a domain of this customer that the asker may see, newest first: open ones, and what became of the others. Filter: coming (true), those that are neither declined nor done.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...listQuery, filter: filterQuery({ coming: z.enum(['true']) }) }),
	answer: z.array(DeletionRequest),
	paged: true,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'We faced problem, please try again.',
});

export const readDeletion = call({
	method: 'GET',
	path: '/manage/domain/deletionrequest/{id}',
	about: 'One request: what will be lost and what stays, counted now; or the signed report of what was erased.',
	params: z.object({ id: Id }),
	answer: RequestDetail,
	may: ['admin'],
	on: 'customer',
	of: 'deletion-request:params.id',
	failure: 'We faced problem, please try again.',
});

export const processDeletion = call({
	method: 'PUT',
	path: '/manage/domain/deletionrequest',
	about:
		'Processes a request (`action` process, or no body): the domain is off every list at once, nothing is served or sent for it, and it is erased DELETION_DELAY_HOURS later. `decline` says no; `cancel` brings a domain back that is processed and not erased yet. With fresh proof of who asks (403 confirm_identity), never in an assisted session, and never by the one who asked (403 own_request). 400 with `domain` when it is sent and is not its host name; 409 deletion_decided where there is nothing to do, deletion_late when erasing has begun.',
	...byId,
	body: z
		.object({
			action: z.enum(['process', 'decline', 'cancel']).default('process'),
			/** The host name, as the asker typed it. */
			domain: z.string().max(300).optional(),
			/** Said to the customer when it is declined or brought back. */
			answer: line(500).default(''),
		})
		.optional(),
	answer: DeletionRequest,
	may: ['admin'],
	on: 'customer',
	of: 'deletion-request:query.id',
	failure: FAILURE,
	success: 'Your request has been processed successfully.',
	invalid: 'Please select a domain request that you would like to process.',
});

export const withdrawDeletion = call({
	method: 'DELETE',
	path: '/manage/domain/deletionrequest',
	about: 'Takes an open request back, as its customer. 409 deletion_decided when it is not open any more.',
	...byId,
	answer: DeletionRequest,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'deletion-request:query.id',
	failure: 'We faced problem, please try again.',
	success: 'The request was taken back.',
});

export const giveSegments = call({
	method: 'POST',
	path: '/manage/domain/deletionrequest/{id}/segments',
	about:
		'Gives segments of a domain that is to be deleted to another domain of its customer that uses them, so that they are not emptied. 404 for a segment or a domain that is not the customer’s.',
	params: z.object({ id: Id }),
	body: z.object({ segments: z.array(Id).min(1).max(100), domainId: Id }),
	answer: z.object({ given: z.int() }),
	may: ['admin'],
	on: 'customer',
	of: 'deletion-request:params.id',
	failure: 'error occured',
	success: 'The segments were given to the other domain.',
});
