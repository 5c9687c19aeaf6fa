import { type Audience, approveAudience, audiences, removeAudience } from '@luvalla/contract/profiles/audiences';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { DraftList } from '#portal/ui/list/DraftList.tsx';
import { NumberedStatus } from '#portal/ui/NumberedStatus.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { type AudienceSearch, audienceSearch } from './audiences.search.ts';
import { type AudienceTexts, useAudienceTexts } from './texts.ts';

/** More segments than these are counted. */
const MOST_NAMED = 3;

/** What the list asks for. */
const asked = (search: AudienceSearch) => ({ query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } });

/** `/audiences`: the audiences of the header's domain; to ADMIN of every domain of the page's customer. */
export function AudiencesScreen() {
	const t = useAudienceTexts();
	const [search, patch] = useScreenSearch(audienceSearch);
	const place = usePlace(search);
	const { page, chosen, scope } = place;
	const list = useQuery({ ...asList(audiences, asked(search), scope), enabled: page.customerId !== null && chosen });
	const approve = useCall(approveAudience, { reload: [audiences], scope });
	const remove = useCall(removeAudience, { reload: [audiences], scope: { customerId: page.customerId, domainId: null } });
	const columns: Column<Audience>[] = [
		{ key: 'segments', header: t('segments'), cell: (row) => <Parts row={row} /> },
		{ key: 'joined', header: t('joined'), cell: (row) => (row.isAnd ? t('joinedAll') : t('joinedAny')), width: 80 },
		{ key: 'status', header: t('status'), sort: 'status', cell: (row) => <NumberedStatus status={row.status} />, width: 80 },
	];
	return (
		<DraftList
			name="audiences"
			t={t}
			place={place}
			path="/audiences"
			query={list}
			columns={columns}
			changedAt={(row) => row.changedAt}
			statuses={{ 0: t('draft'), 5: t('approved') }}
			approve={{ label: t('approve'), call: approve }}
			remove={remove}
			search={search}
			onSearch={patch}
			views={{ call: audiences, count: async (given) => (await ask(audiences, asked(audienceSearch.parse(given)), scope)).page }}
		/>
	);
}

/** *Club members, Turku and 2 more*, and how many consents are asked for besides. */
function Parts({ row }: { row: Audience }) {
	const t = useAudienceTexts();
	return (
		<>
			{partsText(t, row)}
			{row.consents.length > 0 ? <span className="aside block">{t('consentsToo', { count: row.consents.length })}</span> : null}
		</>
	);
}

const partsText = (t: AudienceTexts, { segments }: Audience): string => {
	const names = segments.slice(0, MOST_NAMED).map(({ segmentName }) => segmentName);
	const over = segments.length - names.length;
	return over > 0 ? t('moreSegments', { names: names.join(', '), number: over }) : names.join(', ');
};
