/** What a new customer has done so far: the checklist of the dashboard, from the domain to the first letter that was sent. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';

export const firstSteps = call({
	method: 'GET',
	path: '/manage/firststeps/{id}',
	about:
		'How far the domains that the asker may see have come: added and shown to be the customer’s, a banner published, the snippet seen, a visitor’s choice recorded, an audience approved, a message ready, a letter sent; and whether the customer still waits to be approved.',
	params: z.object({ id: CustomerId }),
	answer: z.object({
		/** For the platform's approval: until then nothing can be published. */
		waits: z.boolean(),
		/** One whose host is shown to be the customer's. */
		domain: z.boolean(),
		/** While there is none: the newest of those that wait for it. */
		unproven: z.object({ id: Id, domain: z.string() }).nullable(),
		banner: z.boolean(),
		/** A look found the snippet on a start page, or a banner brought a choice. */
		snippet: z.boolean(),
		choice: z.boolean(),
		/** Whether the customer has content management: without it the three below are no steps of theirs. */
		campaigns: z.boolean(),
		/** An audience is approved. */
		audience: z.boolean(),
		/** A constellation is published. */
		message: z.boolean(),
		/** A mail server took a letter of a campaign; rehearsals are none. */
		sent: z.boolean(),
		/** Start page of a domain with a banner, the newest; null: there is none. */
		site: z.string().nullable(),
	}),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	limits: HEAVY,
	failure: 'error occured',
});
