/**
 * The cookie repository: what cookies are for, who sets them and how long they live (calls.md section 7, 'Cookie scan and
 * repository'). The platform's global entries hold for everybody; a customer's own entry stands over the global one of the same
 * name and host.
 */
import * as z from 'zod';
import { call, fileQuery, filterQuery, listQuery } from '../call.ts';
import { CustomerId, HostName, Id, line } from '../fields.ts';
import { selectionOf } from '../selection.ts';
import type { Words } from '../words.ts';
import { readers } from './drafts.ts';
import { BannerLanguage, inLanguages } from './languages.ts';
import { COOKIE_DESCRIPTION_MAX, LONGEST_LIFETIME_SECONDS } from './light.ts';

export { COOKIE_DESCRIPTION_MAX, LONGEST_LIFETIME_SECONDS };

/** `undecided`: a person has to say whether it is strictly necessary or asked about. */
export const COOKIE_TYPES = ['necessary', 'preferences', 'statistics', 'marketing', 'undecided'] as const;
export const CookieType = z.enum(COOKIE_TYPES);
export type CookieType = z.infer<typeof CookieType>;

/** Who says so: a customer, an admin of the platform, our starter list, the Open Cookie Database. */
export const COOKIE_SOURCES = ['own', 'platform', 'starter', 'ocd'] as const;
export const CookieSource = z.enum(COOKIE_SOURCES);
export type CookieSource = z.infer<typeof CookieSource>;

/** `undecided` by type; `own` of the customer; `conflict`: two global entries contradict each other. */
export const COOKIE_STATES = ['undecided', 'own', 'conflict'] as const;
export const CookieState = z.enum(COOKIE_STATES);
export type CookieState = z.infer<typeof CookieState>;

export const COOKIE_NAME_MAX = 200;
export const COOKIE_PROVIDER_MAX = 200;
export const COOKIE_REASON_MAX = 500;

/** 0: until the browser is closed; null: not known. */
const Lifetime = z.int().min(0).max(LONGEST_LIFETIME_SECONDS).nullable();

/** What an entry says that another one may say differently. */
export const CookieSaid = z.object({
	/** Of the other entry. */
	id: Id,
	name: z.string(),
	domain: z.string(),
	type: CookieType,
	provider: z.string(),
	lifetimeSeconds: z.int().nullable(),
});
export type CookieSaid = z.infer<typeof CookieSaid>;

export const CookieEntry = z.object({
	id: Id,
	/** Null: global. */
	customerId: z.int().nullable(),
	/** `*` in it stands for any signs. */
	name: z.string(),
	type: CookieType,
	/** Who sets it, such as Google; empty: not known. */
	provider: z.string(),
	/** Host that it is set for, with all below it; empty: any. */
	domain: z.string(),
	/** 0: until the browser is closed; null: not known. */
	lifetimeSeconds: z.int().nullable(),
	description: inLanguages(z.string()),
	source: CookieSource,
	/** Of an undecided one: why no consent might be needed. */
	reason: z.string(),
	/** Of a customer's own: what the global entry says that it stands over; null: there is none. */
	global: CookieSaid.nullable(),
	/** A global entry that says another type or lifetime, and nothing of the customer's own settles it. */
	conflict: CookieSaid.nullable(),
	changedAt: z.string(),
});
export type CookieEntry = z.infer<typeof CookieEntry>;

/** An entry as somebody writes it. */
const WrittenEntry = z.object({
	name: line(COOKIE_NAME_MAX)
		.min(1, { error: 'Write the name of the cookie' })
		.regex(/[^*]/, { error: 'Write more than * alone: it would match every cookie' }),
	type: CookieType,
	provider: line(COOKIE_PROVIDER_MAX),
	domain: z.union([z.literal(''), HostName]),
	lifetimeSeconds: Lifetime,
	/** Empty texts are left out. */
	description: inLanguages(line(COOKIE_DESCRIPTION_MAX)),
	reason: line(COOKIE_REASON_MAX),
});
const { provider, domain, lifetimeSeconds, description, reason } = WrittenEntry.shape;
export const NewCookieEntry = WrittenEntry.extend({
	provider: provider.default(''),
	domain: domain.default(''),
	lifetimeSeconds: lifetimeSeconds.default(null),
	description: description.default({}),
	reason: reason.default(''),
});
export type NewCookieEntry = z.infer<typeof NewCookieEntry>;
const EntryChange = WrittenEntry.partial();
/** What is said of an entry anew. */
export type EntryChange = z.infer<typeof EntryChange>;

