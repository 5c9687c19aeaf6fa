/** Reading the consent ledger: the consent report and one record's page. */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { At, Id } from '../fields.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
/** Machines read what people manage. */
const readers = [...admins, 'machine'] as const;

/**
 * How an answer came: the banner; the same, linked to a person who signed in later; the person's own page; a customer's
 * server; a file; somebody of the customer's who wrote it down; that mail was unsubscribed from or reported, here or at another tool
 * before; a word by which people stop text messages; a pause, and a choice, on the page behind a letter's link; a sign-up form, confirmed.
 */
export const HOW = [
	'banner',
	'identification',
	'privacy-centre',
	'api',
	'import',
	'assisted',
	'unsubscribe',
	'complaint',
	'stop-word',
	'pause',
	'preference-page',
	'form',
] as const;
export type How = (typeof HOW)[number];

/**
 * What an answer comes to. A banner asks for all its purposes at once: all, some or none of them got a yes. An answer that came
 * another way (a file, the API, a person's own page, somebody who wrote it down) is about the purposes that it names and no
 * others: it accepts or refuses nothing "all".
 */
export const Kind = z.enum(['all', 'some', 'none', 'answer']);
export type Kind = z.infer<typeof Kind>;

/** One choice of one visitor: all records that share a choiceId. */
export const Choice = z.object({
	choiceId: Id,
	/** The record whose page the row opens. */
	recordId: Id,
	domainId: Id,
	domain: z.string(),
	/** By the visitor's clock. */
	at: z.string(),
	receivedAt: z.string(),
	kind: Kind,
	/** Names of the purposes that got a yes, and that got a no. */
	yes: z.array(z.string()),
	no: z.array(z.string()),
	language: z.string(),
	gpc: z.boolean(),
	device: z.string(),
	browser: z.string(),
	version: z.int(),
	clockSkewed: z.boolean(),
	/** One of HOW. */
	how: z.string(),
	/** As the person was named; null while the visitor is nobody's profile. */
	person: z.string().nullable(),
});
export type Choice = z.infer<typeof Choice>;

const narrowing = {
	days: z.coerce.number().int().min(1).max(3650).default(1),
	from: At.optional(),
	to: At.optional(),
	kind: Kind.optional(),
	/** self: only what people answered themselves, in a banner or signed in, at the moment it was recorded. */
	given: z.enum(['self']).optional(),
};

export const consents = call({
	method: 'GET',
	path: '/audit/domain/consents',
	about:
		'Choices received in a span, newest first: `days` back from now (default 1), or from/to instants; `given=self` leaves out what came by file, API or an officer. With DOMAIN_KEY of that domain, else of every domain the asker may see in the current customer.',
	query: z.object({ ...listQuery, ...narrowing }),
	answer: z.array(Choice),
	paged: true,
	may: readers,
	on: 'domain',
	of: 'domain:header-or-customer',
	failure: 'error occured',
	retryOn403: true,
});

export const consentsFile = call({
	method: 'GET',
	path: '/audit/domain/consents/file',
	about: 'Choices received in a span as CSV, newest first, narrowed as in the list.',
	query: z.object(narrowing),
	answer: z.string(),
	file: 'text/csv',
	may: readers,
	on: 'domain',
	of: 'domain:header-or-customer',
	failure: 'error occured',
});

export const Record = z.object({
	id: Id,
	choiceId: Id,
	domainId: Id,
	domain: z.string(),
	purpose: z.object({
		id: Id,
		name: z.string(),
		version: z.int(),
		legalBasis: z.string(),
		wording: z.string(),
		wordingLanguage: z.string().nullable().describe('Of the wording; null: there is none.'),
	}),
	category: z.string(),
	value: z.boolean(),
	at: z.string(),
	receivedAt: z.string(),
	batchPosition: z.int(),
	clockSkewed: z.boolean(),
	how: z.string(),
	language: z.string(),
	gpc: z.boolean(),
	browser: z.string(),
	device: z.string(),
	country: z.string().nullable(),
	/** TC string of the choice, where the framework's banner made it. */
	tcString: z.string().nullable(),
	/** Truncated to /24 or /48; null once its 30 days are over. */
	network: z.string().nullable(),
	/** Null while the visitor is nobody's profile. `name` is how they were named then. */
	person: z.object({ luvallaId: Id, name: z.string() }).nullable(),
	/** Where the answer was given, in words; of a linked one the record it was linked from. */
	source: z.string().nullable(),
	/** Who wrote it down for the person: `user:…` or `application:…`, and what they are called while they are known. */
	recordedBy: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
	/** What was shown; null where the answer was given elsewhere. */
	configuration: z
		.object({
			folder: z.string(),
			title: z.string(),
			version: z.int(),
			hash: z.string(),
			publishedAt: z.string(),
			measured: z.boolean(),
		})
		.nullable(),
	/** Hex. What the proof stands on. */
	leaf: z.string(),
	salt: z.string(),
	/** It has its place in the log, within its first minutes: from then on its proof and receipt are there. */
	sealed: z.boolean(),
	/** The other answers of the same choice. */
	choice: z.array(z.object({ id: Id, purpose: z.string(), value: z.boolean() })),
	/** Newest first: what this person answered to this purpose, this record among them; alone it where nobody knows who it was. */
	history: z.array(z.object({ id: Id, value: z.boolean(), at: z.string(), how: z.string(), version: z.int() })),
	/** Newest first: versions of the purpose's wording. */
	wordings: z.array(z.object({ version: z.int(), at: z.string(), material: z.boolean() })),
});
export type LedgerRecord = z.infer<typeof Record>;

export const consentRecord = call({
	method: 'GET',
	path: '/audit/domain/consents/{id}',
	about: 'One record with all that was recorded.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: Record,
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

/** What the visitor was shown: the published configuration, for the real banner to draw again. */
export const shownConfiguration = call({
	method: 'GET',
	path: '/cmpconfigurator/published/{folder}',
	about: 'The published configuration behind a record: its JSON exactly as published.',
	params: z.object({ folder: z.string().max(80) }),
	answer: z.object({
		folder: z.string(),
		domainId: Id,
		config: z.string(),
		template: z.string(),
		version: z.int(),
		/** Build of the banner that was shown; the preview runs that one. */
		bundleVersion: z.string(),
	}),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});
