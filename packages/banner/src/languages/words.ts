/**
 * The banner's own words: their shape, and how a number or a name is put into them. Each language is one file of pure
 * data beside this one. Whatever a number changes is made when a publication is assembled, where `Intl` knows all of
 * these languages; a browser may not.
 */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';

/** One sentence for every number, or one for each form that the language has (CLDR). `{n}` is the number. */
export type Forms = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** Of the languages that say *un millón de cookies*. */
export const COOKIES_WITH_DE: Forms = { one: '{n} cookie', many: '{n} de cookies', other: '{n} cookies' };

/** What the light layers and the control say beside the customer's texts. */
export interface LightWords {
	/** Shown on the second layer when the browser sends the signal. */
	gpc: string;
	/** Beside the sign of the control, once the signal is on record. */
	honoured: string;
	/** Beside it where a law gives a way to opt out. */
	privacyChoices: string;
}

/** What a placeholder of a frame says. */
export interface FrameWords {
	/** `{host}` */
	from: string;
	once: string;
	/** `{category}` */
	always: string;
}

/** What the cookie declaration says. */
export interface DeclarationWords {
	choice: string;
	none: string;
	allowed: string;
	refused: string;
	unanswered: string;
	cookie: string;
	provider: string;
	keeps: string;
	noCookies: string;
	change: string;
	withdraw: string;
	/** `{category}` */
	receipt: string;
}

/** First layer of the framework's banner: what its policies demand beside the official texts. Not editable. */
export interface FirstWords {
	/** `{partners}`: where the link to their list stands. */
	device: string;
	partners: Forms;
	data: string;
	special: string;
	/** `{choose}`: the button that opens the second layer. */
	legitimate: string;
	scope: string;
	/** `{reopen}`: name of the small button. */
	withdraw: string;
	consequence: string;
	missing: string;
	retry: string;
	back: string;
	gpc: string;
}

/** Second layer of the framework's banner, as it is shown. */
export interface LayerWords {
	byPurpose: string;
	/** `{n}` */
	byPartner: string;
	mandatory: string;
	mandatoryNote: string;
	specialTitle: string;
	featuresTitle: string;
	dataTitle: string;
	additional: string;
	examples: string;
	allow: string;
	object: string;
	find: string;
	/** `{shown}`, `{all}` */
	found: string;
	/** `{n}` */
	more: string;
	details: string;
	consentFor: string;
	legitimateFor: string;
	data: string;
	storage: string;
	storageNone: string;
	/** `{time}`, here and below. */
	storageOf: string;
	session: string;
	refreshed: string;
	otherMeans: string;
	kept: string;
	policy: string;
	claim: string;
	disclosure: string;
	opens: string;
	ownStorage: string;
	/** `{date}` */
	updated: string;
}

/** The same with what a number changes. */
export interface CountedWords extends LayerWords {
	consentOf: Forms;
	legitimateOf: Forms;
	usedBy: Forms;
}

/** Everything of one language: the banner's own words, and the texts that a new configuration begins with. */
export interface LanguageWords {
	light: LightWords & { cookies: Forms };
	frames: FrameWords;
	declaration: DeclarationWords;
	first: FirstWords;
	layer: CountedWords;
	/** Texts of a light banner, and of the framework's where it has none of its own. */
	banner: Record<'title' | 'body' | 'refuse' | 'accept' | 'choose' | 'save' | 'choicesTitle' | 'alwaysOn' | 'reopen', string>;
	/** Of the small templates. */
	short: Record<'title' | 'body', string>;
	tcf: Record<'choicesTitle' | 'reopen', string>;
	categories: Record<'necessary' | 'statistics' | 'marketing' | 'media', { name: string; about: string }>;
	/** The purpose that Global Privacy Control answers. */
	sale: { name: string; about: string };
}

/** A text with its `{names}` filled in. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** What is said of a number, in the form that the language has for it. */
export const counted = (language: BannerLanguage, forms: Forms, n: number): string => {
	const text = typeof forms === 'string' ? forms : (forms[new Intl.PluralRules(language).select(n)] ?? forms.other ?? '');
	return filled(text, { n: new Intl.NumberFormat(language).format(n) });
};

/** A length of time: `3 days`. */
export const timeIn = (language: BannerLanguage, n: number, unit: 'day' | 'hour' | 'minute'): string =>
	new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(n);
