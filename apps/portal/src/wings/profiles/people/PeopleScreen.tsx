import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { ConsentList } from './ConsentList.tsx';
import { ProfileList } from './ProfileList.tsx';
import { peopleSearch } from './people.search.ts';

/** `/profiles` and `/domainprofiles`: people by what is known of them, or by what they said. */
export function PeopleScreen() {
	const [search, patch] = useScreenSearch(peopleSearch);
	const page = usePageCustomer(search);
	const List = search.show === 'consents' ? ConsentList : ProfileList;
	return <List search={search} patch={patch} page={page} />;
}
