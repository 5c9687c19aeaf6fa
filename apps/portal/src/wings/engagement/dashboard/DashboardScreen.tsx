/** `/campaigndashboard`: campaigns that are no drafts; with `?id=` the run of one of them. */

import { nameOf } from '@luvalla/contract/call';
import { campaignResponse, pauseCampaign, resumeCampaign } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, liveCampaigns } from '@luvalla/contract/engagement/campaigns';
import { IconChartHistogram, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { type Answer, ask, type Scope } from '#portal/lib/client.ts';
import { late } from '#portal/lib/late.tsx';
import { notifyFailure } from '#portal/lib/notices.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { CampaignBadge } from '#portal/ui/deliveries/badges.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { type Place, usePlace } from '#portal/ui/use-place.ts';
import { type DashboardSearch, dashboardSearch } from './dashboard.search.ts';
import { StopQuestion } from './StopQuestion.tsx';
import { useCampaignDashboardTexts } from './texts.ts';

const RunScreen = late(() => import('./run/RunScreen.tsx').then((module) => module.RunScreen), PageSkeleton);

export function DashboardScreen() {
	const t = useCampaignDashboardTexts();
	const [search, patch] = useScreenSearch(dashboardSearch);
	const place = usePlace(search, false);
	if (search.id === undefined) return <CampaignList search={search} patch={patch} place={place} />;
	return (
		<CustomerGate page={place.page} title={t('title')}>
			<RunScreen key={`${search.id} ${search.run ?? ''}`} id={search.id} run={search.run} place={place} />
		</CustomerGate>
	);
}

interface CampaignListProps {
	search: DashboardSearch;
	patch: PatchSearch<DashboardSearch>;
	place: Place;
}

/** A campaign under way can be paused and stopped. */
const STATUSES = ['1', '2', '3', '4'] as const;
const isOpen = (row: Campaign): boolean => row.status === 2;

function CampaignList({ search, patch, place: { page, domains, scope, address } }: CampaignListProps) {
	const t = useCampaignDashboardTexts();
	const { isAdmin } = usePerson();
	const ofDomain = useDomainFilter(domains, search.domain);
	useReloadOnNews('campaigns', [liveCampaigns], page.customerId);
	const list = useQuery({
		...asList(liveCampaigns, { query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) } }, scope),
		enabled: page.customerId !== null,
	});
	const [stopping, setStopping] = useState<Campaign | null>(null);
	const pause = useCall(pauseCampaign, { reload: [liveCampaigns], scope });
	const resume = useCall(resumeCampaign, { reload: [liveCampaigns], scope });
	const refresh = useRefresh(scope);
	const columns: Column<Campaign>[] = [
		{
			key: 'title',
			header: t('name'),
			sort: 'title',
			cell: (row) =>
				row.run ? (
					<RowLink search={{ id: row.id }}>{row.title}</RowLink>
				) : (
					<RowLink to="/campaigns/before" search={{ ...address, id: row.id }}>
						{row.title}
					</RowLink>
				),
		},
		...(isAdmin ? [{ key: 'domain', header: t('domain'), cell: (row: Campaign) => row.domain }] : []),
		{ key: 'status', header: t('status'), cell: (row) => <CampaignBadge campaign={row} />, width: 120 },
		{ key: 'targeted', header: t('targeted'), right: true, cell: (row) => <NumberText value={row.targettedCount} />, width: 64 },
		{ key: 'opens', header: t('opens'), right: true, cell: (row) => <NumberText value={row.opens} />, width: 64 },
		{ key: 'clicks', header: t('clicks'), right: true, cell: (row) => <NumberText value={row.clicks} />, width: 64 },
		{ key: 'changed', header: t('changed'), cell: (row) => <RelativeTime at={row.lastUpdatedAt} />, width: 64 },
	];
	const one = (row: Campaign) => ({ params: { id: row.id }, query: {} });
	return (
		<>
			<ContentOff />
			<ListScreen
				name="campaigndashboard"
				title={t('title')}
				page={page}
				tools={
					<ActButton variant="default" sign={IconRefresh} loading={list.isFetching && !list.isPending} onClick={() => void list.refetch()}>
						{t('refresh')}
					</ActButton>
				}
				query={list}
				columns={columns}
				rowId={(row) => row.id}
				rowName={(row) => row.title}
				actions={(row) => [
					...(row.run ? [{ label: t('openRun'), icon: IconChartHistogram, onSelect: () => patch({ id: row.id }) }] : []),
					{ label: t('refresh'), icon: IconRefresh, onSelect: () => void refresh(row) },
					...(isOpen(row)
						? [
								row.run?.state === 'paused'
									? { label: t('resume'), icon: IconPlayerPlay, onSelect: () => resume.mutate(one(row)) }
									: { label: t('pause'), icon: IconPlayerPause, onSelect: () => pause.mutate(one(row)) },
								{ label: t('stop'), icon: IconPlayerStop, danger: true, onSelect: () => setStopping(row) },
							]
						: [{ label: t('execute'), icon: IconSend, to: '/campaigns/before', search: { ...address, id: row.id } }]),
				]}
				search={search}
				onSearch={patch}
				searchLabel={t('search')}
				filters={[...(isAdmin ? [ofDomain] : []), valueFilter('status', t('status'), search.status, STATUSES, (one) => t(`status_${one}`))]}
				count={(total) => t('count', { count: total })}
				failed={t('failed')}
				empty={{
					title: t('empty'),
					why: t('emptyWhy'),
					action: (
						<LinkButton variant="filled" h={36} to="/campaigns" search={address}>
							{t('toCampaigns')}
						</LinkButton>
					),
				}}
			>
				<StopQuestion campaign={stopping} scope={scope} onClose={() => setStopping(null)} />
			</ListScreen>
		</>
	);
}

/** Reads the answers to one campaign anew and puts them into its row (calls.md: campaign refresh answer). */
function useRefresh(scope: Scope) {
	const client = useQueryClient();
	return async (row: Campaign) => {
		try {
			const { data } = await ask(campaignResponse, { params: { id: row.id }, query: {} }, scope);
			const of = (event: string): number => data.responses.find((one) => one.event === event)?.count ?? 0;
			const fresh = { status: data.status, targettedCount: data.targettedCount, opens: of('open'), clicks: of('click') };
			client.setQueriesData<Answer<typeof liveCampaigns>>(
				{ queryKey: [nameOf(liveCampaigns)] },
				(old) => old && { ...old, data: old.data.map((one) => (one.id === data.id ? { ...one, ...fresh } : one)) },
			);
		} catch (error) {
			if (error instanceof Error) notifyFailure(error.message);
		}
	};
}
