/** The shell's texts; with the kit's come the words that every table has. */
import '#portal/ui/texts.ts';
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';

export const useShellTexts = messages('shell', en);
