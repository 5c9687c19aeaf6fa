/** IAB Europe's Global Vendor List: the file (version 3 of its format) as far as we use it, and the calls about stored ones. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';
import { readers } from './drafts.ts';
import { BannerLanguage } from './languages.ts';

/** A list larger than this is refused unread; the largest published one has about 1.2 MB. */
export const VENDOR_LIST_MAX_BYTES = 8_000_000;

const text = (max: number) => z.string().max(max);
const ids = z.array(z.int().min(1).max(99)).max(99);

const Named = z.object({ id: z.int().min(1).max(99), name: text(500), description: text(8000) });
/** A purpose, special purpose, feature or special feature with its official texts. */
export const Declared = Named.extend({ illustrations: z.array(text(8000)).max(20).default([]) });
export type Declared = z.infer<typeof Declared>;

export const Stack = Named.extend({ purposes: ids, specialFeatures: ids });
export type Stack = z.infer<typeof Stack>;

const days = z.record(z.string().regex(/^\d{1,2}$/), z.int().min(0).max(100_000));

export const Vendor = z.object({
	id: z.int().min(1).max(65_535),
	name: text(500).min(1),
	purposes: ids,
	legIntPurposes: ids,
	flexiblePurposes: ids,
	specialPurposes: ids,
	features: ids,
	specialFeatures: ids,
	/** Seconds; null or absent: it stores nothing, or says not how long. */
	cookieMaxAgeSeconds: z.number().nullable().optional(),
	usesCookies: z.boolean().default(false),
	cookieRefresh: z.boolean().default(false),
	usesNonCookieAccess: z.boolean().default(false),
	/** Days: the usual ones, and those of single purposes. */
	dataRetention: z
		.object({ stdRetention: z.int().min(0).max(100_000).optional(), purposes: days.default({}), specialPurposes: days.default({}) })
		.optional(),
	urls: z
		.array(z.object({ langId: text(10), privacy: text(2000).optional(), legIntClaim: text(2000).optional() }))
		.max(100)
		.default([]),
	/** Lists in use name categories that they do not have; such a number is shown as nothing. */
	dataDeclaration: z.array(z.int().min(1).max(9999)).max(99).default([]),
	deviceStorageDisclosureUrl: text(2000).optional(),
	/** Set: the vendor has left; it is disclosed to nobody any more. */
	deletedDate: z.iso.datetime().optional(),
});
export type Vendor = z.infer<typeof Vendor>;

const byId = <T extends z.ZodType<{ id: number }>>(row: T, most: number) =>
	z.record(z.string().regex(/^[1-9]\d{0,4}$/), row).refine(
		(rows) => {
			const entries = Object.entries(rows);
			return entries.length <= most && entries.every(([key, one]) => String(one.id) === key);
		},
		{ error: 'An entry stands under another number than its own' },
	);

const texts = {
	purposes: byId(Declared, 99),
	specialPurposes: byId(Declared, 99),
	features: byId(Declared, 99),
	specialFeatures: byId(Declared, 99),
	stacks: byId(Stack, 99),
	dataCategories: byId(Named, 99).default({}),
};

const head = {
	vendorListVersion: z.int().min(1).max(4095),
	tcfPolicyVersion: z.int().min(4).max(63),
	lastUpdated: z.iso.datetime(),
};

/** `vendor-list.json`. Its texts are English. */
export const VendorList = z.object({ gvlSpecificationVersion: z.literal(3), ...head, ...texts, vendors: byId(Vendor, 65_535) });
export type VendorList = z.infer<typeof VendorList>;

/** `purposes-xx.json`: the same texts in another language. */
export const VendorListTexts = z.object({ ...texts, vendorListVersion: head.vendorListVersion.optional() });
export type VendorListTexts = z.infer<typeof VendorListTexts>;

/** Languages into which IAB Europe has not translated the texts; a banner of the framework cannot speak them. */
const WITHOUT_OFFICIAL_TEXTS: readonly BannerLanguage[] = ['ga'];
export const hasOfficialTexts = (language: BannerLanguage): boolean => !WITHOUT_OFFICIAL_TEXTS.includes(language);

/** A stored list. */
export const GvlFile = z.object({
	/** What the compare and read calls take: the list's own version. */
	id: z.int(),
	vendorListVersion: z.int(),
	tcfPolicyVersion: z.int(),
	lastUpdated: z.string(),
	/** Vendors that have not left. */
	vendors: z.int(),
	deleted: z.int(),
	/** Languages whose official texts are stored beside English. */
	languages: z.array(z.string()),
	source: z.enum(['fetched', 'uploaded']),
	storedAt: z.string(),
	bytes: z.int(),
	/** The one that new publications take. */
	newest: z.boolean(),
});
export type GvlFile = z.infer<typeof GvlFile>;

const managers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

export const gvlFiles = call({
	method: 'GET',
	path: '/cmpconfigurator/gvlfile',
	about: 'The stored vendor lists, newest first.',
	answer: z.array(GvlFile),
	may: managers,
	on: 'self',
	failure: 'Error while fetching gvl versions',
});

export const gvlFile = call({
	method: 'GET',
	path: '/cmpconfigurator/gvlfile/{id}',
	about:
		'One stored vendor list, with official texts in `language` (English when that is not stored; `language` of the answer says which).',
	params: z.object({ id: z.union([z.literal('newest'), z.coerce.number().int().min(1).max(4095)]) }),
	query: z.object({
		language: z
			.string()
			.regex(/^[a-z]{2}$/)
			.optional(),
	}),
	answer: z.object({ list: VendorList, language: z.string() }),
	may: managers,
	on: 'self',
	failure: 'Error while fetching gvl versions',
});

