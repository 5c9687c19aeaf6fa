/** What one person was sent: each message of a campaign to them, what became of it and what they did. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, Id } from '../fields.ts';
import { DELIVERY_STATES } from './deliveries.ts';
import { editors, failure, inDomain, query } from './of-campaign.ts';

/** Messages that one answer has at most. */
export const MESSAGES_A_PERSON = 200;

export const PersonMessage = z.object({
	/** Of the delivery, and of the campaign that its page is found by. */
	id: z.string(),
	campaignId: Id,
	campaign: z.string(),
	channel: z.int(),
	domain: z.string(),
	state: z.enum(DELIVERY_STATES),
	reason: z.string().nullable(),
	/** When that was known. */
	at: At,
	/** The record that permitted it. */
	recordId: Id.nullable(),
	/** When they first opened and clicked, of those who allow it to be measured; and what came of it since. */
	openedAt: At.nullable(),
	clickedAt: At.nullable(),
	leftAt: At.nullable(),
	complainedAt: At.nullable(),
	arrivedAt: At.nullable(),
	bouncedAt: At.nullable(),
});
export type PersonMessage = z.infer<typeof PersonMessage>;

export const personMessages = call({
	...inDomain,
	method: 'GET',
	path: '/manage/domain/person/{id}/messages',
	about:
		'Messages of campaigns to a person, by any of the ids that are one with theirs, the newest first, 200 at most; also those that left them out, with the reason. To a domain’s own admin those of their domains. Rehearsals are none.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: z.object({
		messages: z.array(PersonMessage),
		/** There are older ones. */
		more: z.boolean(),
	}),
	may: editors,
	failure,
});
