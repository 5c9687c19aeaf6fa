/** Words for moves of credits, which more than one page lists. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useMoveTexts = messages('moves', en, fi);
