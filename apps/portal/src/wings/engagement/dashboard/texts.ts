import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useCampaignDashboardTexts = messages('campaign-dashboard', en, fi);
export type CampaignDashboardTexts = ReturnType<typeof useCampaignDashboardTexts>;
