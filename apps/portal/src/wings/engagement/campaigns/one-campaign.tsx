/** A page about one campaign (`?id=`): its row, and what stands in its place while there is none. */
import { type Campaign, campaigns, INVALID_CAMPAIGN } from '@luvalla/contract/engagement/campaigns';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { CampaignBadge } from '#portal/ui/deliveries/badges.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { PageHeader, type PageHeaderProps } from '#portal/ui/PageHeader.tsx';
import { WayBack } from '#portal/ui/WayBack.tsx';
import { useCampaignTexts } from './texts.ts';

/** Not everybody is counted yet: it is asked again. */
const BUILDING_MS = 2000;

/** For `refetchInterval` of what counts people. */
export const whileBuilding = ({ state }: { state: { data?: { data: { state: string } } | undefined } }): number | false =>
	state.data?.data.state === 'building' ? BUILDING_MS : false;

export function useOneCampaign(page: PageCustomer, named: string | undefined) {
	const { customerId } = page;
	const id = named ?? '';
	const scope = { customerId, domainId: null };
	const known = customerId !== null && id !== '';
	useReloadOnNews('campaigns', [campaigns], customerId);
	const read = useQuery({ ...asQuery(campaigns, { query: { page: 1, size: 10, filter: [`id:${id}`] } }, scope), enabled: known });
	const [row] = read.data?.data ?? [];
	useThing(row?.title);
	return { id, scope, known, read, row };
}

interface CampaignHeadProps {
	row: Campaign;
	crumbs: PageHeaderProps['crumbs'];
	about?: string;
	page: PageCustomer;
	/** The query that the page is made of. */
	of: { isFetching: boolean; isPending: boolean };
}

/** Its title, what became of it, and the line while it is counted. */
export function CampaignHead({ row, crumbs, about, page, of }: CampaignHeadProps) {
	const badge = <CampaignBadge campaign={row} />;
	const busy = of.isFetching && !of.isPending;
	return <PageHeader title={row.title} crumbs={crumbs} badge={badge} about={about} actions={page.picker} busy={busy} />;
}

interface NoCampaignProps {
	page: PageCustomer;
	title: string;
	crumbs: PageHeaderProps['crumbs'];
	of: Pick<ReturnType<typeof useOneCampaign>, 'read' | 'known'>;
}

export function NoCampaign({ page, title, crumbs, of: { read, known } }: NoCampaignProps): ReactNode {
	const t = useCampaignTexts();
	const language = useLanguage();
	return (
		<CustomerGate page={page} title={title}>
			<PageHeader title={title} crumbs={crumbs} actions={page.picker} />
			{read.isError ? (
				<Failed sentence={t('loadFailed')} query={read} />
			) : known && read.isPending ? (
				<Skeleton height={320} />
			) : (
				<Empty title={fixedText(INVALID_CAMPAIGN, language)} action={<WayBack to={crumbs?.[0]} />}>
					{t('missing')}
				</Empty>
			)}
		</CustomerGate>
	);
}
