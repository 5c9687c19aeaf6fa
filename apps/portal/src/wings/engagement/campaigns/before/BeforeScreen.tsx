/** `/campaigns/before?id=`: whom a campaign would reach if it were executed now, what it costs, and what is in the way. */

import { campaignBefore } from '@luvalla/contract/engagement/campaign-runs';
import { audiences } from '@luvalla/contract/profiles/audiences';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { beforeSearch } from '../campaigns.search.ts';
import { CampaignHead, NoCampaign, useOneCampaign, whileBuilding } from '../one-campaign.tsx';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';
import { LaneTable } from './LaneTable.tsx';
import { Reached } from './Reached.tsx';
import { SidePane } from './SidePane.tsx';

export function BeforeScreen() {
	const t = useCampaignTexts();
	const [search] = useScreenSearch(beforeSearch);
	const { page, address } = usePlace(search);
	const campaign = useOneCampaign(page, search.id);
	const { id, scope, known, row } = campaign;
	const before = useQuery({
		...asQuery(campaignBefore, { params: { id }, query: {} }, scope),
		enabled: known && row !== undefined,
		// Whoever comes back has mended what was in the way elsewhere: bought credits, said who it is from.
		staleTime: 0,
		refetchInterval: whileBuilding,
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
	if (!row) return <NoCampaign page={page} title={t('beforeTitle')} crumbs={crumbs} of={campaign} />;
	return (
		<CustomerGate page={page} title={t('beforeTitle')}>
			<div className={styles.sheet}>
				<div className={styles.main}>
					<CampaignHead row={row} crumbs={crumbs} page={page} of={before} />
					{sheet?.state === 'unready' ? (
						<p role="status" className="small">
							{t('countedUnready')}
						</p>
					) : sheet ? (
						<>
							<Reached sheet={sheet} audience={audience.data?.data[0]?.title} />
							{sheet.lanes.length > 0 ? <LaneTable sheet={sheet} campaign={row} address={address} /> : null}
						</>
					) : before.isError ? (
						<Failed sentence={t('beforeFailed')} query={before} />
					) : (
						<div aria-busy="true" className={styles.waiting}>
							<p role="status" className="small">
								{asked ? t('countedBuilding') : null}
							</p>
							<Skeleton height={174} />
							<Skeleton height={320} />
						</div>
					)}
				</div>
				{before.isPending ? null : (
					<SidePane campaign={row} sheet={sheet} scope={scope} address={address} onChanged={() => void before.refetch()} />
				)}
			</div>
		</CustomerGate>
	);
}
