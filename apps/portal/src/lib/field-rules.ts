/** The sentences of the contract's field rules, apart from the fixed texts: pages without a form do not load them. */
import { fieldRulesFi } from '@luvalla/contract/field-rules';
import type { Language } from './say.ts';

/** Messages of the contract's own field rules in Finnish; `texts.test.ts` finds any that is missing. */
export const fieldRules = fieldRulesFi;

/** The message of a field rule in a language; unknown ones (zod's own) stay as they came. */
export const fieldRule = (text: string, language: Language): string => (language === 'fi' ? (fieldRules[text] ?? text) : text);
