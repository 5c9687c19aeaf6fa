/** Who messages are from by channels that name no sender: the customer. */
import { readCustomer } from '../../tenancy/wing.ts';
import type { Facts } from '../message.ts';
import type { Channel, ChannelParts } from './channel.ts';

export const fromCustomer: Channel['sender'] = async ({ storage }, customerId) => {
	const customer = await storage.inTenant(customerId, (tx) => readCustomer(tx, customerId));
	return { name: customer?.name ?? '', address: '', postal: customer?.address ?? '' };
};

/** Facts of a message that is looked at or tried out by a channel: as its runs have them. */
export const factsBy = async (channel: Channel | undefined, parts: ChannelParts, customerId: number, facts: Facts): Promise<Facts> =>
	channel?.sender === fromCustomer ? { ...facts, sender: await fromCustomer(parts, customerId, null) } : facts;
