/** Languages that a banner speaks: the 24 of the European Union, and six more. The portal's own are `Language`. */
import * as z from 'zod';

export const BannerLanguage = z.enum([
	'bg',
	'hr',
	'cs',
	'da',
	'nl',
	'en',
	'et',
	'fi',
	'fr',
	'de',
	'el',
	'hu',
	'ga',
	'it',
	'lv',
	'lt',
	'mt',
	'pl',
	'pt',
	'ro',
	'sk',
	'sl',
	'es',
	'sv',
	'no',
	'is',
	'uk',
	'ar',
	'zh',
	'ja',
]);
export type BannerLanguage = z.infer<typeof BannerLanguage>;

/** Texts in the languages of a configuration. */
export const inLanguages = <T extends z.ZodType>(texts: T) => z.partialRecord(BannerLanguage, texts);

/** The languages of a configuration; the first one is shown when the visitor's own is not among them. */
export const BannerLanguages = z
	.array(BannerLanguage)
	.min(1)
	.max(BannerLanguage.options.length)
	.refine((languages) => new Set(languages).size === languages.length, { error: 'A language is named twice' });

/** What was filled in from the language's own file and nobody has looked at yet: `title`, `categories.media`. */
export const Unchecked = z.partialRecord(BannerLanguage, z.array(z.string().max(60)).max(60)).default({});

/** Something in some of the languages. */
export type InLanguages<T> = Partial<Record<BannerLanguage, T>>;
