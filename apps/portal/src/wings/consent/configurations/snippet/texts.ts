/** Texts of the snippet dialog's parts. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useSnippetTexts = messages('configurationSnippet', en, fi);
