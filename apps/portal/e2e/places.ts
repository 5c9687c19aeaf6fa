/** Where each screen of the list is, with the ids of rows that were made for it. */
import type { Stage } from './stage.ts';
import type { CampaignStage } from './stage-campaigns.ts';
import { LISTS } from './stage-lists.ts';

/** What the pages about one campaign, its run and one of its deliveries are asked with. */
const ofCampaign = (path: string, { campaignId, runId, delivery }: CampaignStage): string => {
	if (!/^\/(campaigns|campaigndashboard)\/(?!triggered)./.test(path)) return '';
	return `&id=${campaignId}${path.endsWith('/deliveries') ? `&run=${runId}` : ''}${path.endsWith('/delivery') ? `&delivery=${delivery}` : ''}`;
};

/** Of pages with several lists, the one that has rows enough. */
export const FULLER: Readonly<Record<string, string>> = { '/domainCounts': '&show=hosts' };

/** @param path as in `app/screens.ts` */
export const placeOf = (path: string, rows: Stage, sent: CampaignStage): string => {
	const filled = path
		.replace('/lightconfig/$id', `/lightconfig/${rows.configurationId}`)
		.replace('/tcfconfig/$id', `/tcfconfig/${rows.tcfId}`)
		.replace('/reports/records/$id', `/reports/records/${rows.recordId}`)
		.replace('/domainprofiles/$id', `/domainprofiles/${rows.personId}`)
		.replace('/profiles/$id', `/profiles/${rows.personId}`)
		.replace('/audiences/$id', `/audiences/${rows.audienceId}`)
		.replace('/segments/$id', `/segments/${rows.segmentId}`)
		.replace('/signupforms/$id', `/signupforms/${rows.formId}`)
		.replace('/campaigns/triggered/$id', `/campaigns/triggered/${sent.triggeredId}`)
		.replace('/contents/$placed', `/contents/${rows.placedId}`)
		.replace('/contents/$id', `/contents/${rows.contentId}`);
	const lists = path === '/gvlupdates' ? `&current=${LISTS.current}&previous=${LISTS.previous}` : '';
	return `${filled}?customer=${rows.customerId}${ofCampaign(path, sent)}${lists}`;
};
