/** What is said of a field in the language shown: the contract's own rules, and the validator's sentences (a text too long). */
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import { takeFieldRules } from './field-rules.ts';
import { currentLanguage, onLanguage } from './say.ts';

/** The Finnish ones come when Finnish is shown; until then the English ones stand. */
const speak = async (): Promise<void> => {
	const finnish = currentLanguage() === 'fi' ? await import('./field-words-fi.ts') : null;
	if (finnish) takeFieldRules(finnish.fieldRules);
	if ((currentLanguage() === 'fi') === (finnish !== null)) z.config((finnish?.validator ?? en)());
};

/** Follows the language from now on; settles when the first one is there. */
export function followLanguageInFields(): Promise<void> {
	onLanguage(() => void speak());
	return speak();
}
