/** `/campaigns/before?id=`: whom a campaign would reach if it were executed now, what it costs, and what is in the way. */
import { campaignBefore } from '@luvalla/contract/engagement/campaign-runs';
import { campaigns, INVALID_CAMPAIGN } from '@luvalla/contract/engagement/campaigns';
import { audiences } from '@luvalla/contract/profiles/audiences';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { CampaignBadge } from '#portal/ui/deliveries/badges.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { beforeSearch } from '../campaigns.search.ts';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';
import { LaneTable } from './LaneTable.tsx';
import { Reached } from './Reached.tsx';
import { SidePane } from './SidePane.tsx';

/** Not everybody is counted yet: it is asked again. */
const BUILDING_MS = 2000;

export function BeforeScreen() {
	const t = useCampaignTexts();
	const language = useLanguage();
	const [search, patch] = useScreenSearch(beforeSearch);
	const { page, address } = usePlace(search, patch, true);
	const { customerId } = page;
	const id = search.id ?? '';
	const scope = { customerId, domainId: null };
	const known = customerId !== null && id !== '';
	useReloadOnNews('campaigns', [campaigns], customerId);
	const read = useQuery({ ...asQuery(campaigns, { query: { page: 1, size: 10, filter: [`id:${id}`] } }, scope), enabled: known });
	const [row] = read.data?.data ?? [];
	useThing(row?.title);
	const before = useQuery({
		...asQuery(campaignBefore, { params: { id }, query: {} }, scope),
		enabled: known && row !== undefined,
		// Whoever comes back has mended what was in the way elsewhere: bought credits, said who it is from.
		staleTime: 0,
		refetchInterval: ({ state }) => (state.data?.data.state === 'building' ? BUILDING_MS : false),
	});
	const audienceId = row?.audienceIdFK ?? '';
	const audience = useQuery({
		...asQuery(audiences, { query: { page: 1, size: 10, filter: [`id:${audienceId}`] } }, scope),
		enabled: known && audienceId !== '',
	});
	const crumbs = [{ label: t('campaigns'), to: '/campaigns', search: address }, { label: t('beforeTitle') }];
	const asked = before.data?.data;
	// Numbers of sets that are still being made say what is not so.
	const sheet = asked?.state === 'building' ? undefined : asked;
	if (!row)
		return (
			<CustomerGate page={page} title={t('beforeTitle')}>
				<PageHeader title={t('beforeTitle')} crumbs={crumbs} actions={page.picker} />
				{read.isError ? (
					<Failed sentence={t('loadFailed')} error={read.error} onRetry={() => void read.refetch()} />
				) : known && read.isPending ? (
					<Skeleton height={320} />
				) : (
					<Empty title={fixedText(INVALID_CAMPAIGN, language)}>{t('missing')}</Empty>
				)}
			</CustomerGate>
		);
	return (
		<CustomerGate page={page} title={t('beforeTitle')}>
			<div className={styles.sheet}>
				<div className={styles.main}>
					<PageHeader
						title={row.title}
						crumbs={crumbs}
						badge={<CampaignBadge campaign={row} />}
						actions={page.picker}
						busy={before.isFetching && !before.isPending}
					/>
					{sheet?.state === 'unready' ? (
						<p role="status" className={styles.quiet}>
							{t('countedUnready')}
						</p>
					) : sheet ? (
						<>
							<Reached sheet={sheet} audience={audience.data?.data[0]?.title} />
							{sheet.lanes.length > 0 ? <LaneTable sheet={sheet} campaign={row} address={address} /> : null}
						</>
					) : before.isError ? (
						<Failed sentence={t('beforeFailed')} error={before.error} onRetry={() => void before.refetch()} />
					) : (
						<div aria-busy="true" className={styles.waiting}>
							<p role="status" className={styles.quiet}>
								{asked ? t('countedBuilding') : null}
							</p>
							<Skeleton height={174} />
							<Skeleton height={320} />
						</div>
					)}
				</div>
				<SidePane campaign={row} sheet={sheet} scope={scope} address={address} onChanged={() => void before.refetch()} />
			</div>
		</CustomerGate>
	);
}
