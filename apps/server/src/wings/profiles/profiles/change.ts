/** Changing what is known of people, so that rules follow. */
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import { touchPersons } from '../rules/follow.ts';
import { changeFacts, type FactChange } from './facts.ts';

/** What this transaction has made known of people before it changes their profiles. */
export interface KnownSoFar {
	/** Of whom rules look again already. */
	readonly touched: ReadonlySet<string>;
	/** Who became known, with their numbers. */
	readonly newcomers: ReadonlyMap<string, number>;
}

/** Call it under `lockPeople`. */
export const changeProfiles = async (
	tx: Tx,
	customerId: number,
	changes: readonly { readonly cluster: Cluster; readonly change: FactChange }[],
	{ touched, newcomers }: KnownSoFar = { touched: new Set(), newcomers: new Map() },
): Promise<void> => {
	await changeFacts(tx, customerId, changes, newcomers);
	await touchPersons(
		tx,
		customerId,
		changes.flatMap(({ cluster }) => (touched.has(cluster.kept) ? [] : [cluster.kept])),
	);
};
