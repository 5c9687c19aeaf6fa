import { removeSignupForm, type SignupForm, signupForms } from '@luvalla/contract/consent/forms';
import { purposes } from '@luvalla/contract/consent/purposes';
import { useQuery } from '@tanstack/react-query';
import { asList, asQuery, useCall } from '#portal/lib/calls.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';
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
	const place = usePlace(search);
	const { page, chosen, scope } = place;
	const list = useQuery({ ...asList(signupForms, asked(search), scope), enabled: page.customerId !== null && chosen });
	const names = usePurposeNames(place);
	const remove = useCall(removeSignupForm, { reload: [signupForms], scope: { customerId: page.customerId, domainId: null } });
	const columns: Column<SignupForm>[] = [
		{ key: 'purpose', header: t('asksFor'), cell: (row) => names(row), width: 180 },
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

/** What the purpose of a form is called in the person's language; as it is stored where its words did not come. */
function usePurposeNames({ page: { customerId }, domain }: ReturnType<typeof usePlace>) {
	const language = useLanguage();
	const asked = useQuery({
		...asQuery(purposes, { params: { customerId: customerId ?? 0 }, query: domain ? { domainId: domain.id } : {} }),
		enabled: customerId !== null,
	});
	return ({ purpose, config }: SignupForm): string => {
		// a line is kept for it: an English name that turns Finnish would be read twice
		if (asked.isPending) return '\u00a0';
		const known = asked.data?.data.find(({ id }) => id === config.purposeId);
		return known ? purposeName(known, language) : purpose;
	};
}
