/** The Finnish of what every page of the app says: its frame and the kit. Loaded where somebody reads Finnish, beside the app. */
import { addFinnish } from '#portal/lib/say.ts';
import { words } from '#portal/lib/words-fi.ts';
import { fi as kit } from '#portal/ui/messages/fi.ts';
import { fi as shell } from './messages/fi.ts';

addFinnish('words', words);
addFinnish('kit', kit);
addFinnish('shell', shell);
