/** Whose things a page shows, where they are a domain's: the header's customer and domain, or what ADMIN picks on the page. */
import type { Scope } from '#portal/lib/client.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import type { PickerSearch } from './picker-search.ts';
import { type PageCustomer, usePageCustomer } from './pickers.tsx';

export interface NamedDomain {
	id: string;
	domain: string;
}

export interface Place {
	page: PageCustomer;
	/** That things are made for: those the person administers. */
	domains: readonly NamedDomain[];
	/** The one that is chosen. */
	domain: NamedDomain | null;
	/** Of the calls: the customer, and the domain where one is chosen. */
	scope: Scope;
}

/**
 * The customer and the domain of a page about a domain's things. Everybody but ADMIN has them in the header; a domain counts only where
 * they are its admin (portal.md section 6).
 */
export function usePlace(search: PickerSearch, patch: Parameters<typeof usePageCustomer>[1]): Place {
	const person = usePerson();
	const page = usePageCustomer(search, patch);
	const { customerId } = page;
	const domains = person.isAdmin ? page.domains : person.mappedDomains.filter((one) => one.customerId === customerId && one.isAdmin);
	const wanted = person.isAdmin ? search.domain : person.currentDomain?.id;
	const domain = domains.find(({ id }) => id === wanted) ?? null;
	return { page, domains, domain, scope: { customerId, domainId: domain?.id ?? null } };
}
