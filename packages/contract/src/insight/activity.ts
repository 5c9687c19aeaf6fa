/** Portal activity: `GET /admin/activity`. */
import * as z from 'zod';
import { call, fileQuery, filterQuery, listQuery } from '../call.ts';
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
	/** What the thing is called now, else what it was called then; null where nobody knows any more. */
	thingName: z.string().nullable(),
	customerId: z.int().nullable(),
	customerName: z.string().nullable(),
	fields: z.array(z.string()),
	/** Truncated network. */
	network: z.string().nullable(),
	before: z.record(z.string(), z.unknown()).nullable(),
	after: z.record(z.string(), z.unknown()).nullable(),
});
export type Activity = z.infer<typeof Activity>;

const narrowing = {
	person: z.string().max(254).optional(),
	customerId: CustomerId.optional(),
	action: z.string().max(40).optional(),
	from: At.optional(),
	to: At.optional(),
	filter: filterQuery({ person: z.string().max(254), customerId: CustomerId, action: z.string().max(40), thing: z.string().max(60) }),
};

export const activity = call({
	method: 'GET',
	path: '/admin/activity',
	about:
		'Who did what to which thing, newest first; filters: person, customerId, action, thing; and a span of time. `q` searches person, action and thing.',
	query: z.object({ ...listQuery, ...narrowing }),
	answer: z.array(Activity),
	paged: true,
	may: ['admin'],
	on: 'platform',
	failure: 'Opps, we faced problems while fetching activity data.',
});

export const activityFile = call({
	method: 'GET',
	path: '/admin/activity/file',
	about: 'Who did what to which thing as CSV, newest first, narrowed as in the list.',
	query: z.object({ ...fileQuery, ...narrowing }),
	answer: z.string(),
	file: 'text/csv',
	may: ['admin'],
	on: 'platform',
	failure: 'Opps, we faced problems while fetching activity data.',
});
