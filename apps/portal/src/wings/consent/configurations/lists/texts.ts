/** Texts of the list dialog's parts. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useListTexts = messages('configurationList', en, fi);
