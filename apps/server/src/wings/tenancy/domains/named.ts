/** The domain of something new: named by the header DOMAIN_KEY, by the body, or by both. */
import type { Scope } from '#kernel/access/decide.ts';
import { type Refused, refuse, type Sentences } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainIdsNamed, holdDomain } from './store.ts';

const OTHER_DOMAIN: Sentences = {
	en: 'The header DOMAIN_KEY names another domain: name one and the same, or leave one of them out',
	fi: 'Otsake DOMAIN_KEY nimeää toisen verkkotunnuksen: nimeä kummassakin sama, tai jätä toinen pois',
};

/**
 * The domain that something new is for, held until the transaction ends.
 * @param named a host name or an id, as the body has it; empty: it names none
 * @param wanted what is said where neither names one
 * @throws Refused 400 invalid by the field `domain` where the two name different ones; `wanted`; 404
 */
export const domainFor = async (tx: Tx, scope: Scope, named: string | null | undefined, wanted: () => Refused): Promise<string> => {
	const { customerId, domains, domainId } = scope;
	const [inBody] = named ? await domainIdsNamed(tx, customerId, [named]) : [];
	// Whoever named the one would find it on the other.
	if (named && domainId !== null && inBody !== domainId) throw refuse('invalid', { domain: OTHER_DOMAIN });
	const found = domainId ?? inBody;
	if (!found) throw wanted();
	if (domains !== 'all' && !domains.has(found)) throw refuse('not_found');
	if (!(await holdDomain(tx, customerId, found))) throw refuse('not_found');
	return found;
};
