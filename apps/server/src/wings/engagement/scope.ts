/** Which domains a call of this wing is about. */
import type { Scope } from '#kernel/access/decide.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const refuseScope = refusals({
	domain_wanted: [422, 'Choose the domain that this is for.', 'Valitse verkkotunnus, jota varten tämä on.'],
});

/** Domains that are listed; null: all of the customer's. */
export const domainsOf = ({ domains, domainId }: Scope): string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

/** Domains of things that are named by their ids, whichever domain the call names; null: all of the customer's. */
export const ownDomainsOf = (scope: Scope): string[] | null => domainsOf({ ...scope, domainId: null });

const DomainRow = row({ domain_id: uuid });

/** The domain that something new is for: of the call, or by the host that is sent. @throws Refused 422 domain_wanted, 404 */
export const domainFor = async (tx: Tx, scope: Scope, host: string | undefined): Promise<string> => {
	if (scope.domainId !== null) return scope.domainId;
	const named = host?.toLowerCase();
	const [found] =
		named === undefined
			? []
			: await tx.rows(
					DomainRow,
					sql`select domain_id from domain where customer_id = ${scope.customerId} and (host = ${named} or domain_id::text = ${named})`,
				);
	if (!found) throw refuseScope('domain_wanted');
	if (scope.domains !== 'all' && !scope.domains.has(found.domain_id)) throw refuse('not_found');
	return found.domain_id;
};
