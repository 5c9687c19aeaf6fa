/** Which domains a call of this wing is about. */
import type { Scope } from '#kernel/access/decide.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainFor as domainNamed } from '../tenancy/wing.ts';

const refuseScope = refusals({
	domain_wanted: [422, 'Choose the domain that this is for.', 'Valitse verkkotunnus, jota varten tämä on.'],
});

/** Domains that are listed; null: all of the customer's. */
export const domainsOf = ({ domains, domainId }: Scope): string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

/** Domains of things that are named by their ids, whichever domain the call names; null: all of the customer's. */
export const ownDomainsOf = (scope: Scope): string[] | null => domainsOf({ ...scope, domainId: null });

/** The domain that something new is for: of the call, or by the host or id that is sent. @throws Refused 400 by `domain`, 422 domain_wanted, 404 */
export const domainFor = (tx: Tx, scope: Scope, named: string | undefined): Promise<string> =>
	domainNamed(tx, scope, named, () => refuseScope('domain_wanted'));
