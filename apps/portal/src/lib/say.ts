/**
 * Texts in the two languages. A text is either a pair (`Text`, for the one list of screens) or a keyed table
 * (`messages`, for a feature). Both fail to compile when a translation is missing.
 */
import { createContext, createElement, type ReactNode, use, useSyncExternalStore } from 'react';
import { lately } from './lately.ts';
import type { words } from './words.ts';

export type Language = 'en' | 'fi';
export const languages: readonly Language[] = ['en', 'fi'];
/** As the specification names them (portal.md section 9). */
export const languageNames = { en: 'English', fi: 'Finnish' } as const;
/** As numbers and dates are written. */
export const locales = { en: 'en-US', fi: 'fi-FI' } as const;

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

/** A table with the words that every table has. */
type WithWords<T> = T & Omit<typeof words, keyof T>;

/** What a feature's `useTexts()` gives: `t('key')`, with exactly the values that the English text names. */
export type Say<T> = <K extends KeyOf<WithWords<T>>>(key: K, ...values: Values<WithWords<T>, K>) => string;

/** The Finnish table of an English one: same keys, nothing missing, nothing over. */
export type Translation<T> = { readonly [K in keyof T]: string };

type Table = Readonly<Record<string, string>>;

/** All tables by name; also for the test that holds the two languages side by side. */
export const tables = new Map<string, Record<Language, Table>>();
const tableOf = (name: string): Record<Language, Table> => {
	const table = tables.get(name) ?? { en: {}, fi: {} };
	tables.set(name, table);
	return table;
};

/** The Finnish of a table whose `messages` named none: it is loaded where somebody reads Finnish. */
export const addFinnish = (name: string, fi: Table): void => {
	tableOf(name).fi = fi;
};

/** The words that a table need not say itself (`words.ts`). */
const shared = tableOf('words');

let language: Language = 'en';
const listeners = new Set<() => void>();

const numbers = lately((as: Language) => new Intl.NumberFormat(locales[as]));
/** Between thousands; Finnish has a no-break space. */
const BETWEEN = { en: ',', fi: '\u00a0' } as const;

/** 18,406; 18 406. Whole numbers by hand: the first that `Intl` writes holds a page for longer than its own modules do. */
export const numberText = (value: number, as: Language): string =>
	Number.isSafeInteger(value) && value >= 0 ? String(value).replace(/\B(?=(\d{3})+$)/g, BETWEEN[as]) : numbers(as).format(value);

/** Both languages have the same two, and one of a thing is one. */
export const pluralOf = (count: number): PluralEnd => (Math.abs(count) === 1 ? 'one' : 'other');

/**
 * The sentence of a key: of its plural where it has one, with its values; numbers as the language writes them (1,586 and 1 586).
 * One whose Finnish did not come is English.
 */
function sentence(table: Record<Language, Table>, key: string, values: Readonly<Record<string, unknown>>, as: Language): string {
	const { count } = values;
	const counted = typeof count === 'number' ? table[as][`${key}_${pluralOf(count)}`] : undefined;
	const text = counted ?? table[as][key] ?? shared[as][key] ?? table.en[key] ?? shared.en[key] ?? key;
	return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
		const value = values[name];
		return value === undefined ? whole : typeof value === 'number' ? numberText(value, as) : String(value);
	});
}

/**
 * Registers a feature's texts and returns its hook.
 * English is declared `as const` so that the values each text needs are known to the compiler:
 * `export const useDomains = messages('domains', en, fi)`, then `const t = useDomains(); t('count', { count: 3 })`.
 * @param fi none where every page has the table: then it is one of `app/finnish.ts`
 */
export function messages<const T extends Record<string, string>>(name: string, en: T, fi?: Translation<T>): () => Say<T> {
	const table = Object.assign(tableOf(name), fi ? { en, fi } : { en });
	// biome-ignore lint/correctness/noComponentHookFactories: called once a feature, at module level
	const useTexts = (): Say<T> => {
		const shown = useLanguage();
		return (key, ...values) => sentence(table, key, values[0] ?? {}, shown);
	};
	return useTexts;
}

/** The language texts are shown in now; for code outside components. */
export const currentLanguage = (): Language => language;

/** Picks from a pair; re-renders when the language changes. */
export function useSay(): (text: Text) => string {
	const shown = useLanguage();
	return (text) => text[shown];
}

const Shown = createContext<Language | null>(null);

/** Stands around everything, and alone follows the language: a list has several texts a row, which come and go faster when none of them listens. */
export const LanguageProvider = ({ children }: { children: ReactNode }): ReactNode =>
	createElement(Shown, { value: useSyncExternalStore(onLanguage, currentLanguage) }, children);

/** The language texts are shown in; changes with it inside `LanguageProvider`. */
export const useLanguage = (): Language => use(Shown) ?? currentLanguage();

const KEY = 'luvalla.language';

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'fi';

/**
 * The person's own choice, else English, whatever the browser says (portal.md section 9: the default is en_US); and from now on
 * what the person chooses in another tab, as it is with light and dark.
 */
export function startLanguage(): Language {
	const kept = localStorage.getItem(KEY);
	const first: Language = isLanguage(kept) ? kept : 'en';
	showLanguage(first);
	window.addEventListener('storage', ({ key, newValue }) => {
		if (key === KEY && isLanguage(newValue)) showLanguage(newValue);
	});
	return first;
}

/** Changes the language now and remembers it. */
export function chooseLanguage(chosen: Language): void {
	localStorage.setItem(KEY, chosen);
	showLanguage(chosen);
}

let wanted: Language = 'en';
let bring: (() => Promise<unknown>) | null = null;

/** What is loaded before Finnish is shown from now on. */
export const beforeFinnish = (load: () => Promise<unknown>): void => {
	bring = load;
};

function showLanguage(next: Language): void {
	wanted = next;
	const show = (): void => {
		if (wanted !== next) return;
		language = next;
		document.documentElement.lang = next;
		for (const listener of listeners) listener();
	};
	// what does not come holds nothing up
	if (next === 'fi' && bring) void bring().then(show, show);
	else show();
}

/** The order of names where they are read: in Finnish å, ä and ö stand last, whatever language the browser has. */
export const byName = (one: string, other: string): number => one.localeCompare(other, locales[language]);

/** Calls back after each change of language; returns the way to stop. */
export function onLanguage(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
