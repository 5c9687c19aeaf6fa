/** The light configurator's texts. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useConfigurationTexts = messages('configurations', en, fi);

/** The configuration's kind by its number: 0 light, 1 TCF (portal.md section 9). */
export const kindOf = (t: ReturnType<typeof useConfigurationTexts>, type: 0 | 1): string => t(type === 0 ? 'light' : 'tcf');
