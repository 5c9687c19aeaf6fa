/** Addresses are kept 30 days: a daily job removes older ones, customer by customer. */
import { IP_KEPT_DAYS } from '@luvalla/contract/constants.ts';
import { forEach } from '#kernel/jobs/each.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { allCustomers } from '../../tenancy/wing.ts';

export const forgetAddresses = async (storage: Storage): Promise<void> => {
	await forEach(await allCustomers(storage.across), (customerId) =>
		storage.inTenant(customerId, (tx) =>
			tx.run(sql`delete from consent_record_ip where customer_id = ${customerId}
					and received_at < now() - make_interval(days => ${IP_KEPT_DAYS})`),
		),
	);
};
