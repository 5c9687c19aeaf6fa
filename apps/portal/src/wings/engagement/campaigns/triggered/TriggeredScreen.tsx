import {
	JOURNEY_STATES,
	pauseTriggered,
	removeTriggered,
	resumeTriggered,
	type Triggered,
	triggeredSend,
	triggeredSends,
} from '@luvalla/contract/engagement/journeys';
import { IconChartHistogram, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, asQuery, useCall } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { NoDomain } from '#portal/ui/NoDomain.tsx';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { CampaignTabs } from '../CampaignTabs.tsx';
import { JourneyDrawer } from './JourneyDrawer.tsx';
import { TriggeredBadge } from './TriggeredBadge.tsx';
import { useTriggeredTexts } from './texts.ts';
import { type TriggeredSearch, triggeredSearch } from './triggered.search.ts';

const asked = (search: TriggeredSearch) => ({ query: { ...listQueryOf(search), filter: filterOf({ state: search.state }) } });

/** `/campaigns/triggered`: the triggered sends of the header's domain; to ADMIN of every domain of the page's customer. */
export function TriggeredScreen() {
	const t = useTriggeredTexts();
	const [search, patch] = useScreenSearch(triggeredSearch);
	const { isAdmin } = usePerson();
	const place = usePlace(search);
	const { page, domains, chosen, scope, address } = place;
	const ofDomain = useDomainFilter(domains, search.domain);
	const list = useQuery({ ...asList(triggeredSends, asked(search), scope), enabled: page.customerId !== null && chosen });
	const settings = { reload: [triggeredSends, triggeredSend], scope };
	const pause = useCall(pauseTriggered, settings);
	const resume = useCall(resumeTriggered, settings);
	const remove = useCall(removeTriggered, settings);
	const [doomed, setDoomed] = useState<Triggered | null>(null);
	const { id } = search;
	const isNew = id === 'new';
	const listed = list.data?.data.find((one) => one.id === id);
	const read = useQuery({
		...asQuery(triggeredSend, { params: { id: id ?? '' }, query: {} }, scope),
		enabled: id !== undefined && !isNew && listed === undefined && (list.data !== undefined || list.isError),
	});
	const row = listed ?? read.data?.data ?? null;
	const columns = useColumns(address);
	if (!chosen) return <NoDomain title={t('title')} any={domains.length > 0} t={t} />;
	const once = (one: Triggered) => ({ params: { id: one.id }, query: {} });
	return (
		<>
			<ContentOff />
			<ListScreen
				name="triggered"
				title={t('title')}
				page={page}
				tabs={<CampaignTabs search={address} />}
				query={list}
				columns={columns}
				rowId={(one) => one.id}
				rowName={(one) => one.title}
				actions={(one) => [
					{ label: t('open'), icon: IconChartHistogram, to: `/campaigns/triggered/${one.id}`, search: address },
					{ label: t('edit'), icon: IconPencil, onSelect: () => patch({ id: one.id }) },
					...(one.state !== 'running'
						? []
						: one.isPaused
							? [{ label: t('resume'), icon: IconPlayerPlay, onSelect: () => resume.mutate(once(one)) }]
							: [{ label: t('pause'), icon: IconPlayerPause, onSelect: () => pause.mutate(once(one)) }]),
					...(one.version === 0 ? [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(one) }] : []),
				]}
				search={search}
				onSearch={patch}
				{...listWords(t)}
				filters={[
					...(isAdmin ? [ofDomain] : []),
					valueFilter('state', t('state'), search.state, JOURNEY_STATES, (value) => t(`state_${value}`)),
				]}
				add={{ label: t('add') }}
			>
				<JourneyDrawer
					opened={id !== undefined}
					row={isNew ? null : row}
					place={place}
					loading={id === undefined || isNew || row ? undefined : read}
					onClose={() => patch({ id: undefined })}
				/>
				<CallQuestion
					call={remove}
					input={doomed && once(doomed)}
					onClose={() => setDoomed(null)}
					title={t('removeQuestion', { title: doomed?.title ?? '' })}
					verb={t('removeVerb')}
					danger
				>
					{t('removeText')}
				</CallQuestion>
			</ListScreen>
		</>
	);
}

function useColumns(address: Record<string, string>): Column<Triggered>[] {
	const t = useTriggeredTexts();
	const { isAdmin } = usePerson();
	return [
		{
			key: 'title',
			header: t('name'),
			sort: 'title',
			cell: (one) => (
				<RowLink to={`/campaigns/triggered/${one.id}`} search={address}>
					{one.title}
				</RowLink>
			),
		},
		...(isAdmin ? [{ key: 'domain', header: t('domain'), cell: (one: Triggered) => one.domain }] : []),
		{ key: 'starts', header: t('starts'), cell: (one) => t(`kind_${one.journey.trigger.kind}`), width: 180 },
		{ key: 'state', header: t('state'), cell: (one) => <TriggeredBadge of={one} />, width: 120 },
		{ key: 'entered', header: t('entered'), right: true, cell: (one) => <NumberText value={one.entered} />, width: 70 },
		{ key: 'waiting', header: t('waiting'), right: true, cell: (one) => <NumberText value={one.waiting} />, width: 70 },
		{ key: 'changed', header: t('changed'), cell: (one) => <RelativeTime at={one.lastUpdatedAt} />, width: 80 },
	];
}