/** What a vendor may do and on which legal basis: a change of these is material, visitors were told otherwise. */
export const LEGAL_FIELDS = ['purposes', 'legIntPurposes', 'flexiblePurposes', 'specialPurposes', 'features', 'specialFeatures'] as const;
const OTHER_FIELDS = [
	'name',
	'cookieMaxAgeSeconds',
	'usesCookies',
	'cookieRefresh',
	'usesNonCookieAccess',
	'dataRetention',
	'urls',
	'dataDeclaration',
	'deviceStorageDisclosureUrl',
] as const;
export const VENDOR_FIELDS = [...LEGAL_FIELDS, ...OTHER_FIELDS] as const;
export type VendorField = (typeof VENDOR_FIELDS)[number];
export type LegalField = (typeof LEGAL_FIELDS)[number];
export const isLegal = (field: VendorField): field is LegalField => LEGAL_FIELDS.some((legal) => legal === field);

/** What became of one vendor between two lists. */
export const GvlEntry = z.object({
	/** `deleted`: it is gone from the list, or has a `deletedDate` since. */
	status: z.enum(['added', 'deleted', 'changed']),
	/** As it stands in the newer list; as it last stood where it is gone from it. */
	currentVendor: Vendor,
	/** Null: the older list has none of this number. */
	previousVendor: Vendor.nullable(),
	/** Of one that is added: it had left, and is back. */
	undeleted: z.boolean(),
	/** Of one that is deleted: it is not in the newer list at all. */
	gone: z.boolean(),
	/** Of one that is in both: the fields that differ. */
	fields: z.array(z.enum(VENDOR_FIELDS)),
	/** One of these says what it may do, or on which legal basis. */
	material: z.boolean(),
});
export type GvlEntry = z.infer<typeof GvlEntry>;

const Version = z.coerce.number().int().min(1).max(4095);

export const compareGvlFiles = call({
	method: 'GET',
	path: '/cmpconfigurator/gvlfile/compare',
	about:
		'Every vendor that differs between two stored vendor lists, by its number: `added` (also one that had left and is back), `deleted` (gone, or with a `deletedDate` since) or `changed`, with the fields that differ and whether one of them is material. One that had left in both counts as changed where it differs. 404 where a list is not stored.',
	query: z.object({ currentFileid: Version, previousFileid: Version }),
	answer: z.array(GvlEntry),
	may: managers,
	on: 'self',
	failure: 'Error while fetching gvl versions',
});

/** A banner that visitors are asked by, and the vendors that it names. */
export const VendorsAsked = z.object({
	/** Its configuration. */
	id: Id,
	title: z.string(),
	domain: z.string(),
	version: z.int(),
	/** The vendor list that it was published with: what it says of a vendor stays so until it is published again. */
	vendorListVersion: z.int(),
	vendors: z.array(z.int()),
});
export type VendorsAsked = z.infer<typeof VendorsAsked>;

export const vendorsAsked = call({
	method: 'GET',
	path: '/cmpconfigurator/gvlvendors/{customerId}',
	about:
		'The vendors that each TCF banner of a customer asks for, of those that are live on the domains the asker may see; where two are tested against each other, both.',
	params: z.object({ customerId: CustomerId }),
	answer: z.array(VendorsAsked),
	may: readers,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'Error while fetching gvl versions',
});

export const officialTexts = call({
	method: 'GET',
	path: '/cmpconfigurator/gvltexts/{language}',
	about:
		'The framework’s official texts in a language. Those that are not stored yet are asked for from the vendor list’s source (GVL_URL), stored, and fetched daily from then on. 422 no_official_texts when IAB Europe has none in that language, gvl_unreachable or not_a_list with the reason.',
	params: z.object({ language: BannerLanguage }),
	answer: VendorListTexts,
	may: managers,
	on: 'self',
	failure: 'Error while fetching gvl versions',
});

export const uploadGvlFile = call({
	method: 'POST',
	path: '/cmpconfigurator/gvlfile',
	about:
		'Stores a vendor list (multipart, one file, 8 MB at most), or with `language` the official texts in that language. 422 not_a_list with what is wrong; 409 other_list when this version is stored with other content. Storing the same file again changes nothing.',
	query: z.object({
		language: z
			.string()
			.regex(/^[a-z]{2}$/)
			.optional(),
	}),
	answer: z.array(GvlFile),
	may: ['admin'],
	on: 'platform',
	failure: 'Error while fetching gvl versions',
	multipart: {
		part: 'file',
		type: 'application/json',
		about: 'The vendor list, or the official texts, as IAB Europe publishes them.',
		maxBytes: VENDOR_LIST_MAX_BYTES,
	},
});

export const fetchGvlFile = call({
	method: 'POST',
	path: '/cmpconfigurator/gvlfile/fetch',
	about: 'Asks the vendor list’s source (GVL_URL) now, as the daily job does. 422 gvl_unreachable or not_a_list with the reason.',
	answer: z.object({ stored: z.boolean(), files: z.array(GvlFile) }),
	may: ['admin'],
	on: 'platform',
	failure: 'Error while fetching gvl versions',
});
