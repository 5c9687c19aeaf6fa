/** Names of the languages that a banner may speak: in their own words, and inside a sentence. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { languageName } from './dates.ts';
import type { Language } from './say.ts';

/** By hand: browsers lack the names of some of them. */
const own: Record<BannerLanguage, string> = {
	bg: 'Български',
	hr: 'Hrvatski',
	cs: 'Čeština',
	da: 'Dansk',
	nl: 'Nederlands',
	en: 'English',
	et: 'Eesti',
	fi: 'Suomi',
	fr: 'Français',
	de: 'Deutsch',
	el: 'Ελληνικά',
	hu: 'Magyar',
	ga: 'Gaeilge',
	it: 'Italiano',
	lv: 'Latviešu',
	lt: 'Lietuvių',
	mt: 'Malti',
	pl: 'Polski',
	pt: 'Português',
	ro: 'Română',
	sk: 'Slovenčina',
	sl: 'Slovenščina',
	es: 'Español',
	sv: 'Svenska',
	no: 'Norsk',
	is: 'Íslenska',
	uk: 'Українська',
	ar: 'العربية',
	zh: '简体中文',
	ja: '日本語',
};

/** What its speakers call it. */
export const ownLanguageName = (code: BannerLanguage): string => own[code];

/** At the beginning of a line: Finnish; Suomi. */
export const languageTitle = (code: string, language: Language): string => {
	const name = languageName(code, language);
	return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** "in Finnish"; "suomeksi", with the consonants that change before the ending. */
export const inLanguage = (code: string, language: Language): string => {
	const name = languageName(code, language);
	if (language === 'en') return `in ${name}`;
	if (code === 'fi') return 'suomeksi';
	return `${name.replace(/nt(?=[ai]$)/, 'nn').replace(/kk(?=[ai]$)/, 'k')}ksi`;
};
