/** What a TCF banner is made of: the `config` and `mapper` of a type 1 configuration, parsed. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id, isPlain, line, NOT_PLAIN, PageLink } from '../fields.ts';
import { BuildFile, deleting, draftFields, listing, loading, saving, templateOf } from './drafts.ts';
import { BannerLanguages, inLanguages, Unchecked } from './languages.ts';
import { LightConfig, MOST_SEGMENTS, NO_TEXTS, ownDataFields } from './light.ts';
import { lookFields } from './look.ts';

const text = (max: number) => line(max).pipe(z.string().min(1, { error: 'Write this text' }));
const purposeId = z.int().min(1).max(11);
const vendorIds = z.array(z.int().min(1).max(65_535)).max(5000);

/** The texts that may be edited, in one language. The framework's own texts are official and come from the vendor list. */
export const TcfTexts = z.object({
	title: text(120),
	/** Stands before what the framework demands; may be empty. */
	intro: line(600),
	refuse: text(40),
	accept: text(40),
	/** Opens the second layer. */
	choose: text(40),
	save: text(40),
	choicesTitle: text(120),
	/** Name of the small button that opens the choices again. */
	reopen: text(60),
	policyLabel: line(80),
	policyUrl: PageLink,
	...ownDataFields,
});
export type TcfTexts = z.infer<typeof TcfTexts>;

export const TcfTemplateName = z.enum(['tcf-bar', 'tcf-box', 'tcf-dialog']);
export type TcfTemplateName = z.infer<typeof TcfTemplateName>;

/** 0 not allowed, 1 only with consent, 2 only with legitimate interest. */
export const RestrictionType = z.union([z.literal(0), z.literal(1), z.literal(2)]);

export const PublisherRestriction = z.object({
	purpose: purposeId,
	type: RestrictionType,
	vendors: z.union([z.literal('all'), vendorIds.min(1, { error: 'Choose at least one vendor' })]),
});
export type PublisherRestriction = z.infer<typeof PublisherRestriction>;

/** Said of the second of two restrictions with the same purpose and type. */
export const SAME_RESTRICTION = 'This restriction stands already';

/** What a choice is made about: a TCF purpose or special feature. Marked scripts name it: `data-luvalla="p7"`. */
export const TcfKey = z.string().regex(/^(p([1-9]|10|11)|sf[12])$/, { error: 'Use p1 to p11, sf1 or sf2' });

/** A provider of Google's additional consent list, which is no vendor of the framework. */
export const AcProvider = z.object({
	id: z.int().min(1).max(999_999),
	name: text(120),
	policyUrl: z
		.string()
		.trim()
		.max(500)
		.regex(/^https:\/\/\S+$/, { error: 'Use an address that starts with https://' })
		.refine(isPlain, { error: NOT_PLAIN }),
});
export type AcProvider = z.infer<typeof AcProvider>;

const shape = LightConfig.shape;

