/** Whose things a page shows, where they are a domain's: the header's customer and domain, or what ADMIN picks on the page. */
import type { Scope } from '#portal/lib/client.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { type PickerSearch, whoseOf } from './list/picker-search.ts';
import { type PageCustomer, usePageCustomer } from './list/pickers.tsx';

export interface NamedDomain {
	id: string;
	domain: string;
}

export interface Place {
	page: PageCustomer;
	/** That can be chosen here. */
	domains: readonly NamedDomain[];
	/** The one that is chosen. */
	domain: NamedDomain | null;
	/** There is something to list: a domain is chosen, or ADMIN sees those of all. */
	chosen: boolean;
	/** Of the calls: the customer, and the domain where one is chosen. */
	scope: Scope;
	/** ADMIN's choice as the address of another page carries it. */
	address: Record<string, string>;
}

/**
 * The customer and the domain of a page about a domain's things. Everybody but ADMIN has them in the header.
 * @param administered only domains that the person is admin of count (portal.md section 6)
 */
export function usePlace(search: PickerSearch, administered = true): Place {
	const person = usePerson();
	const page = usePageCustomer(search);
	const { customerId } = page;
	const domains = person.isAdmin
		? page.domains
		: person.mappedDomains.filter((one) => one.customerId === customerId && (one.isAdmin || !administered));
	const wanted = person.isAdmin ? search.domain : person.currentDomain?.id;
	const domain = domains.find(({ id }) => id === wanted) ?? null;
	return {
		page,
		domains,
		domain,
		chosen: person.isAdmin || domain !== null,
		scope: { customerId, domainId: domain?.id ?? null },
		address: {
			...whoseOf(search),
			...(person.isAdmin && search.domain ? { domain: search.domain } : {}),
		},
	};
}

/** For `FormDrawer`: a form about one of the domains waits until they are known, and says so where there are none. */
export const domainsOf = ({ page: { list } }: Place) => ({ ...list, isSuccess: !list.isPending && !list.isError });
