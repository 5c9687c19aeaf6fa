/** The domains of a page and the customers of the installation, as filters of lists. */
import { MOST_PICKED } from '@luvalla/contract/tenancy/customers';
import { useKitTexts } from '../texts.ts';
import { useCustomers } from './customers.ts';
import type { Filter } from './Filters.tsx';

/** One of the page's domains, as a list's filter (the URL's `domain`). */
export function useDomainFilter(domains: readonly { id: string; domain: string }[], value: string | undefined): Filter {
	const t = useKitTexts();
	return { key: 'domain', name: t('domain'), options: domains.map((one) => ({ value: one.id, label: one.domain })), value };
}

/** One of all customers, as a filter of ADMIN's lists (the URL's `customer`). */
export function useCustomerFilter(value: number | undefined, wanted = true): Filter {
	const t = useKitTexts();
	const { customers, onType } = useCustomers(value, wanted);
	return {
		key: 'customer',
		name: t('customer'),
		options: customers.map((one) => ({ value: String(one.customerId), label: one.customerName })),
		value: value === undefined ? undefined : String(value),
		...(customers.length >= MOST_PICKED && { onType }),
	};
}