export const TcfConfig = z
	.object({
		languages: BannerLanguages,
		texts: inLanguages(TcfTexts),
		unchecked: Unchecked,
		colours: shape.colours,
		position: shape.position,
		...lookFields,
		/** Where the framework's question is asked. */
		geo: shape.geo,
		/** Which vendors of the list are asked for: all, or these. */
		vendors: z.union([z.literal('all'), vendorIds.min(1, { error: 'Choose at least one vendor' })]),
		/** Stacks of the list, shown on the first layer in place of their purposes. */
		stacks: z.array(z.int().min(1).max(99)).max(45).default([]),
		specialFeatures: z.array(z.int().min(1).max(2)).max(2).default([]),
		/** Whether vendors may rest on legitimate interest at all; off: only consent counts. */
		legitimateInterest: z.boolean().default(true),
		/** What the site itself uses data for (publisher segment of the string). */
		publisherPurposes: z
			.object({ consents: z.array(purposeId).max(11), legitimateInterests: z.array(purposeId).max(11) })
			.default({ consents: [], legitimateInterests: [] }),
		publisherRestrictions: z.array(PublisherRestriction).max(33).default([]),
		/** ISO 3166-1 alpha-2 country whose law the publisher is under. */
		publisherCountry: z.string().regex(/^[A-Z]{2}$/, { error: 'Use two capital letters such as FI' }),
		/** Google's additional consent string is kept when there are any. */
		acProviders: z.array(AcProvider).max(1000).default([]),
		/** Google Consent Mode v2: a storage type is granted when every named key is. */
		consentMode: z
			.record(z.enum(['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage']), z.array(TcfKey).max(13))
			.default({ ad_storage: ['p1'], ad_user_data: ['p1', 'p7'], ad_personalization: ['p3', 'p4'], analytics_storage: ['p1', 'p8'] }),
		consentModeOptions: shape.consentModeOptions,
		/** Months after which a yes is asked again (the framework: 13 at most), and a no (never below 6). */
		reask: z.object({ yesMonths: z.int().min(1).max(13), noMonths: z.int().min(6).max(13) }),
		/** Days that the string is kept on the device. */
		storageDays: z.int().min(180).max(396).default(366),
	})
	.refine((c) => new Set(c.acProviders.map((p) => p.id)).size === c.acProviders.length, {
		error: 'Two providers have the same number',
		path: ['acProviders'],
	})
	.superRefine(({ publisherRestrictions, languages, texts }, context) => {
		for (const language of languages)
			if (!texts[language]) context.addIssue({ code: 'custom', message: NO_TEXTS, path: ['texts', language, 'title'] });
		// The string has one entry a purpose and type: a second one would be void.
		const taken = new Set<string>();
		for (const [i, { purpose, type }] of publisherRestrictions.entries()) {
			if (taken.has(`${purpose} ${type}`))
				context.addIssue({ code: 'custom', message: SAME_RESTRICTION, path: ['publisherRestrictions', i] });
			taken.add(`${purpose} ${type}`);
		}
	});
export type TcfConfig = z.infer<typeof TcfConfig>;

/** What a yes to a purpose or special feature of the framework is taken for. */
export const TcfMapper = z.object({
	/** Key → name of our purpose that its yes grants. Absent: a purpose of its official name. */
	purposes: z.record(TcfKey, line(120)).default({}),
	/** Key → segments that a yes puts people into and a withdrawal takes them out of. */
	segments: z.record(TcfKey, z.array(Id).max(MOST_SEGMENTS)).default({}),
});
export type TcfMapper = z.infer<typeof TcfMapper>;

export const tcfConfigurations = call({
	...listing,
	path: '/cmpconfigurator/tcfconfig/{customerId}',
	about: 'TCF configurations of a customer on the domains the asker may see.',
});

export const SaveTcfConfiguration = z.object({
	...draftFields,
	type: z.literal(1),
	/** A template path, or NA when none is chosen. */
	template: z.union([z.literal('NA'), TcfTemplateName]),
	/** JSON of a TcfConfig. */
	config: z.string().max(400_000),
});

export const saveTcfConfiguration = call({
	...saving,
	path: '/cmpconfigurator/tcfconfig',
	about:
		'Saves a draft under a folder name of its own. 422 with `fields` when config or mapper cannot be a TCF banner; 404 for a domain that is not the customer’s. Of the same title and domain it saves again, unless `savedAt` is null: 409 title_taken.',
	body: SaveTcfConfiguration,
});

export const deleteTcfConfiguration = call({ ...deleting, path: '/cmpconfigurator/TCFconfig/{folder}' });

export const TcfTemplate = templateOf(TcfTemplateName);

export const tcfTemplates = call({
	...loading,
	path: '/cmpconfigurator/templates/tcf',
	about: 'The TCF templates.',
	answer: z.object({ templates: z.array(TcfTemplate) }),
	failure: 'Invalid template',
});

export const tcfTemplate = call({
	...loading,
	path: '/cmpconfigurator/templates/tcf/{template}',
	about: 'A template with a complete starting configuration in both languages.',
	params: z.object({ template: z.string().max(60) }),
	answer: TcfTemplate.extend({ config: TcfConfig }),
	failure: 'Invalid path',
});

export const tcfBundles = call({
	...loading,
	path: '/cmpconfigurator/cmpbundle',
	about: 'Versions of the TCF banner itself, and whether this installation has the CMP id that publishing needs.',
	answer: z.object({ bundles: z.array(BuildFile), cmpId: z.int().nullable(), cmpVersion: z.int().nullable() }),
	failure: 'Invalid version',
});
