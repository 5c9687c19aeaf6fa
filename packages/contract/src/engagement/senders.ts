/** Senders: who letters are from, and whether the world's mail servers believe it. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, Email, Id, line, words } from '../fields.ts';
import type { Rate } from '../limits.ts';

const managers = ['admin', 'partner', 'customerAdmin'] as const;
const readers = [...managers, 'domainAdmin'] as const;

const CHECK_RATE: Rate = { by: 'customer', count: 60, seconds: 60, over: 'senders' };

/** What the DNS says of one thing, and what it should. */
const Check = z.object({ ok: z.boolean(), found: z.string(), wanted: z.string() });

export const Sender = z.object({
	id: Id,
	domainId: Id,
	domain: z.string(),
	name: z.string(),
	address: z.string(),
	replyTo: z.string().nullable(),
	postal: z.string(),
	/** The DNS record of the key that signs: its name and its text. */
	dkim: z.object({ name: z.string(), text: z.string() }),
	checks: z.object({ spf: Check, dkim: Check, dmarc: Check, alignment: Check }).nullable(),
	/** All four are right. */
	ready: z.boolean(),
	checkedAt: At.nullable(),
	changedAt: At,
});
export type Sender = z.infer<typeof Sender>;

const Written = z.object({
	domainId: Id,
	name: line(120).min(1, { error: 'Write this text' }),
	address: Email,
	replyTo: z.union([Email, z.literal('')]).nullish(),
	/** Who it is from and where they are; stands at the end of every letter. */
	postal: words(500).refine((text) => text.trim() !== '', { error: 'Write this text' }),
});

const current = { on: 'customer', of: 'customer:current' } as const;
const query = { customerId: z.coerce.number().int().optional() };
const failure = 'Something went wrong';

export const senders = call({
	...current,
	method: 'GET',
	path: '/manage/sender',
	about: 'Senders of the customer by address; domain admins see those of their domains.',
	query: z.object(query),
	answer: z.array(Sender),
	may: readers,
	failure: 'error occured',
});

export const addSender = call({
	...current,
	method: 'POST',
	path: '/manage/sender',
	about: 'Adds a sender, makes the key that signs its letters, and looks at its DNS. 409 sender_known.',
	query: z.object(query),
	body: Written,
	answer: Sender,
	may: managers,
	failure,
	success: 'Sender added successfully.',
	limits: [CHECK_RATE],
});

export const changeSender = call({
	...current,
	method: 'PUT',
	path: '/manage/sender',
	about:
		'Changes a sender and looks at its DNS again. 409 sender_known; sender_sending: the address stays while a campaign writes as it; sender_used: it stays on its domain while a campaign that has not ended names it.',
	query: z.object(query),
	body: Written.partial().extend({ id: Id }),
	answer: Sender,
	may: managers,
	failure,
	success: 'Sender updated successfully.',
	limits: [CHECK_RATE],
});

export const checkSender = call({
	...current,
	method: 'POST',
	path: '/manage/sender/{id}/check',
	about: 'Looks at the DNS of a sender now.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: Sender,
	may: readers,
	failure,
	limits: [CHECK_RATE],
});

export const removeSender = call({
	...current,
	method: 'DELETE',
	path: '/manage/sender',
	about: 'Deletes a sender. 409 sender_used while a campaign that has not ended names it.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: managers,
	failure,
	success: 'Sender deleted successfully.',
});
