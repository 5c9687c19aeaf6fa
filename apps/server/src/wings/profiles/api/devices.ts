/** Apps that take messages, registered and removed in batches. */

import type { DeviceOutcome, DeviceToken, GoneOutcome, GoneToken } from '@luvalla/contract/profiles/api.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockPeople } from '../../people/wing.ts';
import { keepTokens, removeTokens } from '../devices/store.ts';
import type { Take } from './items.ts';
import { isRefusal, keepNames, namesBy, type Placed, type Refusal, refusedAs, type Sender, settle, unnamed } from './items.ts';

/** Takes a batch in its order; what is refused changes nothing and makes nobody known. */
export const takeDevices: Take<DeviceToken, DeviceOutcome> = async (tx, kernel, sender, items, language) => {
	const { customerId, domainId } = sender;
	await lockPeople(tx, customerId);
	const judge = async (placed: readonly (Placed<DeviceToken> | null)[]) => placed.map((one) => one && { who: one.who, item: one.item });
	const settled = await settle(items, namesBy(tx, sender), unnamed, judge);
	const taken = settled.flatMap((one) => (isRefusal(one) ? [] : [one]));
	await keepNames(tx, kernel, sender, taken);
	const renewed = await keepTokens(
		tx,
		customerId,
		domainId,
		taken.map(({ who, item }) => ({
			token: item.token,
			own: who.own,
			cluster: who.cluster,
			platform: item.platform,
			topics: item.topics,
		})),
	);
	return settled.map((one) =>
		isRefusal(one)
			? refusedAs(one, language)
			: { outcome: renewed.has(one.item.token) ? 'renewed' : 'registered', code: null, fields: null, luvallaId: one.who.person },
	);
};

/** A domain's own machine takes away what was registered there. */
export const takeGone = async (
	tx: Tx,
	{ customerId, within }: Sender,
	items: readonly (GoneToken | Refusal)[],
	language: Language,
): Promise<GoneOutcome[]> => {
	const tokens = items.flatMap((one) => (isRefusal(one) ? [] : [one.token]));
	const removed = await removeTokens(tx, customerId, tokens, within);
	const said = new Set<string>();
	return items.map((one): GoneOutcome => {
		if (isRefusal(one)) {
			const { outcome, code, fields } = refusedAs(one, language);
			return { outcome, code, fields };
		}
		const isGone = removed.has(one.token) && !said.has(one.token);
		said.add(one.token);
		return { outcome: isGone ? 'removed' : 'unchanged', code: null, fields: null };
	});
};
