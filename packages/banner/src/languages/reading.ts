/** How a language is read, and what stands in it. Apart from the contract, whose shapes no visitor loads. */
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';

/** Those that are written from right to left. */
const RIGHT_TO_LEFT: readonly BannerLanguage[] = ['ar'];

/** What the `dir` of an element in this language is. */
export const directionOf = (language: BannerLanguage): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');

/**
 * What stands in a chosen language. That each chosen one has its texts is seen when a configuration is parsed.
 * @throws Error when it has none
 */
export const textsIn = <T>(texts: InLanguages<T>, language: BannerLanguage): T => {
	const own = texts[language];
	if (own === undefined) throw new Error(`There are no texts in ${language}`);
	return own;
};
