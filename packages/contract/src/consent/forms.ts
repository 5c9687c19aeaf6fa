/** Sign-up forms: one asks for one purpose, and nothing is permitted before whoever has the address says that it was them. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { AsRead, At, Email, Id, line, SoughtId, words } from '../fields.ts';

/** Languages that a form, its letter and its pages speak. */
export const FormLanguage = z.enum(['en', 'fi']);
export type FormLanguage = z.infer<typeof FormLanguage>;

const editors = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

/** Days that a request waits for its confirmation; then it is erased. */
export const CONFIRM_DAYS = 7;
/** Days over which a form's counts are told. */
export const COUNTED_DAYS = 30;
/** Forms of a customer. */
export const MOST_FORMS = 500;
/** Fields beside the address. */
export const MOST_FIELDS = 10;
/** Signs of what is typed into one of them. */
export const MOST_TYPED = 200;
/** Bits of the work that a browser shows with a post. */
export const WORK_BITS = 12;

/** Facts that a form may ask for beside the address, with what browsers call them. */
export const KNOWN_FIELDS = ['firstName', 'lastName', 'phone', 'street', 'postalCode', 'city'] as const;
export type KnownField = (typeof KNOWN_FIELDS)[number];

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i, { error: 'Use a colour such as #2b4a3f' });
/** An address that begins with https://, or nothing: our own page. */
const Whereto = z
	.string()
	.trim()
	.max(500)
	.regex(/^(https:\/\/[^\s/\\?#@]+([/?#][^\s\\]*)?)?$/, { error: 'Use an address that starts with https://' });

/** `firstName`, or `attributes.size`. */
const FieldKey = z.union([
	z.enum(KNOWN_FIELDS),
	z.string().regex(/^attributes\.[A-Za-z][A-Za-z0-9_]{0,39}$/, { error: 'There is no such field' }),
]);

export const FormField = z.object({
	key: FieldKey,
	required: z.boolean(),
	/** What it is called by language; of known facts ours stand where nothing is said. */
	label: z.partialRecord(FormLanguage, line(60)).default({}),
});
export type FormField = z.infer<typeof FormField>;

/** What a form says in one language around the words of its purpose, which are the purpose's own. */
export const FormTexts = z.object({
	brand: line(60).default(''),
	title: line(120).default(''),
	text: words(600).default(''),
	button: line(40).min(1, { error: 'Write this text' }),
	/** The letter around its necessary words. */
	subject: line(120).min(1, { error: 'Write this text' }),
	letter: words(1000).default(''),
});
export type FormTexts = z.infer<typeof FormTexts>;

export const FormConfig = z.object({
	purposeId: Id,
	/** The first is spoken where nobody's language is among them. */
	languages: z
		.array(FormLanguage)
		.min(1)
		.max(2)
		.refine((all) => new Set(all).size === all.length, { error: 'A language is named twice' }),
	fields: z
		.array(FormField)
		.max(MOST_FIELDS)
		.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, { error: 'This is named twice: send it once' }),
	look: z.object({ background: Colour, text: Colour, button: Colour, buttonText: Colour, beside: z.boolean() }),
	texts: z.partialRecord(FormLanguage, FormTexts),
	/** Confirmed by letter. Without it a yes counts only from people whom the customer's own server says to be signed in. */
	confirm: z.boolean(),
	limits: z.object({
		/** One letter to an address in so many days. */
		letterDays: z.int().min(1).max(30),
		/** Letters of this form in an hour. */
		lettersPerHour: z.int().min(1).max(10_000),
		/** Likewise asked for from one network. */
		lettersPerNetwork: z.int().min(1).max(1_000),
	}),
	/** Where it leads; nothing: to a page of ours. */
	after: z.object({ asked: Whereto, confirmed: Whereto }),
});
export type FormConfig = z.infer<typeof FormConfig>;

export const SignupForm = z.object({
	id: Id,
	title: z.string(),
	domain: z.string(),
	domainId: Id,
	config: FormConfig,
	purpose: z.string(),
	/** 1: published as it stands; 0: a draft, or changed since. */
	status: z.int(),
	/** The last that was published; 0: none. */
	version: z.int(),
	savedAt: At,
	savedBy: z.string(),
	publishedAt: At.nullable(),
	/** Whether its pictures were taken; null before it is published. */
	pictured: z.boolean().nullable(),
});
export type SignupForm = z.infer<typeof SignupForm>;

/** A form in one language, as `form.js` draws it. */
export const ShownForm = z.object({
	form: z.string(),
	language: FormLanguage,
	brand: z.string(),
	title: z.string(),
	text: z.string(),
	fields: z.array(z.object({ key: z.string(), label: z.string(), type: z.string(), auto: z.string(), required: z.boolean() })),
	optional: z.string(),
	/** The purpose's words. */
	name: z.string(),
	about: z.string(),
	button: z.string(),
	note: z.string(),
	/** What is said when it was taken, the same whoever has the address. */
	taken: z.string(),
	/** What is said when it was not. */
	failed: z.string(),
	look: FormConfig.shape.look,
});
export type ShownForm = z.infer<typeof ShownForm>;

/** The letter that asks, and the pages of ours. */
const Preview = z.object({
	form: ShownForm,
	letter: z.object({ subject: z.string(), html: z.string() }),
	asked: z.string(),
	confirmed: z.string(),
});

/** Why a post came to nothing. */
export const KEPT_OUT = ['robot', 'pace', 'second', 'stopped'] as const;
export type KeptOut = (typeof KEPT_OUT)[number];

export const FormCounts = z.object({
	asked: z.int(),
	confirmed: z.int(),
	waiting: z.int(),
	lapsed: z.int(),
	keptOut: z.object({ robot: z.int(), pace: z.int(), second: z.int(), stopped: z.int() }),
	/** Letters that did not leave, with what the mail server said last. */
	failed: z.int(),
	said: z.string().nullable(),
	/** What was published last, and a record of it. */
	published: z
		.object({
			version: z.int(),
			purposeVersion: z.int(),
			pictures: z.array(z.object({ path: z.string(), sha256: z.string() })),
			recordId: Id.nullable(),
		})
		.nullable(),
	/** Bytes of `form.js`. */
	scriptBytes: z.int(),
});
export type FormCounts = z.infer<typeof FormCounts>;

export const FormVersion = z.object({
	version: z.int(),
	purposeVersion: z.int(),
	publishedAt: At,
	publishedBy: z.string(),
	hash: z.string(),
});
export type FormVersion = z.infer<typeof FormVersion>;

const inDomain = { on: 'customer', of: 'domain:header-or-customer' } as const;
const query = { customerId: z.coerce.number().int().optional() };
const failure = 'error occured';
const Written = z.object({
	title: line(120).min(1, { error: 'Write this text' }),
	config: FormConfig,
	domain: z.string().max(253).optional(),
});

export const signupForms = call({
	...inDomain,
	method: 'GET',
	path: '/manage/signupform',
	about: 'Sign-up forms of the domain, or without DOMAIN_KEY of every domain the asker may see; by the filter `id` one of them.',
	query: z.object({ ...listQuery, ...query, filter: filterQuery({ status: z.coerce.number().int(), id: SoughtId }) }),
	answer: z.array(SignupForm),
	paged: true,
	may: editors,
	failure,
	retryOn403: true,
});

export const addSignupForm = call({
	...inDomain,
	method: 'POST',
	path: '/manage/signupform',
	about:
		'Adds a form as a draft. 409 form_known, too_many_forms; 422 form_purpose: the purpose is none of the domain that asks for consent; form_domain.',
	query: z.object(query),
	body: Written,
	answer: SignupForm,
	may: editors,
	failure,
	invalid: 'Please enter valid form details',
	success: 'Sign-up form added successfully.',
});

export const changeSignupForm = call({
	...inDomain,
	method: 'PUT',
	path: '/manage/signupform',
	about:
		'Changes a draft; what was published stays as it was until it is published again. 409 form_known, changed_meanwhile; 422 form_purpose.',
	query: z.object(query),
	body: Written.omit({ domain: true }).extend({ id: Id, savedAt: AsRead }),
	answer: SignupForm,
	may: editors,
	failure,
	success: 'Sign-up form updated successfully.',
});

export const removeSignupForm = call({
	...inDomain,
	method: 'DELETE',
	path: '/manage/signupform',
	about:
		'Takes a form away: it takes nothing any more, requests that wait can still be confirmed, and what was published stays for its records.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: editors,
	failure,
	success: 'Sign-up form deleted successfully.',
});

export const publishSignupForm = call({
	...inDomain,
	method: 'POST',
	path: '/manage/signupform/{id}/publish',
	about:
		'Publishes the draft as the next version, with a picture of the form in each language. 409 form_changed when it was saved meanwhile, changed_meanwhile, customer_not_onboarded, customer_on_hold, domain_not_proven; 422 form_texts, form_unworded by language.',
	params: z.object({ id: Id }),
	query: z.object({ ...query, savedAt: AsRead }),
	answer: SignupForm,
	may: editors,
	failure,
	success: 'Sign-up form published successfully.',
});

export const signupFormCounts = call({
	...inDomain,
	method: 'GET',
	path: '/manage/signupform/{id}/counts',
	about: `What came of a form in ${COUNTED_DAYS} days, what was kept out and why, and what was published last.`,
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: FormCounts,
	may: editors,
	failure,
	retryOn403: true,
});

export const signupFormVersions = call({
	...inDomain,
	method: 'GET',
	path: '/manage/signupform/{id}/versions',
	about: 'What was published of a form, newest first.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: z.array(FormVersion),
	may: editors,
	failure,
	retryOn403: true,
});

export const previewSignupForm = call({
	...inDomain,
	method: 'POST',
	path: '/manage/signupform/preview',
	about: 'A form as it would be shown, with its letter and pages, in one language. Nothing is kept. 422 form_purpose.',
	query: z.object(query),
	body: z.object({ config: FormConfig, language: FormLanguage, domain: z.string().max(253).optional() }),
	answer: Preview,
	may: editors,
	failure,
	retryOn403: true,
});

/** What visitors type beside their address, by field. */
const Typed = z
	.record(z.string().max(60), words(MOST_TYPED))
	.refine((all) => Object.keys(all).length <= MOST_FIELDS, { error: 'There is no such field' });

export const shownForm = call({
	method: 'GET',
	path: '/v1/forms/{id}',
	api: 'edge',
	about: 'A published form in a language, or in its first, with the token that a post from a page brings back.',
	params: z.object({ id: Id }),
	query: z.object({ lang: z.string().max(35).optional() }),
	answer: ShownForm.extend({ token: z.string() }),
	may: ['anyone'],
	on: 'public',
	failure,
	anyPage: true,
});

export const postForm = call({
	method: 'POST',
	path: '/v1/forms',
	api: 'edge',
	about:
		'Somebody asks by a form on a page of its domain; answered after commit, the same whoever has the address. Nothing is permitted until the letter’s link is pressed. 403 form_elsewhere, 404, 422 fields_missing, 429 too_many with Retry-After.',
	body: z.object({
		form: Id,
		language: z.string().max(35),
		email: Email,
		/** They ticked the box. */
		yes: z.literal(true),
		fields: Typed.default({}),
		token: z.string().max(100).default(''),
		/** The number that makes the hash begin with zeros; see form.js. */
		work: z.int().min(-1).default(0),
		/** Nobody sees this field: who fills it in is a robot. */
		website: z.string().max(1000).default(''),
	}),
	answer: z.object({ to: z.string().nullable() }),
	may: ['anyone'],
	on: 'public',
	failure,
	plainText: true,
});

export const serverForm = call({
	method: 'POST',
	path: '/v1/signups',
	api: 'edge',
	about:
		'A customer’s own server brings who asked there by a form of the domain: they are sent the same letter. Of a form without confirmation it is written at once as told by the application, and only with `signedIn`: that the person is signed in there. 422 fields_missing, person_not_signed_in.',
	body: z.object({
		domainId: Id,
		form: Id,
		language: z.string().max(35).default('en'),
		email: Email,
		fields: Typed.default({}),
		signedIn: z.boolean().default(false),
	}),
	answer: z.object({ recordId: Id.nullable() }),
	may: ['machine'],
	on: 'domain',
	of: 'domain:body.domainId',
	failure,
});
