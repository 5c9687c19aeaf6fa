import { messages } from '#portal/lib/say.ts';
import { en } from './en.ts';
import { fi } from './fi.ts';

export const useWebhookTexts = messages('webhook', en, fi);
