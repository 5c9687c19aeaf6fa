/** The light configurator's texts. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useConfigurationTexts = messages('configurations', en, fi);
