/** Costs by activity and by contact (calls.md, "Reports and dashboards"); by month they are billing's (`costing`). */
import * as z from 'zod';
import { SPENDINGS } from '../billing/credits.ts';
import { call } from '../call.ts';

const readers = ['admin', 'partner', 'customerAdmin'] as const;

/** What the value of an activity says, as JSON. */
export const ActivityCost = z.object({
	kind: z.enum(SPENDINGS),
	/** Code of the channel that was sent by; null where nothing was sent. */
	channel: z.int().nullable(),
	/** Messages, scans or records that were paid for. */
	count: z.int(),
	/** Millionths of a credit, all and for one (the mean, rounded). */
	micros: z.int(),
	oneMicros: z.int(),
	creditPriceCents: z.int(),
	currency: z.string(),
});
export type ActivityCost = z.infer<typeof ActivityCost>;

export const costPerActivity = call({
	method: 'GET',
	path: '/manage/customer/costperactivity',
	about:
		'What a month (YYYY-MM in Europe/Helsinki, default the current one) cost by activity: `key` is the channel’s word, `scans` or `stored`, `value` JSON: { kind, channel, count, micros, oneMicros, creditPriceCents, currency }.',
	query: z.object({
		month: z
			.string()
			.regex(/^\d{4}-(0[1-9]|1[0-2])$/)
			.optional(),
	}),
	answer: z.array(z.object({ key: z.string(), value: z.string() })),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

/** What the value of a channel says, as JSON. */
export const ContactCost = z.object({
	/** Code of the channel. */
	channel: z.int(),
	/** Millionths of a credit for one message, and for all of `count`. */
	oneMicros: z.int(),
	micros: z.int(),
	creditPriceCents: z.int(),
	currency: z.string(),
});
export type ContactCost = z.infer<typeof ContactCost>;

export const costPerContact = call({
	method: 'GET',
	path: '/manage/customer/costpercontact',
	about:
		'What it costs today to write to so many contacts once, by channel: `key` is the channel’s word, `value` JSON: { channel, oneMicros, micros, creditPriceCents, currency }. A text message counts as one part.',
	query: z.object({ count: z.coerce.number().int().min(1).max(100_000_000).default(1) }),
	answer: z.array(z.object({ key: z.string(), value: z.string() })),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});
