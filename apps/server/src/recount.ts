/** Every count of every customer held against the rows it counts; `npm run recount` says what it finds. */
import type { Client } from 'pg';
import { differing, repairing } from '#kernel/tally/recount.ts';
import { purposeRecount } from './wings/consent/wing.ts';
import { deliveryRecount } from './wings/engagement/wing.ts';
import { rollUpRecounts } from './wings/insight/wing.ts';

/**
 * Counters of which there are rows; roll-ups after what they are made of. Views of banners and links followed by nobody known have none:
 * their counts are all there is.
 */
const RECOUNTS = [
	{
		table: deliveryRecount.counter.table,
		differing: (customerId: number) => differing(deliveryRecount, customerId),
		repairing: (customerId: number) => repairing(deliveryRecount, customerId),
	},
	...rollUpRecounts,
	purposeRecount,
];

/** What was found of a counter. */
export interface Recounted {
	readonly table: string;
	readonly customers: number;
	/** Counts that are, or were, not those of the rows. */
	readonly differences: number;
}

/** A statement a customer, beside a working server. @param repairs puts right what differs */
export const recount = async (owner: Client, repairs: boolean): Promise<Recounted[]> => {
	const { rows: customers } = await owner.query<{ id: number }>('select customer_id as id from customer order by customer_id');
	const found: Recounted[] = [];
	for (const one of RECOUNTS) {
		let differences = 0;
		for (const { id } of customers) differences += (await owner.query(repairs ? one.repairing(id) : one.differing(id))).rowCount ?? 0;
		found.push({ table: one.table, customers: customers.length, differences });
	}
	return found;
};
