import { campaignProgress, rehearseCampaign } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, campaigns } from '@luvalla/contract/engagement/campaigns';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';

const LOOK_AGAIN_MS = 2000;
const ENDED = ['done', 'failed', 'stopped'];

interface RehearsalProps {
	campaign: Campaign;
	/** Nothing is in the way of making its messages. */
	ready: boolean;
	scope: Scope;
	address: Record<string, string>;
	/** It came to its end. */
	onChanged: () => void;
}

/** The whole run made and not sent: what came of it, and the button that begins one. */
export function Rehearsal({ campaign, ready, scope, address, onChanged }: RehearsalProps) {
	const t = useCampaignTexts();
	const d = useDeliveryTexts();
	const { rehearsal } = campaign;
	useReloadOnNews('campaigns', [campaignProgress], scope.customerId ?? null);
	const progress = useQuery({
		...asQuery(campaignProgress, { params: { id: campaign.id }, query: { run: rehearsal?.id } }, scope),
		enabled: rehearsal !== null,
		refetchInterval: ({ state }) => (state.data && ENDED.includes(state.data.data.run.state) ? false : LOOK_AGAIN_MS),
	});
	const rehearse = useCall(rehearseCampaign, { reload: [campaigns], scope });
	const found = progress.data?.data;
	const over = rehearsal !== null && ENDED.includes(found?.run.state ?? rehearsal.state);
	const works = rehearsal !== null && !over;
	const behind = over && !ENDED.includes(rehearsal.state);
	// What the campaign itself says of it is older.
	useEffect(() => {
		if (behind) onChanged();
	}, [behind, onChanged]);
	const settled = found ? found.targeted - found.states.waiting - found.states.deferred : 0;
	return (
		<section className={styles.part} aria-label={t('rehearsal')}>
			<div className={styles.partHead}>
				<h2>
					{rehearsal === null || works ? (
						t('rehearsal')
					) : (
						<>
							{t('rehearsed')} <RelativeTime at={rehearsal.endedAt ?? rehearsal.beginsAt} />
						</>
					)}
				</h2>
				{rehearsal !== null ? (
					<Link to="/campaigndashboard" search={{ ...address, id: campaign.id, run: rehearsal.id }} className="link">
						{t('report')}
					</Link>
				) : null}
			</div>
			<p className="small" role="status">
				{rehearsal === null || !found
					? t('rehearsalWhy')
					: works
						? t('rehearsing', { settled, targeted: found.targeted })
						: found.run.why
							? d(`why_${found.run.why}`)
							: t('rehearsalDone', { count: found.states.accepted, failed: found.states.failed, left: found.states.skipped })}
			</p>
			<Button
				variant="default"
				className="at-start above-4"
				loading={rehearse.isPending}
				disabled={works || !ready}
				onClick={() => rehearse.mutate({ params: { id: campaign.id }, query: {} })}
			>
				{rehearsal === null ? t('rehearse') : t('rehearseAgain')}
			</Button>
		</section>
	);
}
