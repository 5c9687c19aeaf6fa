/** Purposes (the specification's consent names) of a domain, their versions, and how long answers are kept. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { CustomerId, Id, line } from '../fields.ts';
import { HEAVY } from '../limits.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const readers = [...admins, 'machine'] as const;

/**
 * On which basis a purpose permits messages. Consent asks for a yes; existing customers and business recipients (who they are says a
 * segment) and post may be written to until they say no; what is strictly necessary or owed by contract permits transactional messages.
 */
export const BASES = [
	'consent',
	'existing customer',
	'business recipient',
	'post without objection',
	'strictly necessary',
	'contract',
] as const;
export type Basis = (typeof BASES)[number];
/** Bases of messages that nobody can refuse: of transactional ones alone. */
export const DUTIES: readonly Basis[] = ['strictly necessary', 'contract'];
/** Bases that name a segment of those they hold for. */
export const SEGMENT_BASES: readonly Basis[] = ['existing customer', 'business recipient'];

export const PurposeVersion = z.object({
	version: z.int(),
	/** What was shown, per language. */
	wording: z.record(z.string(), z.object({ name: z.string(), about: z.string() })),
	createdAt: z.string(),
	/** Those who said yes to an earlier version are asked again, for this purpose only. */
	material: z.boolean(),
});

export const Purpose = z.object({
	id: Id,
	domainId: Id,
	domain: z.string(),
	name: z.string(),
	legalBasis: z.enum(['consent', 'strictly necessary']),
	version: z.int(),
	/** Months that an answer is kept; null: as long as the customer. */
	retentionMonths: z.int().nullable(),
	/** A shorter time that was asked for: from when on it holds, unless it is cancelled before. */
	shortening: z.object({ months: z.int(), at: z.string() }).nullable(),
	createdAt: z.string(),
	/** Asked for by what is live on the domain. */
	live: z.boolean(),
	/** Answers in the ledger. */
	yes: z.int(),
	no: z.int(),
	versions: z.array(PurposeVersion),
	/** Channels by which it permits messages; none: it permits none. */
	channels: z.array(z.enum(CHANNELS)),
	basis: z.enum(BASES),
	/** Whom the basis holds for; null: it names no segment. */
	basisSegment: Id.nullable(),
	/** A yes permits that opens and clicks of messages are kept. */
	tracks: z.boolean(),
	/** Its words may be changed here: no live banner says them. */
	editable: z.boolean(),
});
export type Purpose = z.infer<typeof Purpose>;

/** What a person is asked, per language; one language at least. */
export const PurposeWording = z
	.record(
		z.string().regex(/^[a-z]{2,3}$/),
		z.object({
			name: line(120).min(1, { error: 'Write this text' }),
			about: z.string().trim().min(1, { error: 'Write this text' }).max(2000),
		}),
	)
	.refine((wording) => Object.keys(wording).length > 0, { error: 'Write this text' });

const Channels = z.array(z.enum(CHANNELS)).max(CHANNELS.length);
/** What it permits; tracking is never bundled with messages. */
const permits = {
	channels: Channels.optional(),
	basis: z.enum(BASES).optional(),
	basisSegment: Id.nullish(),
	tracks: z.boolean().optional(),
};

export const purposes = call({
	method: 'GET',
	path: '/consent/purpose/{customerId}',
	about: 'Purposes of a customer on the domains the asker may see, with every version of their wording, newest first.',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ domainId: Id.optional() }),
	answer: z.array(Purpose),
	may: readers,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
});

export const addPurpose = call({
	method: 'POST',
	path: '/consent/purpose/{customerId}',
	about:
		'Adds a purpose that is asked about elsewhere than in a banner: a form, a shop, another system. Its legal basis is consent, unless `basis` says on which other one it permits messages: that takes whoever answers for the customer and fresh proof of who asks (403 not_allowed, confirm_identity). 409 purpose_known when the domain has one of this name; 422 tracking_alone, basis_channel, basis_segment.',
	params: z.object({ customerId: CustomerId }),
	body: z.object({
		domainId: Id,
		name: line(120).min(1, { error: 'Write this text' }),
		wording: PurposeWording,
		...permits,
	}),
	answer: Purpose,
	may: admins,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
	success: 'Purpose added successfully.',
});

export const changePurpose = call({
	method: 'PUT',
	path: '/consent/purpose/{customerId}',
	about:
		'Sets how long answers to a purpose are kept, or marks its newest version as a material change, so that those who said yes before are asked again. A mark is not taken back: people have been asked. New words make a new version, unless a live banner says them. A shorter time erases answers for good: where there are any, it takes whoever answers for the customer and fresh proof of who asks (403 not_allowed, confirm_identity), and holds after 7 days (`shortening`); a longer one holds at once and cancels it. Another basis than consent, and a channel or a following added after people said yes, take the same rights and proof. 409 first_version, live_wording; 422 tracking_alone, basis_channel, basis_segment.',
	params: z.object({ customerId: CustomerId }),
	body: z.object({
		id: Id,
		retentionMonths: z.int().min(1).max(1200).nullable().optional(),
		material: z.literal(true).optional(),
		...permits,
		/** New words, where they differ a new version of the purpose. */
		wording: PurposeWording.optional(),
	}),
	answer: Purpose,
	may: admins,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
	success: 'Purpose updated successfully.',
});

/** How long a shorter time waits before it holds. */
export const SHORTENING_DAYS = 7;

const holders = ['admin', 'partner', 'customerAdmin'] as const;

export const retentionPreview = call({
	method: 'GET',
	path: '/consent/purpose/{customerId}/retention',
	about:
		'What a shorter time would erase: how many answers to a purpose are older than it will be on the day it would hold, 7 days from now.',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ id: Id, months: z.coerce.number().int().min(1).max(1200) }),
	answer: z.object({ records: z.int(), at: z.string() }),
	may: holders,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
	limits: HEAVY,
});

export const cancelShortening = call({
	method: 'DELETE',
	path: '/consent/purpose/{customerId}/retention',
	about: 'Takes back a shorter time that does not hold yet. 409 nothing_shortened when there is none.',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ id: Id }),
	answer: Purpose,
	may: holders,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
	success: 'Purpose updated successfully.',
});
