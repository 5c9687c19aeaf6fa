/** Addresses of one person that confirm each other: nobody is somebody because somebody wrote their address beside them. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId } from '../fields.ts';

/** Another address that a customer knows the asker by. */
export const OtherAddress = z.object({
	/** Names it to POST /account/address; means nothing to anybody else. */
	ref: z.string(),
	/** In full once it is confirmed, else `v•••@example.com`. */
	address: z.string(),
	confirmed: z.boolean(),
});
export type OtherAddress = z.infer<typeof OtherAddress>;

/** How long a mailed link holds. */
export const ADDRESS_LINK_MINUTES = 60;

const mine = { may: ['user'], on: 'self', failure: 'error occured' } as const;

export const askAddress = call({
	...mine,
	method: 'POST',
	path: '/account/address',
	about:
		'Mails a link to another address that the customer knows the asker by. Whoever opens it signed in as the asker shows that both are theirs, and then sees what was said under it. Five mails an hour an address (429 too_many_mails). 404 for a `ref` that is none of the asker’s; never in an assisted session.',
	body: z.object({ customerId: CustomerId, ref: z.string().max(100) }),
	answer: z.object({ address: z.string() }),
});

export const confirmAddress = call({
	...mine,
	method: 'POST',
	path: '/account/address/confirm',
	about:
		'Uses the link of POST /account/address, in the account that asked for it. 403 other_account for anybody else, 422 link_over after an hour or when the address is no longer known.',
	body: z.object({ token: z.string().max(2000) }),
	answer: z.object({ customerId: z.int(), customer: z.string(), address: z.string() }),
});
