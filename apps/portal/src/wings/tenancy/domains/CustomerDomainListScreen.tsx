import { customerDomains } from '@luvalla/contract/tenancy/domains';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { DomainList } from './DomainList.tsx';
import { domainSearch } from './domains.search.ts';
import { useDomainTexts } from './texts.ts';

/** `/customerdomains`: the domains of the current customer; ADMIN picks the customer on the page. */
export function CustomerDomainListScreen() {
	const t = useDomainTexts();
	const [search, patch] = useScreenSearch(domainSearch);
	const page = usePageCustomer(search, patch);
	const { customerId } = page;
	const query = useQuery({
		...asList(customerDomains, { params: { id: customerId ?? 0 }, query: { ...listQueryOf(search), banner: search.banner } }),
		enabled: customerId !== null,
	});
	return <DomainList name="customerdomains" title={t('title')} query={query} search={search} patch={patch} page={page} />;
}
