/** The languages' files, each loaded alone and only when it is asked for. */
import { type BannerLanguage, type InLanguages, textsIn } from '@luvalla/contract/consent/languages';
import type { LanguageWords } from './words.ts';

const files: InLanguages<() => Promise<{ words: LanguageWords }>> = {
	en: () => import('./en.ts'),
	fi: () => import('./fi.ts'),
};

export const loadWords = async (language: BannerLanguage): Promise<LanguageWords> => (await textsIn(files, language)()).words;

/** The words of several languages. */
export const wordsOf = async (languages: readonly BannerLanguage[]): Promise<InLanguages<LanguageWords>> =>
	Object.fromEntries(await Promise.all(languages.map(async (language) => [language, await loadWords(language)] as const)));
