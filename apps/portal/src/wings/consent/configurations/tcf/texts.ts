/** The TCF configurator's own texts; what it shares with the light one is named there. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useTcfTexts = messages('tcf', en, fi);
