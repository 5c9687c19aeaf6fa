import { PageTabs } from '#portal/ui/list/PageTabs.tsx';

const LABEL = { en: 'Kinds of campaigns', fi: 'Kampanjoiden lajit' };
const TABS = [
	{ to: '/campaigns', label: { en: 'Campaigns', fi: 'Kampanjat' } },
	{ to: '/campaigns/triggered', label: { en: 'Triggered sends', fi: 'Tapahtumaviestit' } },
];

/** What a marketer starts, and what starts by itself. */
export function CampaignTabs({ search }: { search: Record<string, string> }) {
	return <PageTabs label={LABEL} tabs={TABS} search={search} />;
}
