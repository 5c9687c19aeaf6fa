import { allDomains } from '@luvalla/contract/tenancy/domains';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { DomainList } from './DomainList.tsx';
import { customerFilterOf, type DomainSearch, domainSearch } from './domains.search.ts';
import { useDomainTexts } from './texts.ts';

/** What the list asks for. */
const asked = (search: DomainSearch) => ({
	query: { ...listQueryOf(search), banner: search.banner, proof: search.proof, filter: customerFilterOf(search) },
});

/** `/domains`: every domain of every customer, for ADMIN. */
export function AllDomainListScreen() {
	const t = useDomainTexts();
	const [search, patch] = useScreenSearch(domainSearch);
	const query = useQuery(asList(allDomains, asked(search)));
	return (
		<DomainList
			name="domains"
			title={t('allTitle')}
			query={query}
			search={search}
			patch={patch}
			views={{ call: allDomains, count: async (given) => (await ask(allDomains, asked(domainSearch.parse(given)))).page }}
		/>
	);
}
