/** What an address stands for beyond the person who has it now: call these where addresses are added, and where they are taken away. */
import type { Secrets } from '#kernel/secrets.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../persons/clusters.ts';
import { remembersAny } from './objections.ts';
import { carryChannelNoes, heedChannelNoes } from './own-choice.ts';
import { carryStops, heedStops, isAddress, type OwnedBy } from './stops.ts';

type Hashing = Pick<Secrets, 'hmac'>;

/** Whoever comes to be known by an address has said what was said for good by whoever had it. */
export const heedNoes = async (tx: Tx, secrets: Hashing, customerId: number, added: readonly OwnedBy[]): Promise<void> => {
	const addresses = added.filter(isAddress);
	if (addresses.length === 0 || !(await remembersAny(tx, customerId))) return;
	await heedStops(tx, secrets, customerId, addresses);
	await heedChannelNoes(tx, secrets, customerId, addresses);
};

/** Of what is about to lead to nobody, what was said for good stays remembered. Call it before it is taken away. */
export const carryNoes = async (tx: Tx, secrets: Hashing, customerId: number, leaving: readonly OwnedBy[]): Promise<void> => {
	const addresses = leaving.filter(isAddress);
	if (addresses.length === 0) return;
	const clusters = await clustersOf(tx, customerId, new Set(addresses.map(({ person }) => person)));
	const membersOf = (person: string): readonly string[] => clusters.get(person)?.members ?? [person];
	await carryStops(tx, secrets, customerId, addresses, membersOf);
	await carryChannelNoes(tx, secrets, customerId, addresses, membersOf);
};
