/** The normal user's own messages: what each customer sent to their addresses, and what permitted it. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId, Id } from '../fields.ts';

/** Messages that one answer has at most. */
export const MY_MESSAGES_SHOWN = 200;

export const MyMessage = z.object({
	/** Of the delivery, sealed. */
	id: z.string(),
	customerId: CustomerId,
	customer: z.string(),
	/** The site in whose name it came. */
	domain: z.string(),
	campaign: z.string(),
	channel: z.int(),
	/** The asker's own address that it went to; null: it went to none, as a push does. */
	address: z.string().nullable(),
	/** `unknown`: it was handed over, and nobody said whether it was taken. */
	state: z.enum(['accepted', 'failed', 'unknown']),
	at: At,
	/** Null: what permitted it is kept no more, or was said under an address that the asker has not confirmed. */
	permission: z
		.object({
			/** `transactional`: it needed nobody's yes. */
			basis: z.string(),
			/** In the asker's language; with a record the one purpose of that, in the words that were said yes to. */
			purposes: z.array(z.object({ name: z.string(), about: z.string() })),
			/** The asker's yes. */
			record: z.object({ id: Id, saidAt: At, how: z.string() }).nullable(),
		})
		.nullable(),
	/** When they first opened and clicked, where they let that be measured; and when they unsubscribed by it. */
	openedAt: At.nullable(),
	clickedAt: At.nullable(),
	leftAt: At.nullable(),
	/** The page *Why did I get this?* of a message that has one: a path. Null in an assisted session. */
	why: z.string().nullable(),
});
export type MyMessage = z.infer<typeof MyMessage>;

export const myMessages = call({
	method: 'GET',
	path: '/account/messages',
	about: `Messages of campaigns to the asker’s own addresses (the one signed in with, those confirmed since, and what came together with one of them), the newest first, ${MY_MESSAGES_SHOWN} at most; each with what permitted it. Messages that go to no address (push, on the site, paper) are told where every address that the customer knows the person by is confirmed. Rehearsals and those who were left out are none.`,
	answer: z.object({
		messages: z.array(MyMessage),
		/** There are older ones. */
		more: z.boolean(),
	}),
	may: ['user'],
	on: 'self',
	failure: 'error occured',
});
