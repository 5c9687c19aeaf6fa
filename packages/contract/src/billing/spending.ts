/** Who pays with credits, when they are told that few are left, what is owed, and what will be short. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId, Id } from '../fields.ts';
import { SPENDINGS } from './credits.ts';

/** Credits below which the customer's admins get one mail, until they say otherwise. */
export const LOW_CREDITS = 20;

export const Spending = z.object({
	customerId: CustomerId,
	/** Whether sending, scans and stored consents cost credits. */
	isCharged: z.boolean(),
	/** What an ADMIN said; null: nothing, and whoever has ever had credits is charged, as is everybody where credits are sold. */
	charged: z.boolean().nullable(),
	/** One mail when the balance falls below so many credits. */
	lowCredits: z.int(),
	/** People who get it. */
	lowPeople: z.int(),
	/** What was used and could not be taken, in millionths of a credit: it is taken as soon as credits come. */
	due: z.array(
		z.object({ kind: z.enum(SPENDINGS), micros: z.int(), at: At, about: z.record(z.string(), z.union([z.string(), z.number()])) }),
	),
	/** Campaigns that the balance will not cover, the earliest first. */
	short: z.array(
		z.object({
			campaignId: Id,
			title: z.string(),
			beginsAt: At,
			/** Millionths of a credit: what it needs, and what lacks after everything that begins before it. */
			neededMicros: z.int(),
			shortMicros: z.int(),
			/** It is due, and waits for credits. */
			waits: z.boolean(),
			triggered: z.boolean(),
		}),
	),
});
export type Spending = z.infer<typeof Spending>;

const failure = 'We could not load what is paid with credits.';
const saving = 'We could not save it.';

export const spending = call({
	method: 'GET',
	path: '/customer/spending',
	about: 'Whether a customer pays with credits, below which balance their admins are told, what is owed, and which campaigns are short.',
	query: z.object({ customerId: CustomerId }),
	answer: Spending,
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:query.customerId',
	failure,
});

export const setCharged = call({
	method: 'PUT',
	path: '/customer/charged',
	about:
		'Says whether a customer pays with credits; null leaves it to the rule: where the installation sells credits, and where the customer has ever had some. A run that is under way goes on as it began.',
	body: z.object({ customerId: CustomerId, charged: z.boolean().nullable() }),
	answer: Spending,
	may: ['admin'],
	on: 'customer',
	of: 'customer:body.customerId',
	failure: saving,
	success: 'Saved.',
});

export const setLowCredits = call({
	method: 'PUT',
	path: '/customer/lowcredits',
	about:
		'Sets the balance, in credits, below which the customer’s admins get one mail, at once where it is below already; 0: none. It is not sent again until the balance was above.',
	body: z.object({ customerId: CustomerId, lowCredits: z.int().min(0).max(1_000_000) }),
	answer: Spending,
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'customer:body.customerId',
	failure: saving,
	success: 'Saved.',
});
