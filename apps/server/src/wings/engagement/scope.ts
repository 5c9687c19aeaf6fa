/** Which domains a call of this wing is about. */
import type { Scope } from '#kernel/access/decide.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainIdsNamed, holdDomain } from '../tenancy/wing.ts';

const refuseScope = refusals({
	domain_wanted: [422, 'Choose the domain that this is for.', 'Valitse verkkotunnus, jota varten tämä on.'],
});

/** Domains that are listed; null: all of the customer's. */
export const domainsOf = ({ domains, domainId }: Scope): string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

/** Domains of things that are named by their ids, whichever domain the call names; null: all of the customer's. */
export const ownDomainsOf = (scope: Scope): string[] | null => domainsOf({ ...scope, domainId: null });

/** The domain that something new is for: of the call, or by the host or id that is sent. @throws Refused 422 domain_wanted, 404 */
export const domainFor = async (tx: Tx, scope: Scope, host: string | undefined): Promise<string> => {
	const [named] = scope.domainId !== null || host === undefined ? [] : await domainIdsNamed(tx, scope.customerId, [host]);
	const found = scope.domainId ?? named;
	if (!found) throw refuseScope('domain_wanted');
	if (scope.domains !== 'all' && !scope.domains.has(found)) throw refuse('not_found');
	if (!(await holdDomain(tx, scope.customerId, found))) throw refuse('not_found');
	return found;
};
