/** Portal activity: `GET /admin/activity`. */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { At, CustomerId, Id } from '../fields.ts';

export const Activity = z.object({
	id: Id,
	at: z.string(),
	/** Who acted, and as whom in an assisted session. */
	who: z.string().nullable(),
	asWhom: z.string().nullable(),
	action: z.string(),
	thing: z.string(),
	thingId: z.string(),
	customerId: z.int().nullable(),
	customerName: z.string().nullable(),
	fields: z.array(z.string()),
	/** Truncated network. */
	network: z.string().nullable(),
	before: z.record(z.string(), z.unknown()).nullable(),
	after: z.record(z.string(), z.unknown()).nullable(),
});
export type Activity = z.infer<typeof Activity>;

export const activity = call({
	method: 'GET',
	path: '/admin/activity',
	about: 'Who did what to which thing, newest first; filtered by person, customer, action and time. `q` searches person, action and thing.',
	query: z.object({
		...listQuery,
		person: z.string().max(254).optional(),
		customerId: CustomerId.optional(),
		action: z.string().max(40).optional(),
		from: At.optional(),
		to: At.optional(),
	}),
	answer: z.array(Activity),
	paged: true,
	may: ['admin'],
	on: 'platform',
	failure: 'Opps, we faced problems while fetching activity data.',
});
