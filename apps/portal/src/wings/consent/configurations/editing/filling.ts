/**
 * Languages of a draft: what a new one begins with, and which of its texts a person has still to look at or to write.
 * A text that was changed in the leading language gets no default: it would say something else.
 */
import { categoryTextsOf, lightTextsOf, tcfTextsOf } from '@luvalla/banner/languages/texts';
import type { LanguageWords } from '@luvalla/banner/languages/words';
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';

type Texts = Record<string, string>;

/** Whatever kind of banner it is, as far as its languages go. */
export interface Speaking {
	/** The leading one first. */
	languages: BannerLanguage[];
	texts: InLanguages<Texts>;
	/** `title`, `categories.media.name` */
	unchecked: InLanguages<string[]>;
	categories?: { key: string; texts: InLanguages<{ name: string; about: string }> }[];
}

/** What a language offers for a kind of banner. */
export interface Defaults {
	/** By the room that a template has. */
	variants: readonly Texts[];
	category: (key: string) => { name: string; about: string } | null;
}
export const lightDefaults = (words: LanguageWords): Defaults => ({
	variants: [lightTextsOf(words, 'bottom-bar'), lightTextsOf(words, 'minimal-corner')],
	category: (key) => categoryTextsOf(words, { key }),
});
export const tcfDefaults = (words: LanguageWords): Defaults => ({ variants: [tcfTextsOf(words)], category: () => null });

const ADDRESSES: readonly string[] = ['policyUrl', 'ownDataUrl'];

/** Adds a language to a draft. What it had from before stays; what is filled in is marked. */
export const speak = (config: Speaking, language: BannerLanguage, own: Defaults, leading: Defaults): void => {
	const marks = new Set(config.unchecked[language]);
	const fill = (path: string, kept: string | undefined, written: string, pairs: readonly [was: string, becomes: string][]): string => {
		if (kept) return kept;
		const [, text = ''] = pairs.find(([was]) => was === written) ?? [];
		if (text) marks.add(path);
		return text;
	};
	const [lead] = config.languages;
	const source = (lead && config.texts[lead]) ?? {};
	const before = config.texts[language];
	const fields = Object.keys(own.variants[0] ?? {});
	config.texts[language] = Object.fromEntries(
		fields.map((key) => {
			const pairs = leading.variants.map((one, i): [string, string] => [one[key] ?? '', own.variants[i]?.[key] ?? '']);
			// An address is the same in every language until somebody says otherwise.
			const text = ADDRESSES.includes(key) ? before?.[key] || (source[key] ?? '') : fill(key, before?.[key], source[key] ?? '', pairs);
			return [key, text];
		}),
	);
	for (const { key, texts } of config.categories ?? []) {
		const [was, becomes, kept] = [leading.category(key), own.category(key), texts[language]];
		const part = (name: 'name' | 'about') =>
			fill(
				`categories.${key}.${name}`,
				kept?.[name],
				(lead && texts[lead]?.[name]) ?? '',
				was && becomes ? [[was[name], becomes[name]]] : [],
			);
		texts[language] = { name: part('name'), about: part('about') };
	}
	config.unchecked[language] = [...marks];
	config.languages = [...config.languages, language];
};

/** Takes the mark from a text, or from all of a language. */
export const lookedAt = (config: Speaking, language: BannerLanguage, path?: string): void => {
	const marked = config.unchecked[language];
	if (marked) config.unchecked[language] = path === undefined ? [] : marked.filter((one) => one !== path);
};

/** The marks of a category follow its key; null: it is gone. */
export const renameMarks = (config: Speaking, from: string, to: string | null): void => {
	const start = `categories.${from}.`;
	for (const marked of Object.values(config.unchecked)) {
		const [own, others] = [marked.filter((one) => one.startsWith(start)), marked.filter((one) => !one.startsWith(start))];
		const kept = to === null ? [] : own.map((one) => `categories.${to}.${one.slice(start.length)}`);
		marked.splice(0, marked.length, ...others, ...kept);
	}
};

/** Fields that say something in the leading language and nothing in this one. */
export const unwritten = ({ languages: [lead], texts }: Speaking, language: BannerLanguage): string[] => {
	const source = (lead && texts[lead]) ?? {};
	return lead === language ? [] : Object.keys(source).filter((key) => source[key] && !texts[language]?.[key]);
};
