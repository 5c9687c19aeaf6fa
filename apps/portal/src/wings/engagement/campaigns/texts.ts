import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useCampaignTexts = messages('campaigns', en, fi);
export type CampaignTexts = ReturnType<typeof useCampaignTexts>;
