/** Changing what is known of people, so that rules follow. */
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import { touchPersons } from '../rules/follow.ts';
import { changeFacts, type FactChange } from './facts.ts';

/** Call it under `lockPeople`. */
export const changeProfiles = async (
	tx: Tx,
	customerId: number,
	changes: readonly { readonly cluster: Cluster; readonly change: FactChange }[],
): Promise<void> => {
	await changeFacts(tx, customerId, changes);
	await touchPersons(
		tx,
		customerId,
		changes.map(({ cluster }) => cluster.kept),
	);
};
