/** What nobody confirmed in time is erased, and to whom letters went is forgotten. */

import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { BATCH } from '#kernel/storage/lists.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { lapse } from './requests.ts';

/** The longest that a form may ask to send one letter alone. */
const REMEMBERED_DAYS = 30;

const Customer = row({ customer_id: int });

/** Customer by customer, a short transaction a thousand. */
export const lapseAll = async ({ storage }: Pick<Kernel, 'storage'>, part = newPart()): Promise<void> => {
	const before = new Date(now().getTime() - REMEMBERED_DAYS * 86_400_000);
	for (let customerId = 0; ; ) {
		const after = customerId;
		const next = await storage.across.first(
			Customer,
			sql`select min(c.customer_id) as customer_id from (
				(select customer_id from signup_request where customer_id > ${after} order by customer_id limit 1)
				union all (select customer_id from signup_mailed where customer_id > ${after} order by customer_id limit 1)) c
			having min(c.customer_id) is not null`,
		);
		if (!next) break;
		customerId = next.customer_id;
		while ((await storage.inTenant(customerId, (tx) => lapse(tx, customerId, part))) === BATCH);
		await storage.inTenant(customerId, (tx) =>
			tx.run(sql`delete from signup_mailed where customer_id = ${customerId} and mailed_at < ${before}`),
		);
	}
	await storage.inPlatform((tx) => tx.run(sql`delete from signup_letter where mailed_at < ${new Date(now().getTime() - 86_400_000)}`));
};

export const lapseDaily = ({ storage, jobs }: Pick<Kernel, 'storage' | 'jobs'>): Promise<void> =>
	jobs.schedule('signup-lapse', '*/20 * * * *', () => lapseAll({ storage }));
