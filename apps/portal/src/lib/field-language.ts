/** The validator's own sentences (a text too long, a number too small) in the language shown. */
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import { currentLanguage, onLanguage } from './say.ts';

/** The Finnish ones come when Finnish is shown; until then the English ones stand. */
const speak = async (): Promise<void> => {
	const language = currentLanguage();
	const { default: words } = language === 'fi' ? await import('zod/v4/locales/fi.js') : { default: en };
	if (currentLanguage() === language) z.config(words());
};

/** Follows the language from now on; settles when the first one is there. */
export function followLanguageInFields(): Promise<void> {
	onLanguage(() => void speak());
	return speak();
}
