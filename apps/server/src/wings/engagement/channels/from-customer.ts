/** Who messages are from by channels that name no sender: the customer. */
import { readCustomer } from '../../tenancy/wing.ts';
import type { Channel } from './channel.ts';

export const fromCustomer: Channel['sender'] = async ({ storage }, customerId) => {
	const customer = await storage.inTenant(customerId, (tx) => readCustomer(tx, customerId));
	return { name: customer?.name ?? '', address: '', postal: customer?.address ?? '' };
};
