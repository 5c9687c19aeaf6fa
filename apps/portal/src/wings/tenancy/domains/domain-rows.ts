/** All rows of the list shown, for its export. */
import { allDomains, customerDomains, type Domain } from '@luvalla/contract/tenancy/domains';
import { readAll } from '#portal/lib/read-all.ts';

interface Narrowed {
	q?: string;
	sort?: string;
	banner?: 'published' | 'none';
}

/** @param customerId null for the domains of all customers */
export function readDomainRows(customerId: number | null, narrowed: Narrowed): Promise<Domain[]> {
	return customerId === null
		? readAll(
				allDomains,
				(page) => ({ query: { ...page, ...narrowed } }),
				(data) => data,
			)
		: readAll(
				customerDomains,
				(page) => ({ params: { id: customerId }, query: { ...page, ...narrowed } }),
				(data) => data,
			);
}
