/**
 * The specification's fixed texts (failure, success and invalid of each call): English word for word as specified, and in Finnish by
 * `fixed-texts-fi.ts`, which does not compile while the text of a call is missing.
 */

import type { FixedText } from './fixed-text.ts';
import { currentLanguage, type Language, onLanguage } from './say.ts';

export type { FixedText };

let finnish: Readonly<Record<string, string>> = {};

/** Brings the Finnish texts; once is enough. */
export const loadFixedTexts = async (): Promise<void> => {
	({ finnish } = await import('./fixed-texts-fi.ts'));
};

// Whoever changes to Finnish reads it from then on.
onLanguage(() => {
	if (currentLanguage() === 'fi') void loadFixedTexts();
});

/** A fixed text in a language; one that a server of another release wrote stands as it came. */
export const fixedText = (text: string, language: Language): string => (language === 'fi' ? (finnish[text] ?? text) : text);
