/** The validator's own sentences (a text too long, a number too small) in the language shown. */
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import fi from 'zod/v4/locales/fi.js';
import { currentLanguage, onLanguage } from './say.ts';

const speak = (): void => {
	z.config(currentLanguage() === 'fi' ? fi() : en());
};

/** Follows the language from now on. */
export function followLanguageInFields(): void {
	speak();
	onLanguage(speak);
}
