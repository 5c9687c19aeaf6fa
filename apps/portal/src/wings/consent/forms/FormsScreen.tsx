import { removeSignupForm, type SignupForm, signupForms } from '@luvalla/contract/consent/forms';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { DraftList } from '#portal/ui/list/DraftList.tsx';
import { NumberedStatus } from '#portal/ui/NumberedStatus.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { type FormSearch, formSearch } from './forms.search.ts';
import { useFormTexts } from './texts.ts';

const asked = (search: FormSearch) => ({ query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } });

/** `/signupforms`: the forms of the header's domain; to ADMIN of every domain of the page's customer. */
export function FormsScreen() {
	const t = useFormTexts();
	const [search, patch] = useScreenSearch(formSearch);
	const place = usePlace(search, patch);
	const { page, chosen, scope } = place;
	const list = useQuery({ ...asList(signupForms, asked(search), scope), enabled: page.customerId !== null && chosen });
	const remove = useCall(removeSignupForm, { reload: [signupForms], scope: { customerId: page.customerId, domainId: null } });
	const columns: Column<SignupForm>[] = [
		{ key: 'purpose', header: t('asksFor'), cell: (row) => row.purpose, width: 180 },
		{ key: 'version', header: t('version'), cell: (row) => (row.version === 0 ? t('never') : String(row.version)), width: 90 },
		{ key: 'status', header: t('status'), cell: (row) => <NumberedStatus status={row.status} />, width: 130 },
	];
	return (
		<DraftList
			name="signupforms"
			about={t('about')}
			t={t}
			place={place}
			path="/signupforms"
			query={list}
			columns={columns}
			changedAt={(row) => row.savedAt}
			statuses={{ 0: t('draft'), 1: t('published') }}
			remove={remove}
			search={search}
			onSearch={patch}
		/>
	);
}