const narrowing = { type: CookieType, provider: line(COOKIE_PROVIDER_MAX).min(1), source: CookieSource, state: CookieState };
const filters = { filter: filterQuery(narrowing) };

/** Entries of the list, chosen to do something to all of them. */
export const CookieSelection = selectionOf(Id, {
	q: listQuery.q,
	type: narrowing.type.optional(),
	provider: narrowing.provider.optional(),
	source: narrowing.source.optional(),
	state: narrowing.state.optional(),
});
export type CookieSelection = z.input<typeof CookieSelection>;

/** What is done to many: set the type, set the provider, delete. */
export const CookieEdit = z.discriminatedUnion('set', [
	z.object({ set: z.literal('type'), type: CookieType }),
	z.object({ set: z.literal('provider'), provider: line(COOKIE_PROVIDER_MAX) }),
	z.object({ set: z.literal('deleted') }),
]);
export type CookieEdit = z.infer<typeof CookieEdit>;

const Edited = z.object({
	changed: z.int(),
	/** They said so before. */
	unchanged: z.int(),
	/** Global ones that a customer cannot delete, such that are gone, and such whose name, host and provider another has. */
	skipped: z.int(),
});

/** Numbers on the list's tabs. */
export const CookieCounts = z.object({ all: z.int(), undecided: z.int(), own: z.int(), conflicts: z.int() });
export type CookieCounts = z.infer<typeof CookieCounts>;

/** A file larger than this is refused unread; the Open Cookie Database has 0.6 MB. */
export const COOKIE_FILE_MAX_BYTES = 10_000_000;
/** Entries of a customer's own; one more is 422 too_many_cookies. */
export const MOST_OWN_COOKIES = 20_000;
/** Rows of one file. */
export const COOKIE_FILE_MAX_ROWS = 20_000;
/** Rows that an import's answer names of each reason. */
export const COOKIE_ROWS_NAMED = 5;

/** Why a row of a file is not taken as it stands: the first five are not taken at all. */
export const COOKIE_IMPORT_REASONS = {
	no_name: { en: 'No usable name', fi: 'Nimi puuttuu tai ei kelpaa' },
	unknown_type: { en: 'A type that there is not', fi: 'Tyyppiä ei ole' },
	bad_value: { en: 'A value that does not fit', fi: 'Arvo ei kelpaa' },
	twice: { en: 'The same cookie stands above in the file', fi: 'Sama eväste on jo ylempänä tiedostossa' },
	kept: { en: 'Kept as an admin or the starter list says', fi: 'Pidetty ylläpitäjän tai aloitusluettelon mukaisena' },
	lifetime_unknown: { en: 'Taken; its lifetime is not a time', fi: 'Otettu; säilytysaika ei ole aika' },
	host_unknown: { en: 'Taken for any host; its host is none', fi: 'Otettu kaikille osoitteille; verkko-osoite ei kelpaa' },
	description_cut: { en: 'Taken; its description was too long and is cut', fi: 'Otettu; liian pitkä kuvaus on lyhennetty' },
} as const satisfies Words;
export type CookieImportReason = keyof typeof COOKIE_IMPORT_REASONS;
const reasons: readonly CookieImportReason[] = [
	'no_name',
	'unknown_type',
	'bad_value',
	'twice',
	'kept',
	'lifetime_unknown',
	'host_unknown',
	'description_cut',
];
export const COOKIE_SKIPPED: readonly CookieImportReason[] = reasons.slice(0, 5);

/** What an import did, in rows of the file: `taken + changed + unchanged + skipped` are all of them. */
export const CookieImport = z.object({
	format: z.enum(['ocd', 'own']),
	rows: z.int(),
	taken: z.int(),
	changed: z.int(),
	unchanged: z.int(),
	skipped: z.int(),
	/** Of rows taken or changed or unchanged: those that wait for a decision. */
	undecided: z.int(),
	reasons: z.array(
		z.object({
			reason: z.enum(reasons),
			/** False: the row was taken all the same. */
			skipped: z.boolean(),
			count: z.int(),
			/** The first ones: their line in the file, from 1, and their name. */
			first: z.array(z.object({ line: z.int(), name: z.string() })),
		}),
	),
});
export type CookieImport = z.infer<typeof CookieImport>;

/** A cookie as a browser has it. */
export const SeenCookie = z.object({
	name: z.string().min(1).max(4096),
	/** Host that it is set for, with or without a dot before it; empty: not known. */
	domain: z.string().max(253).default(''),
	/** Seconds from when it was set; 0: until the browser is closed; null: not known. */
	lifetimeSeconds: z.int().min(0).max(LONGEST_LIFETIME_SECONDS).nullable().default(null),
});
export type SeenCookie = z.infer<typeof SeenCookie>;

