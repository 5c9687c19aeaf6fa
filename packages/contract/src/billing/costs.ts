/** What was spent, by month. calls.md section 7, "Customers". */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId } from '../fields.ts';
import { SPENDINGS } from './credits.ts';

/** What the value of a month says, as JSON. */
export const MonthCost = z.object({
	/** All that was spent, in millionths of a credit. */
	micros: z.int(),
	/** Of it, by what it was spent on. */
	kinds: z.record(z.enum(SPENDINGS), z.int()),
	/** What a credit costs today, without VAT. */
	creditPriceCents: z.int(),
	currency: z.string(),
});
export type MonthCost = z.infer<typeof MonthCost>;

export const costing = call({
	method: 'GET',
	path: '/customer/{id}/costing/all',
	about:
		'What a customer spent, by month (`key`, YYYY-MM in Europe/Helsinki) from the first to the current one, the earliest first; `value` is JSON: { micros, kinds, creditPriceCents, currency }.',
	params: z.object({ id: CustomerId }),
	answer: z.array(z.object({ key: z.string().regex(/^\d{4}-\d{2}$/), value: z.string() })),
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'Something went wrong',
});
