/** Whether whoever asks may see somebody: one answer for a person's consents and for what else is known of them. */
import type { Scope } from '#kernel/access/decide.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, knownSince, membersOf, readIdentifiers, type Within } from '../../people/wing.ts';
import { readHistory } from './people-store.ts';

/** Whose eyes see: a domain's own admin those of their domains, whoever answers for the customer everybody. */
export const withinOf = (scope: Scope): Within => (scope.domains === 'all' ? null : [...scope.domains]);

/**
 * Who an id leads to. A person of other domains is nobody: to a domain's own admin those are somebody who are known on their domains
 * by something, or said something there.
 * @throws Refused 404
 */
export const demandKnown = async (tx: Tx, scope: Scope, id: string): Promise<Cluster> => {
	const { customerId } = scope;
	const person = id.toLowerCase();
	if ((await knownSince(tx, customerId, person)) === null) throw refuse('not_found');
	const cluster = await membersOf(tx, customerId, person);
	const within = withinOf(scope);
	if (within === null) return cluster;
	if ((await readIdentifiers(tx, customerId, cluster.members, within)).length > 0) return cluster;
	if ((await readHistory(tx, customerId, cluster.members, { domainIds: within }, 1)).length > 0) return cluster;
	throw refuse('not_found');
};