/** By what it was recognised. `proposed`: by parts of its name, by its host, by its lifetime; `unknown`: by nothing. */
export const COOKIE_GROUNDS = ['name and host', 'name', 'pattern', 'proposed', 'unknown'] as const;
/** The highest confidence of what is only proposed. */
export const PROPOSED_CONFIDENCE = 60;

export const ClassifiedCookie = z.object({
	name: z.string(),
	domain: z.string(),
	type: CookieType,
	provider: z.string(),
	/** 0 to 100. */
	confidence: z.int().min(0).max(100),
	ground: z.enum(COOKIE_GROUNDS),
	/** The entry that says so; null where it is proposed or unknown. */
	entryId: Id.nullable(),
	/** Of that entry. */
	lifetimeSeconds: z.int().nullable(),
	description: inLanguages(z.string()),
	reason: z.string(),
});
export type ClassifiedCookie = z.infer<typeof ClassifiedCookie>;

/** Cookies of one question. */
export const MOST_CLASSIFIED = 1000;

const holders = ['admin', 'partner', 'customerAdmin'] as const;
const failure = 'error occured';
/** The platform's own entries, for its admins. */
const platform = { may: ['admin'], on: 'platform', failure } as const;
/** A customer's own entries over the global ones. */
const customer = { params: z.object({ id: CustomerId }), on: 'customer', of: 'customer:params.id', failure } as const;

const file = {
	part: 'file',
	type: 'text/csv',
	about: 'The Open Cookie Database’s CSV, or a file of this repository’s own export.',
	maxBytes: COOKIE_FILE_MAX_BYTES,
} as const;
const changing = { success: 'Cookie updated successfully.', invalid: 'Please enter valid cookie details' } as const;
const adding = { ...changing, success: 'Cookie added successfully.' } as const;
const deleting = { query: z.object({ id: Id }), success: 'Cookie deleted successfully.' } as const;
const asFile = { method: 'GET', answer: z.string(), file: 'text/csv', query: z.object({ ...fileQuery, ...filters }) } as const;
const listing = { method: 'GET', query: z.object({ ...listQuery, ...filters }), answer: z.array(CookieEntry), paged: true } as const;
const classifying = {
	method: 'POST',
	body: z.object({ cookies: z.array(SeenCookie).min(1).max(MOST_CLASSIFIED) }),
	answer: z.array(ClassifiedCookie),
} as const;
const editing = { method: 'PUT', body: z.object({ selection: CookieSelection, edit: CookieEdit }), answer: Edited } as const;

const LISTED =
	'Search by name and provider; filters: type, provider, source, state (undecided, own, conflict). Sorted by name, type, provider, lifetime or changedAt.';

export const cookieEntries = call({
	...platform,
	...listing,
	path: '/manage/browserscan/cookierepo',
	about: `The platform’s global entries of the cookie repository. ${LISTED}`,
});

export const customerCookieEntries = call({
	...customer,
	...listing,
	path: '/manage/browserscan/cookierepo/customer/{id}',
	about: `The entries of the cookie repository that hold for a customer: its own, and the global ones that none of its own stands over. ${LISTED}`,
	may: readers,
});

export const cookieCounts = call({
	...platform,
	method: 'GET',
	path: '/manage/browserscan/cookierepo/counts',
	about: 'How many global entries there are: all, undecided, in conflict. None of them is a customer’s own.',
	answer: CookieCounts,
});

export const customerCookieCounts = call({
	...customer,
	method: 'GET',
	path: '/manage/browserscan/cookierepo/customer/{id}/counts',
	about: 'How many entries hold for a customer: all, undecided, its own, in conflict.',
	answer: CookieCounts,
	may: readers,
});

export const addCookieEntry = call({
	...platform,
	...adding,
	method: 'POST',
	path: '/manage/browserscan/cookierepo',
	about:
		'Adds a global entry. 409 cookie_known when there is one of this name, host and provider. An entry of another provider may say something else: both are shown as in conflict.',
	body: NewCookieEntry,
	answer: CookieEntry,
});

export const addCustomerCookieEntry = call({
	...customer,
	...adding,
	method: 'POST',
	path: '/manage/browserscan/cookierepo/customer/{id}',
	about:
		'Adds an entry of a customer’s own; it stands over global ones of the same name and host. 409 cookie_known when it has one; 422 too_many_cookies.',
	body: NewCookieEntry,
	answer: CookieEntry,
	may: holders,
});

