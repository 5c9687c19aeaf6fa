/** How long a customer's statistics are kept: the sums behind dashboards, trends and reports. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId } from '../fields.ts';

/** The choices in months: a year, two, three and five with a month over, so that the year before can be compared. */
export const KEPT_MONTHS = [13, 25, 37, 61] as const;

/** How long a shorter time waits before it holds. */
export const KEPT_SHORTER_DAYS = 7;

const Months = z.literal(KEPT_MONTHS);

export const KeptCounts = z.object({
	/** Null: for ever. */
	months: Months.nullable(),
	/** The first day of which anything is counted, `YYYY-MM-DD` in UTC; null: nothing yet. */
	firstDay: z.string().nullable(),
	/** A shorter time that was asked for: from when on it holds, unless it is cancelled before. */
	shortening: z.object({ months: Months, at: z.string() }).nullable(),
});
export type KeptCounts = z.infer<typeof KeptCounts>;

const of = {
	params: z.object({ id: CustomerId }),
	answer: KeptCounts,
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'error occured',
} as const;

export const keptCounts = call({
	...of,
	method: 'GET',
	path: '/manage/keptcounts/{id}',
	about: 'How long statistics of a customer are kept, and from when on there are any.',
});

export const changeKeptCounts = call({
	...of,
	method: 'PUT',
	path: '/manage/keptcounts/{id}',
	about:
		'Changes how long statistics of a customer are kept: 13, 25, 37 or 61 months, or for ever (null). A shorter time takes days away for good, and nothing brings them back: where anything is counted it takes fresh proof of who asks (403 confirm_identity) and holds after 7 days (`shortening`); any other time holds at once and cancels it. Records of consent and their proofs have a time of their own, by purpose.',
	body: KeptCounts.pick({ months: true }),
	success: 'Statistics updated successfully.',
});
