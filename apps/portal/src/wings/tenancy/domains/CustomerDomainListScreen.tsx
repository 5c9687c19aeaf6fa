import { customerDomains } from '@luvalla/contract/tenancy/domains';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { DomainList } from './DomainList.tsx';
import { type DomainSearch, domainSearch } from './domains.search.ts';
import { useDomainTexts } from './texts.ts';

/** What the list asks for. */
const asked = (customerId: number | null, search: DomainSearch) => ({
	params: { id: customerId ?? 0 },
	query: { ...listQueryOf(search), banner: search.banner, proof: search.proof },
});

/** `/customerdomains`: the domains of the current customer; ADMIN picks the customer on the page. */
export function CustomerDomainListScreen() {
	const t = useDomainTexts();
	const { search, patch, page, customerId } = usePage(domainSearch);
	const query = useQuery({
		...asList(customerDomains, asked(customerId, search)),
		enabled: customerId !== null,
	});
	return (
		<DomainList
			name="customerdomains"
			title={t('title')}
			query={query}
			search={search}
			patch={patch}
			page={page}
			views={{
				call: customerDomains,
				count: async (given) => (await ask(customerDomains, asked(customerId, domainSearch.parse(given)))).page,
			}}
		/>
	);
}
