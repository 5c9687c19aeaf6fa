/** What a light banner is made of: the `config` and `mapper` of calls.md's configuration payload, parsed. */
import * as z from 'zod';
import { HostName, Id, line, PageLink } from '../fields.ts';
import { BannerLanguages, inLanguages, Unchecked } from './languages.ts';
import { lookFields } from './look.ts';

/** A hundred years; longer ones are no lifetime that anybody meant. */
export const LONGEST_LIFETIME_SECONDS = 3_155_760_000;
export const COOKIE_DESCRIPTION_MAX = 400;
const LIFETIME = { error: 'Use a whole number from 1, a hundred years at most' };

/** The portal's languages. A banner's are `BannerLanguage`. */
export const Language = z.enum(['en', 'fi']);
export type Language = z.infer<typeof Language>;

/** Said of a chosen language that has no texts. */
export const NO_TEXTS = 'Write the texts of this language';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'Use a colour such as #2b4a3f' });
const text = (max: number) => line(max).pipe(z.string().min(1, { error: 'Write this text' }));

/** The second layer's link to where visitors see and control what is kept of them: its text, and a page as of `policyUrl`. Both empty: no link. */
export const ownDataFields = { ownDataLabel: line(80).default(''), ownDataUrl: PageLink.default('') };

/** Texts of the banner in one language. */
export const BannerTexts = z.object({
	title: text(120),
	body: text(1200),
	refuse: text(40),
	accept: text(40),
	choose: text(40),
	save: text(40),
	choicesTitle: text(120),
	alwaysOn: text(40),
	/** Name of the small button that opens the choices again. */
	reopen: text(60),
	policyLabel: line(80),
	/** https address or a path of the site; empty: no link. */
	policyUrl: PageLink,
	...ownDataFields,
});
export type BannerTexts = z.infer<typeof BannerTexts>;

export const CategoryTexts = z.object({ name: text(60), about: text(400) });
export type CategoryTexts = z.infer<typeof CategoryTexts>;

/** Where a visitor is asked. Which countries and states these are is dated data on the server (`delivery/regions.json`). */
export const GeoRule = z.enum([
	/** Opt-in everywhere. */
	'everywhere',
	/** Opt-in in the EEA, the United Kingdom and Switzerland; elsewhere nothing is asked. */
	'eea',
	/** The same, and in the states of the USA that have a law a way to opt out. */
	'us-optout',
]);
export type GeoRule = z.infer<typeof GeoRule>;

/** What a category's tags are for: how known tags, and what Global Privacy Control is about, find their category. */
export const CategoryKind = z.enum(['statistics', 'marketing', 'media', 'other']);
export type CategoryKind = z.infer<typeof CategoryKind>;

/** Key of the record that Global Privacy Control makes ("sale and sharing: no"); no category may have it. */
export const SALE_SHARING = 'sale_sharing';

export const CookieLine = z.object({
	name: line(120),
	provider: line(120).default(''),
	/** How long it is kept, in words for every language; empty: as `lifetimeSeconds` says. */
	keeps: line(60).default(''),
	/** 0: until the browser is closed. */
	lifetimeSeconds: z.int(LIFETIME).min(0, LIFETIME).max(LONGEST_LIFETIME_SECONDS, LIFETIME).optional(),
	/** What it is for, in the banner's languages. */
	about: inLanguages(line(COOKIE_DESCRIPTION_MAX)).optional(),
});

export const Category = z.object({
	/** What marked scripts name: `data-luvalla="statistics"`. Never a word that every object of a browser knows. */
	key: z.string().regex(/^(?!(?:sale_sharing|constructor)$)[a-z][a-z0-9_-]{0,30}$/, { error: 'Use small letters, digits, - and _' }),
	/** Strictly necessary: always on, asks nothing, yields no record. At most the first one. */
	necessary: z.boolean().default(false),
	/** Absent: what its key says (`statistics`, `marketing`, `media`), else `other`. */
	kind: CategoryKind.optional(),
	texts: inLanguages(CategoryTexts),
	cookies: z.array(CookieLine).max(200).default([]),
});
export type Category = z.infer<typeof Category>;

export const TemplateName = z.enum(['bottom-bar', 'box', 'centre-dialog', 'inline-strip', 'minimal-corner']);
export type TemplateName = z.infer<typeof TemplateName>;

