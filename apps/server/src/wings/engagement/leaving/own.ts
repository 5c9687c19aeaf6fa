/** What the reader of a letter chose of what they permit, and what of it a link of a letter may change. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import type { OwnCap } from '@luvalla/contract/people/own-choice.ts';
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { channelNoesOf, ownCapOf } from '../../people/wing.ts';

/** Within which a no of the page may be taken back on the page. */
export const UNDO_MS = 86_400_000;

/** A channel that the customer's purposes are permitted by. */
export interface OwnChannel {
	readonly channel: Channel;
	readonly on: boolean;
	/** It was turned off by a link of a letter, a moment ago: so it may be turned on again. */
	readonly mayUndo: boolean;
}

export interface OwnReader {
	readonly channels: readonly OwnChannel[];
	readonly cap: OwnCap | null;
}

/** @param used channels that anything comes by */
export const readOwn = async (tx: Tx, customerId: number, members: readonly string[], used: readonly Channel[]): Promise<OwnReader> => {
	const noes = await channelNoesOf(tx, customerId, members);
	const since = new Date(now().getTime() - UNDO_MS);
	return {
		channels: CHANNELS.flatMap((channel): OwnChannel[] => {
			const own = noes.filter((one) => one.channel === channel);
			if (own.length === 0 && !used.includes(channel)) return [];
			return [{ channel, on: own.length === 0, mayUndo: own.every(({ way, at }) => way === 'letter' && at > since) }];
		}),
		cap: await ownCapOf(tx, customerId, members),
	};
};