export const changeCookieEntry = call({
	...platform,
	...changing,
	method: 'PUT',
	path: '/manage/browserscan/cookierepo',
	about:
		'Changes a global entry; what is not sent stays as it is. From then on it is the platform’s word, which no import changes. 409 cookie_known.',
	body: EntryChange.extend({ id: Id }),
	answer: CookieEntry,
});

export const changeCustomerCookieEntry = call({
	...customer,
	...changing,
	method: 'PUT',
	path: '/manage/browserscan/cookierepo/customer/{id}',
	about:
		'Changes an entry of a customer’s own; what is not sent stays as it is. With the id of a global entry it makes one of the customer’s own, which stands over it where name and host are the same; the global one stays as it is. 409 cookie_known.',
	body: EntryChange.extend({ id: Id }),
	answer: CookieEntry,
	may: holders,
});

export const deleteCookieEntry = call({
	...platform,
	...deleting,
	method: 'DELETE',
	path: '/manage/browserscan/cookierepo',
	about: 'Deletes a global entry. What customers wrote over it stays. One of the starter list does not come back with the next start.',
	answer: z.object({ deleted: z.boolean() }),
});

export const deleteCustomerCookieEntry = call({
	...customer,
	...deleting,
	method: 'DELETE',
	path: '/manage/browserscan/cookierepo/customer/{id}',
	about: 'Deletes an entry of a customer’s own; the global one of its name and host holds again. 404 for a global one.',
	answer: z.object({ deleted: z.boolean() }),
	may: holders,
});

export const editCookieEntries = call({
	...platform,
	...editing,
	path: '/manage/browserscan/cookierepo/selection',
	about: 'Sets the type or the provider of the global entries chosen, or deletes them. 422 nothing_chosen.',
	success: 'Cookies updated successfully.',
});

export const editCustomerCookieEntries = call({
	...customer,
	...editing,
	path: '/manage/browserscan/cookierepo/customer/{id}/selection',
	about:
		'Sets the type or the provider of the entries chosen: of global ones it makes the customer’s own. Deleting deletes the customer’s own alone. 422 nothing_chosen.',
	may: holders,
	success: 'Cookies updated successfully.',
});

const IMPORTED =
	'Rows are told apart by name, host and provider. What that database calls functional, security or necessary is undecided here, with the reason why no consent might be needed. The same file again changes nothing. 413 too_large; 422 not_a_cookie_file, cookie_file_cut, cookie_file_long: nothing is changed.';

export const importCookieEntries = call({
	...platform,
	method: 'POST',
	path: '/manage/browserscan/cookierepo/import',
	about: `Takes a CSV file into the global entries: the Open Cookie Database’s, or this repository’s own. Of that database, entries of the platform’s own word and of the starter list stay as they are. ${IMPORTED}`,
	answer: CookieImport,
	multipart: file,
});

export const importCustomerCookieEntries = call({
	...customer,
	method: 'POST',
	path: '/manage/browserscan/cookierepo/customer/{id}/import',
	about: `Takes a CSV file into the entries of a customer’s own. What says the same as the entry that holds already makes none. 422 too_many_cookies. ${IMPORTED}`,
	answer: CookieImport,
	may: holders,
	multipart: file,
});

export const cookieEntriesFile = call({
	...platform,
	...asFile,
	path: '/manage/browserscan/cookierepo/file',
	about: 'The global entries as CSV, narrowed and sorted as in their list; the import takes it back.',
});

export const customerCookieEntriesFile = call({
	...customer,
	...asFile,
	path: '/manage/browserscan/cookierepo/customer/{id}/file',
	about: 'The entries that hold for a customer as CSV, narrowed and sorted as in their list; the import takes it back.',
	may: readers,
});

export const classifyCookies = call({
	...platform,
	...classifying,
	path: '/manage/browserscan/cookierepo/classify',
	about: 'What each of these cookies is, by the global entries, with how sure that is and by what. In the order of the question.',
});

export const classifyCustomerCookies = call({
	...customer,
	...classifying,
	path: '/manage/browserscan/cookierepo/customer/{id}/classify',
	about:
		'What each of these cookies is, by the customer’s own entries before the global ones, with how sure that is and by what. In the order of the question.',
	may: readers,
});

export const cookieLanguages = call({
	method: 'GET',
	path: '/manage/browserscan/Language',
	about: 'The languages that descriptions of cookies are written in, with their names in the asker’s language.',
	answer: z.array(z.object({ id: BannerLanguage, name: z.string() })),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'self',
	failure,
});
