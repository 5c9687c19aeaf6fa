/** Deliveries: what became of each message of a run, by which permission it went, and what its recipient did. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { editors, failure, inDomain, ofRun, query } from './of-campaign.ts';

/** What happened to a message, step by step. */
export const DeliveryEvent = z.enum([
	'prepared',
	'checked',
	'handed',
	'accepted',
	'deferred',
	'failed',
	'skipped',
	'unknown',
	'opened',
	'clicked',
	'scanned',
	'left',
	'complained',
	'arrived',
	'bounced',
]);

export const DELIVERY_STATES = ['waiting', 'deferred', 'accepted', 'failed', 'skipped', 'unknown'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What the built-in mailbox says of a letter that it took. Other servers say what they like. */
export const IN_MAILBOX = 'In the mailbox';

export const Delivery = z.object({
	/** It alone names the delivery; sealed, so that nobody makes one up. */
	id: z.string(),
	channel: z.int(),
	person: Id,
	name: z.string().nullable(),
	address: z.string().nullable(),
	/** Of a dress rehearsal: accepted means made, and nothing left. */
	rehearsal: z.boolean(),
	state: z.enum(DELIVERY_STATES),
	reason: z.string().nullable(),
	at: At.nullable(),
	dueAt: At.nullable(),
	/** The record that permits it. */
	recordId: Id.nullable(),
	opened: z.boolean(),
	clicked: z.boolean(),
});
export type Delivery = z.infer<typeof Delivery>;

const narrowing = {
	...ofRun,
	state: z.enum(DELIVERY_STATES).optional(),
	reason: z.string().max(60).optional(),
	did: z.enum(['opened', 'clicked', 'left', 'complained', 'arrived', 'bounced']).optional(),
	q: z.string().max(200).optional().describe('The beginning of an address that you may see.'),
};

export const deliveries = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/deliveries',
	about:
		'Recipients of a run, those settled last first; narrowed by state, reason and what they did. Pages go on after `after`. To a domain’s own admin those who are known on their domains.',
	params: z.object({ id: Id }),
	query: z.object({
		...narrowing,
		/** When the last one was settled (empty: it was not), its channel and its number, as `next` had them. */
		after: z
			.string()
			.regex(/^\d{0,15}\.\d\.\d{1,9}$/)
			.optional(),
		size: z.coerce.number().int().min(1).max(100).default(25).describe('Rows on a page.'),
	}),
	answer: z.object({ deliveries: z.array(Delivery), next: z.string().nullable() }),
	may: editors,
	failure,
});

export const deliveriesFile = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/deliveries/file',
	about:
		'The same recipients as CSV, all that fit: who, what became of the message and why, and the record that permitted it. The activity says that it was taken.',
	params: z.object({ id: Id }),
	query: z.object(narrowing),
	answer: z.string(),
	file: 'text/csv',
	may: editors,
	limits: HEAVY,
	failure,
});

export const delivery = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/delivery/{delivery}',
	about:
		'One delivery: the permission it rests on, what happened to it and when, and the message as it was sent where it can be made again.',
	params: z.object({ id: Id, delivery: z.string().max(100) }),
	query: z.object(query),
	answer: Delivery.extend({
		campaign: z.string(),
		subject: z.string().nullable(),
		html: z.string().nullable(),
		text: z.string().nullable(),
		language: z.string().nullable(),
		arm: z.int().nullable(),
		size: z.int().nullable(),
		costMicros: z.int().nullable(),
		currency: z.string(),
		sender: z.string().nullable(),
		connector: z.string().nullable(),
		/** It was to go through none, whatever became of one since. */
		byItself: z.boolean(),
		messageId: z.string().nullable(),
		said: z.string().nullable(),
		permission: z
			.object({
				purpose: z.string(),
				about: z.string(),
				language: z.string().nullable().describe('Of these words; null: they are of none.'),
				basis: z.string(),
				recordId: Id.nullable(),
				/** That record has its place in the log: its proof is there. */
				sealed: z.boolean(),
				saidAt: At.nullable(),
				how: z.string().nullable(),
				version: z.int().nullable(),
			})
			.nullable(),
		tracking: z.object({ recordId: Id, purpose: z.string() }).nullable(),
		events: z.array(
			z.object({
				at: At,
				what: DeliveryEvent,
				detail: z.string().nullable(),
			}),
		),
	}),
	may: editors,
	failure,
});
