/** What a run's deliveries belong to, and the way back to it: a campaign that somebody executed, or a triggered send. */
import { campaigns } from '@luvalla/contract/engagement/campaigns';
import { triggeredSend } from '@luvalla/contract/engagement/journeys';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useCampaignDashboardTexts } from '../texts.ts';

interface RunOf {
	id: string;
	run?: string | undefined;
	customerId: number | null;
	/** ADMIN's choice, which stays in the address. */
	address: Record<string, string>;
}

export function useRunCrumb({ id, run, customerId, address }: RunOf) {
	const t = useCampaignDashboardTexts();
	const scope = { customerId, domainId: null };
	const enabled = customerId !== null && id !== '';
	const named = useQuery({ ...asQuery(campaigns, { query: { page: 1, size: 10, filter: [`id:${id}`] } }, scope), enabled });
	const campaign = named.data?.data[0];
	// The list of campaigns has none that start by themselves.
	const asked = enabled && named.isSuccess && campaign === undefined;
	const sent = useQuery({ ...asQuery(triggeredSend, { params: { id }, query: {} }, scope), enabled: asked, retry: false });
	const triggered = sent.data?.data;
	return {
		/** Where somebody executed it. */
		campaign,
		title: campaign?.title ?? triggered?.title,
		crumb: triggered
			? { label: triggered.title, to: `/campaigns/triggered/${id}`, search: address }
			: { label: campaign?.title ?? t('run'), to: '/campaigndashboard', search: { ...address, id, ...(run ? { run } : {}) } },
	};
}
