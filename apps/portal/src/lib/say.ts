/**
 * Texts in the two languages. A text is either a pair (`Text`, for the one list of screens) or a keyed table
 * (`messages`, for a feature). Both fail to compile when a translation is missing.
 */
import i18next, { type FormatterModule, type TOptions } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

export type Language = 'en' | 'fi';
export const languages: readonly Language[] = ['en', 'fi'];
/** The specification's locale of each language (portal.md section 9). */
export const localeOf = { en: 'en_US', fi: 'fi_FI' } as const;
export const languageNames = { en: 'English', fi: 'Suomi' } as const;

/** One text in both languages. */
export interface Text {
	en: string;
	fi: string;
}

type PluralEnd = 'one' | 'other';
type KeyOf<T> = keyof T extends infer K ? (K extends `${infer Base}_${PluralEnd}` ? Base : K extends string ? K : never) : never;
type NamesIn<S> = S extends `${string}{{${infer N}}}${infer Rest}` ? N | NamesIn<Rest> : never;
type TextsOf<T, K extends string> = { [P in keyof T]: P extends K | `${K}_${PluralEnd}` ? T[P] : never }[keyof T];
type ValuesOf<T, K extends string> = { [N in NamesIn<TextsOf<T, K>>]: string | number };
type Values<T, K extends string> = [NamesIn<TextsOf<T, K>>] extends [never] ? [values?: Record<string, never>] : [values: ValuesOf<T, K>];

/** What a feature's `useTexts()` gives: `t('key')`, with exactly the values that the English text names. */
export type Say<T> = <K extends KeyOf<T>>(key: K, ...values: Values<T, K>) => string;

/** The Finnish table of an English one: same keys, nothing missing, nothing over. */
export type Translation<T> = { readonly [K in keyof T]: string };

/** Numbers inside sentences are written as the language writes them: 1,586 and 1 586. */
const numberFormatter: FormatterModule = {
	type: 'formatter',
	init: () => {},
	add: () => {},
	addCached: () => {},
	format: (value: unknown, _format, language) =>
		typeof value === 'number' ? new Intl.NumberFormat(language === 'fi' ? 'fi-FI' : 'en-US').format(value) : String(value),
};

i18next
	.use(numberFormatter)
	.use(initReactI18next)
	.init({
		lng: 'en',
		fallbackLng: false,
		supportedLngs: ['en', 'fi'],
		resources: { en: {}, fi: {} },
		interpolation: {
			escapeValue: false,
			alwaysFormat: true,
		},
		returnNull: false,
		initAsync: false,
		react: { useSuspense: false },
	});

/**
 * Registers a feature's texts and returns its hook.
 * English is declared `as const` so that the values each text needs are known to the compiler:
 * `export const useDomains = messages('domains', en, fi)`, then `const t = useDomains(); t('count', { count: 3 })`.
 */
export function messages<const T extends Record<string, string>>(name: string, en: T, fi: Translation<T>): () => Say<T> {
	i18next.addResourceBundle('en', name, en);
	i18next.addResourceBundle('fi', name, fi);
	// biome-ignore lint/correctness/noComponentHookFactories: called once a feature, at module level
	const useTexts = (): Say<T> => {
		// the hook re-renders on a change of language; the language stands in the options so that a kept `t` cannot go stale
		const { i18n } = useTranslation(name);
		return (key, ...values) => plain(key, { ...values[0], ns: name, lng: i18n.language });
	};
	return useTexts;
}

const plain = (key: string, options: TOptions & { ns: string }): string => i18next.t(key, options);

/** The language texts are shown in now; for code outside components. */
export const currentLanguage = (): Language => (i18next.language === 'fi' ? 'fi' : 'en');

/** Picks from a pair; re-renders when the language changes. */
export function useSay(): (text: Text) => string {
	const { i18n } = useTranslation();
	const language: Language = i18n.language === 'fi' ? 'fi' : 'en';
	return (text) => text[language];
}

export function useLanguage(): Language {
	const { i18n } = useTranslation();
	return i18n.language === 'fi' ? 'fi' : 'en';
}

const KEY = 'luvalla.language';

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'fi';

/**
 * The person's own choice, else the browser's first language when it is Finnish, else English; and from now on what the
 * person chooses in another tab, as it is with light and dark.
 */
export function startLanguage(): Language {
	const kept = localStorage.getItem(KEY);
	const language: Language = isLanguage(kept) ? kept : navigator.language.toLowerCase().startsWith('fi') ? 'fi' : 'en';
	showLanguage(language);
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === KEY && isLanguage(newValue)) showLanguage(newValue);
	});
	return language;
}

/** Changes the language now and remembers it. */
export function chooseLanguage(language: Language): void {
	localStorage.setItem(KEY, language);
	showLanguage(language);
}

function showLanguage(language: Language): void {
	void i18next.changeLanguage(language);
	document.documentElement.lang = language;
}

/** Calls back after each change of language; returns the way to stop. */
export function onLanguage(listener: () => void): () => void {
	i18next.on('languageChanged', listener);
	return () => i18next.off('languageChanged', listener);
}
