import { campaignProgress, stopCampaign } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, campaigns, liveCampaigns } from '@luvalla/contract/engagement/campaigns';
import { deliveries } from '@luvalla/contract/engagement/deliveries';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { useCampaignDashboardTexts } from './texts.ts';

/** Asks before nothing more is begun, and says how many that leaves without a message. */
export function StopQuestion({ campaign, scope, onClose }: { campaign: Campaign | null; scope: Scope; onClose: () => void }) {
	const t = useCampaignDashboardTexts();
	const progress = useQuery({
		...asQuery(campaignProgress, { params: { id: campaign?.id ?? '' }, query: {} }, scope),
		enabled: campaign !== null,
	});
	const stop = useCall(stopCampaign, { reload: [liveCampaigns, campaigns, campaignProgress, deliveries], scope });
	const found = progress.data?.data;
	const prepared = found !== undefined && found.run.preparedAt !== null;
	return (
		<CallQuestion
			call={stop}
			input={campaign && { params: { id: campaign.id }, query: {} }}
			onClose={onClose}
			title={t('stopQuestion', { title: campaign?.title ?? '' })}
			verb={t('stop')}
			danger
		>
			{prepared ? t('stopText', { count: found.states.waiting + found.states.deferred }) : t('stopBefore')}
		</CallQuestion>
	);
}
