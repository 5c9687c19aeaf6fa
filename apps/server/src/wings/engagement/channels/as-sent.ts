/** A message as it would leave, before it is known by which connector: for whoever looks at it or tries it out. */
import type { Channel } from '@luvalla/contract/channels.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { listConnectors } from '../../profiles/wing.ts';
import { sendingBy } from './all.ts';
import type { As, ChannelParts } from './channel.ts';

/** By the only connector of the channel's kind that is in use, or as without one. */
export const asSent = async (tx: Tx, parts: Pick<ChannelParts, 'secrets' | 'settings'>, customerId: number, word: Channel): Promise<As> => {
	const channel = sendingBy(word);
	if (!channel?.as) return (made) => made;
	const usable = (await listConnectors(tx, customerId, null)).filter((one) => one.is_active && one.type === channel.connector);
	return channel.as(parts, customerId, (usable.length === 1 && usable[0]) || null);
};
