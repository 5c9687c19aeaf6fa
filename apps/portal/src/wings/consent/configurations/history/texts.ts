/** Texts of the history. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useHistoryTexts = messages('configurationHistory', en, fi);
