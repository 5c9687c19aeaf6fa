/** The kit's texts, and the words that every table has. */
import { messages } from '#portal/lib/say.ts';
import { words } from '#portal/lib/words.ts';
import { en } from './messages/en.ts';

export const useKitTexts = messages('kit', en);
messages('words', words);
