/** One search over everything that has a page of its own: what the portal's palette asks while somebody types. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId, Id } from '../fields.ts';

/** Of each kind no more are found: who looks for one of many types on. */
export const MOST_FOUND = 5;
/** Fewer letters find everything and mean nothing. */
export const FEWEST_LETTERS = 2;

export const Found = z.object({
	/** By the beginning of an address, a number or an id, or by three letters and more anywhere in one; `name` is what they are known by, or their id. */
	people: z.array(z.object({ id: Id, name: z.string() })),
	/** By a part of the host or of the name. */
	domains: z.array(z.object({ id: Id, domain: z.string(), name: z.string(), customerId: z.int(), customerName: z.string() })),
	/** Banners of both kinds, by a part of the title or of the domain's host. */
	banners: z.array(z.object({ id: Id, title: z.string(), type: z.union([z.literal(0), z.literal(1)]), domain: z.string() })),
	/** The one of this id. */
	records: z.array(z.object({ id: Id, purpose: z.string(), domain: z.string(), value: z.boolean(), at: At })),
	/** For ADMIN. */
	users: z.array(z.object({ email: z.string(), name: z.string() })),
	/** For ADMIN and partners. */
	customers: z.array(z.object({ id: z.int(), name: z.string() })),
	/** For ADMIN. */
	partners: z.array(z.object({ id: Id, name: z.string() })),
});
export type Found = z.infer<typeof Found>;

export const find = call({
	method: 'GET',
	path: '/manage/find',
	about: `Whatever the asker may see that matches, at most ${MOST_FOUND} of each kind: of one customer its people, domains, banners and records; beside it, for whom there are lists of them, customers, users, partners, and for ADMIN the domains of all. 404 for a customer that is none of the asker’s.`,
	query: z.object({
		q: z.string().trim().min(FEWEST_LETTERS).max(200).describe('What is looked for.'),
		customerId: CustomerId.optional().describe('Whose people, domains, banners and records; without it none of them.'),
	}),
	answer: Found,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	// somebody who types fast asks a few times a second
	limits: [{ by: 'asker', count: 300, seconds: 60 }],
	failure: 'error occured',
});
