/** The languages' files, each loaded alone and only when it is asked for. */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';
import type { LanguageWords } from './words.ts';

const files: Record<BannerLanguage, () => Promise<{ words: LanguageWords }>> = {
	bg: () => import('./bg.ts'),
	hr: () => import('./hr.ts'),
	cs: () => import('./cs.ts'),
	da: () => import('./da.ts'),
	nl: () => import('./nl.ts'),
	en: () => import('./en.ts'),
	et: () => import('./et.ts'),
	fi: () => import('./fi.ts'),
	fr: () => import('./fr.ts'),
	de: () => import('./de.ts'),
	el: () => import('./el.ts'),
	hu: () => import('./hu.ts'),
	ga: () => import('./ga.ts'),
	it: () => import('./it.ts'),
	lv: () => import('./lv.ts'),
	lt: () => import('./lt.ts'),
	mt: () => import('./mt.ts'),
	pl: () => import('./pl.ts'),
	pt: () => import('./pt.ts'),
	ro: () => import('./ro.ts'),
	sk: () => import('./sk.ts'),
	sl: () => import('./sl.ts'),
	es: () => import('./es.ts'),
	sv: () => import('./sv.ts'),
	no: () => import('./no.ts'),
	is: () => import('./is.ts'),
	uk: () => import('./uk.ts'),
	ar: () => import('./ar.ts'),
	zh: () => import('./zh.ts'),
	ja: () => import('./ja.ts'),
};

export const loadWords = async (language: BannerLanguage): Promise<LanguageWords> => (await files[language]()).words;

/** The words of several languages. */
export const wordsOf = async (languages: readonly BannerLanguage[]): Promise<InLanguages<LanguageWords>> =>
	Object.fromEntries(await Promise.all(languages.map(async (language) => [language, await loadWords(language)] as const)));
