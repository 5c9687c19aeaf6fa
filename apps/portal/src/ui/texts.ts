/** The kit's texts. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';

export const useKitTexts = messages('kit', en);