/** More of Google Consent Mode. Without any of it Google's own defaults hold, which are the ones here. */
export const ConsentModeOptions = z.object({
	/** Milliseconds that Google's tags wait for an answer before they act on the default (`wait_for_update`). */
	waitForUpdateMs: z.int().min(0).max(10_000).default(0),
	/** While `ad_storage` is denied, identifiers of clicks are left out of what is sent (`ads_data_redaction`). */
	adsDataRedaction: z.boolean().default(false),
	/** While storage is denied, links within the site carry the click and the session (`url_passthrough`). */
	urlPassthrough: z.boolean().default(false),
	/**
	 * ISO 3166-1 countries and ISO 3166-2 regions where the default holds (`region`); elsewhere Google takes everything
	 * for granted until there is an answer. Empty: everywhere. Used only where everybody is asked: where the place
	 * decides, the banner itself says what holds there.
	 */
	regions: z
		.array(z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, { error: 'Use codes such as FI or US-CA' }))
		.max(300)
		.default([]),
});
export type ConsentModeOptions = z.infer<typeof ConsentModeOptions>;

export const LightConfig = z
	.object({
		languages: BannerLanguages,
		texts: inLanguages(BannerTexts),
		unchecked: Unchecked,
		categories: z.array(Category).min(1).max(12),
		colours: z.object({ button: colour, buttonText: colour, background: colour, text: colour }),
		position: z.enum(['bottom', 'bottom-left', 'bottom-right', 'top', 'centre']),
		...lookFields,
		/** Months after which a yes is asked again, and a no (never below 6). */
		reask: z.object({ yesMonths: z.int().min(1).max(24), noMonths: z.int().min(6).max(24) }),
		/** Google Consent Mode v2: which categories allow which storage types. */
		consentMode: z
			.record(
				z.string(),
				z.array(
					z.enum([
						'ad_storage',
						'ad_user_data',
						'ad_personalization',
						'analytics_storage',
						'functionality_storage',
						'personalization_storage',
						'security_storage',
					]),
				),
			)
			.default({}),
		/** `basic`: Google's tags do not run before a yes. `advanced`: they run and send pings without cookies. */
		consentModeKind: z.enum(['basic', 'advanced']).default('basic'),
		consentModeOptions: ConsentModeOptions.default(ConsentModeOptions.parse({})),
		geo: GeoRule.default('everywhere'),
		/** Stop known tags (a dated list) of a category that is not allowed, even when the site did not mark them. */
		blockKnown: z.boolean().default(true),
		/** One choice for several hosts of the customer. */
		joined: z
			.object({
				/** Every host under the registrable domain shares the choice: one cookie on the parent domain. */
				subdomains: z.boolean().default(false),
				/** Other hosts of the customer: a link from one to another hands the choice over. */
				domains: z.array(HostName).max(20).default([]),
			})
			.default({ subdomains: false, domains: [] }),
	})
	.refine((c) => new Set(c.categories.map((k) => k.key)).size === c.categories.length, {
		error: 'Two categories have the same key',
		path: ['categories'],
	})
	.refine((c) => c.categories.some((k) => k.necessary) && c.categories.some((k) => !k.necessary), {
		error: 'There must be a necessary category and one to ask about',
		path: ['categories'],
	})
	.superRefine(({ languages, texts, categories }, context) => {
		const lacks = (path: (string | number)[]) => context.addIssue({ code: 'custom', message: NO_TEXTS, path });
		for (const language of languages) {
			if (!texts[language]) lacks(['texts', language, 'title']);
			for (const [i, category] of categories.entries()) if (!category.texts[language]) lacks(['categories', i, 'texts', language, 'name']);
		}
	});
export type LightConfig = z.infer<typeof LightConfig>;

/** Segments of one key that a yes fills. */
export const MOST_SEGMENTS = 20;
/** What a yes to a category is taken for. */
export const LightMapper = z.object({
	/** Category key → name of the purpose it grants. Empty: one purpose a category, of its name. */
	purposes: z.record(z.string(), line(120)).default({}),
	/** Category key → segments that a yes puts people into and a withdrawal takes them out of. */
	segments: z.record(z.string(), z.array(Id).max(MOST_SEGMENTS)).default({}),
	/** Key of the category whose yes lets visitors be remembered, with their device and what they do; empty: nobody is. */
	remembers: z.string().max(31).default(''),
	/** Key of the category whose yes lets pushes come to the browser of somebody who is remembered; empty: none come. */
	pushes: z.string().max(31).default(''),
});
export type LightMapper = z.infer<typeof LightMapper>;
