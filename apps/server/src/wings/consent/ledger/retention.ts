/** Addresses are kept 30 days: a daily job removes older ones, customer by customer. */
import { IP_KEPT_DAYS } from '@luvalla/contract/constants.ts';
import type { Storage } from '#kernel/storage/storage.ts';

export const forgetAddresses = async (storage: Storage): Promise<void> => {
	const customers = await storage.across.query<{ customer_id: number }>('select customer_id from customer');
	for (const { customer_id } of customers) {
		await storage.inTenant(customer_id, (tx) =>
			tx.query(`delete from consent_record_ip where customer_id = $1 and received_at < now() - make_interval(days => $2)`, [
				customer_id,
				IP_KEPT_DAYS,
			]),
		);
	}
};
