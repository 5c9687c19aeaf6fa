/** Contents: what a message says, for one channel, in one or more languages; with Liquid where it is about the person. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { AsRead, At, Id, line, SoughtId, words } from '../fields.ts';
import { Placement } from '../placement.ts';
import { TOOLS } from '../tools.ts';
import { CONTENT_TYPES } from './content-types.ts';

const editors = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

/** Of one control, in signs; a letter as HTML may be larger than any other. */
export const MOST_TEXT = 200_000;
export const MOST_HTML = 1_000_000;
/** Languages that one content may be written in. */
export const MOST_LANGUAGES = 30;
/** Contents of a customer. */
export const MOST_CONTENTS = 5_000;

/** How `rawhtml` is written. */
export const MARKUPS = ['html', 'mjml'] as const;

/** What one language says: a value for each control that is used. Liquid may stand in all of them. */
export const Controls = z.object({
	subject: words(1000).optional(),
	/** Rich text: HTML of paragraphs, headings, lists, links, pictures, emphasis. Anything else is taken out. */
	body: words(MOST_TEXT).optional(),
	/** Plain text; of an e-mail the part that is shown without HTML. */
	simpletext: words(MOST_TEXT).optional(),
	/** The address of a picture. */
	heroimage: words(2000).optional(),
	/** What the picture shows, for whoever does not see it. */
	heroimageAlt: line(300).optional(),
	/** A whole letter as HTML or MJML, instead of body and picture. */
	rawhtml: words(MOST_HTML).optional(),
});
export type Controls = z.infer<typeof Controls>;

/** A language as ISO 639: `en`. */
export const Language = z.string().regex(/^[a-z]{2,3}$/);
export const ByLanguage = z
	.record(Language, Controls)
	.refine((all) => Object.keys(all).length <= MOST_LANGUAGES, { error: 'Too many languages' });

/** What keeps a content from being approved (`error`), or what its author should know (`warning`). */
export const Hint = z.object({
	level: z.enum(['error', 'warning', 'ok']),
	/** A stable word; its sentence is the portal's. */
	code: z.enum([
		'missing',
		'unknown_field',
		'bad_template',
		'bad_mjml',
		'language_incomplete',
		'spam',
		'readable',
		'no_alt',
		'contrast',
		'too_large',
		'http_picture',
		'long_link',
		'not_approved',
	]),
	language: Language.nullable(),
	control: z.enum(CONTENT_TYPES).nullable(),
	/** What it is about: the field that nobody knows, the sentence of a template, a number. */
	detail: z.string(),
	/** What was probably meant. */
	instead: z.string().nullable(),
	/** Line and column in the control, from 1; null where it has none. */
	line: z.int().nullable(),
	column: z.int().nullable(),
});
export type Hint = z.infer<typeof Hint>;

export const Content = z.object({
	id: Id,
	title: z.string(),
	/** The channel's name (`Email`) where it is made for one; else the one control that it holds (`subject`). */
	contentType: z.string(),
	/** The channel it is made for; null: any that uses its one control. */
	channel: z.int().nullable(),
	/** The value of the one control, in the default language; null where it is made for a channel. */
	content: z.string().nullable(),
	domain: z.string(),
	domainId: Id,
	/** Of those whose language is not there. */
	language: Language,
	controls: ByLanguage,
	markup: z.enum(MARKUPS),
	/** On the web channel: how it stands on the site; null: it is pushed to browsers. */
	placement: Placement.nullable(),
	status: z.int(),
	/** Constellations that use it. */
	uses: z.int(),
	createdAt: At,
	changedAt: At,
	hints: z.array(Hint),
});
export type Content = z.infer<typeof Content>;

const Written = z.object({
	title: line(120).min(1, { error: 'Write this text' }),
	contentType: z.string().max(20).describe('A channel’s name (Email, SMS, Mobile, Web, Leaflet, Webhook, Ad), or one control.'),
	content: words(MOST_HTML).optional().describe('The value in the default language, where `contentType` is one control.'),
	language: Language.optional().describe('Of those whose language is not there; en where nothing is said.'),
	controls: ByLanguage.optional().describe('Values by language.'),
	markup: z.enum(MARKUPS).optional().describe('html where nothing is said.'),
	placement: Placement.nullish().describe(
		'Of a content for Web: how it stands on the site; null, as where nothing is said: it is pushed to browsers.',
	),
	domain: z.string().max(253).optional(),
});

const inDomain = { on: 'customer', of: 'domain:header-or-customer' } as const;
const query = { customerId: z.coerce.number().int().optional() };
const invalid = 'Please enter valid content details';

export const contents = call({
	...inDomain,
	method: 'GET',
	path: '/manage/content',
	about:
		'Contents of the domain, or without DOMAIN_KEY of every domain the asker may see; by the filter `id` one of them, with all its hints (a list has only what is missing).',
	query: z.object({
		...listQuery,
		...query,
		filter: filterQuery({
			status: z.coerce.number().int(),
			id: SoughtId,
			channel: z.coerce.number().int(),
			control: z.enum(CONTENT_TYPES),
		}),
	}),
	answer: z.array(Content),
	paged: true,
	may: editors,
	failure: 'error occured',
	retryOn403: true,
});

export const addContent = call({
	...inDomain,
	method: 'POST',
	path: '/manage/content',
	about:
		'Adds a content with status 0, on the domain of DOMAIN_KEY or the one named in `domain`. 409 content_known, too_many_contents; 422 unknown_content_type, not_of_channel, domain_wanted. What it lacks stands in `hints`.',
	query: z.object(query),
	body: Written.extend({ id: z.union([Id, z.literal('')]).nullish() }),
	answer: Content,
	may: editors,
	failure: 'error occured',
	invalid,
	success: 'Content added successfully.',
});

export const changeContent = call({
	...inDomain,
	method: 'PUT',
	path: '/manage/content',
	about:
		'Changes a content; an approved one is a draft again. What was published stays as it was published. 409 content_known, content_used for another `contentType` while a constellation uses it, changed_meanwhile; 422 unknown_content_type, not_of_channel.',
	query: z.object(query),
	body: Written.partial().extend({ id: Id, status: z.int().optional(), changedAt: AsRead }),
	answer: Content,
	may: editors,
	failure: 'Could not update content',
	invalid,
	success: 'Content updated successfully.',
});

export const removeContent = call({
	...inDomain,
	method: 'DELETE',
	path: '/manage/content',
	about: 'Deletes a content. 409 content_used while a constellation holds it.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: editors,
	failure: 'Could not delete content',
	invalid,
	success: 'Content deleted successfully.',
});

export const approveContent = call({
	...inDomain,
	method: 'POST',
	path: '/manage/content/{id}/approve',
	about:
		'Approves a content (status 5): constellations that are published need it. 422 content_incomplete while a hint is an error; 409 content_changed when it was changed while it was judged, changed_meanwhile.',
	params: z.object({ id: Id }),
	query: z.object({ ...query, changedAt: AsRead }),
	answer: Content,
	may: editors,
	failure: 'Could not update content',
	success: 'Content approved successfully.',
});

export const copyContent = call({
	...inDomain,
	method: 'POST',
	doubles: true,
	path: '/manage/content/{id}/copy',
	about: 'A copy as a draft, with a title of its own.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: Content,
	may: editors,
	failure: 'error occured',
	success: 'Content added successfully.',
});

/** Said when an address names a content that is not there: calls.md section 8. */
export const INVALID_CONTENT = 'Invalid content';

/** A message as its reader gets it. */
export const Rendered = z.object({
	subject: z.string().nullable(),
	/** A whole document, made safe: it runs nothing. */
	html: z.string().nullable(),
	text: z.string().nullable(),
	heroimage: z.string().nullable(),
	/** Bytes of the mail, or of the text of other channels. */
	size: z.int(),
	/** For SMS; null elsewhere. */
	sms: z
		.object({
			/** Each is paid for. */
			parts: z.int(),
			encoding: z.enum(['GSM-7', 'UCS-2']),
			/** Places that the text takes, and how many its parts have. */
			characters: z.int(),
			places: z.int(),
			/** The first sign that GSM-7 lacks; null: it has all of them. */
			foreign: z.string().nullable(),
		})
		.nullable(),
	/** For apps and browsers: what is shown, where a tap leads, and what stands on the button of a message on a site; null elsewhere. */
	push: z.object({ title: z.string(), body: z.string(), link: z.string().nullable(), label: z.string().nullable() }).nullable(),
});
export type Rendered = z.infer<typeof Rendered>;

export const previewContent = call({
	...inDomain,
	method: 'POST',
	path: '/manage/content/preview',
	about:
		'What somebody would get, made by the engine that sends: a person of the customer, or without one an example person. Nothing is saved. Hints say what is wrong, also where nothing can be made (`rendered` null).',
	query: z.object(query),
	body: z.object({
		channel: z
			.int()
			.min(0)
			.max(CHANNELS.length - 1),
		language: Language,
		defaultLanguage: Language.optional(),
		controls: ByLanguage,
		markup: z.enum(MARKUPS).default('html'),
		person: Id.nullish().describe('A luvallaId.'),
	}),
	answer: z.object({
		rendered: Rendered.nullable(),
		hints: z.array(Hint),
		/** Plain text made from body or HTML; null where there is none. */
		madeText: z.string().nullable(),
	}),
	may: editors,
	failure: 'error occured',
	limits: [{ by: 'asker', count: 240, seconds: 60 }],
});

export const contentFields = call({
	...inDomain,
	method: 'GET',
	path: '/manage/content/fields',
	about: 'What a content may say of a person, as Liquid names it, with the value of one person where one is named.',
	query: z.object({ ...query, person: Id.optional() }),
	answer: z.array(
		z.object({
			/** `person.first_name`, `attributes.club`, `links.unsubscribe`. */
			path: z.string(),
			label: z.object({ en: z.string(), fi: z.string() }),
			kind: z.enum(['text', 'number', 'date', 'yesno', 'link']),
			value: z.string().nullable(),
		}),
	),
	may: editors,
	failure: 'error occured',
});

export const previewPeople = call({
	...inDomain,
	method: 'GET',
	path: '/manage/content/people',
	about: 'People to preview as, ten at most: the newest of the domain, or those whom `q` finds, as in the list of people.',
	query: z.object({ ...query, q: z.string().max(200).default('') }),
	answer: z.array(z.object({ id: Id, name: z.string(), email: z.string().nullable(), language: z.string().nullable() })),
	may: editors,
	failure: 'error occured',
});

/** A tag of another tool, where it stood, and the Liquid that it became; '' where letters do it by themselves; null where nothing here is like it. */
export const TemplateTag = z.object({ tag: z.string(), line: z.int(), became: z.string().nullable() });
export type TemplateTag = z.infer<typeof TemplateTag>;
/** Tags that are named one by one. */
export const MOST_TAGS = 500;

export const translateTemplate = call({
	...inDomain,
	method: 'POST',
	path: '/manage/content/template',
	about:
		'Translates a letter’s HTML that another tool exported: its merge tags become Liquid. A tag that has no counterpart stays as visible text and is named (`became` null), as are pictures that are not in the file. Nothing is saved.',
	query: z.object(query),
	body: z.object({
		html: words(MOST_HTML).min(1),
		from: z.enum(TOOLS).nullish().describe('The tool; by default the one whose tags it has.'),
	}),
	answer: z.object({
		/** Null: no tag of a tool that is known is in it. */
		from: z.enum(TOOLS).nullable(),
		html: z.string(),
		/** In the order of the file, and how many there are. */
		tags: z.array(TemplateTag),
		count: z.int(),
		/** Pictures by their address, each once: `elsewhere` on another server, which may go when the account does; `missing` from the file. */
		pictures: z.array(z.object({ src: z.string(), line: z.int(), where: z.enum(['elsewhere', 'missing']) })),
	}),
	may: editors,
	failure: 'error occured',
	limits: [{ by: 'asker', count: 60, seconds: 60 }],
});
export type TranslatedTemplate = z.infer<typeof translateTemplate.answer>;

/** Of a customer's contents. */
export const MOST_PICTURES = 2000;
/** Of a picture, in bytes. */
export const MOST_PICTURE = 5_000_000;

export const addPicture = call({
	...inDomain,
	method: 'POST',
	path: '/manage/content/picture',
	about:
		'Stores a picture (PNG, JPEG, GIF, WebP; judged by what it is, not by its name) and answers its public address. 422 not_a_picture; 409 too_many_pictures.',
	query: z.object({ ...query, name: z.string().max(200).optional() }),
	multipart: { part: 'picture', type: 'image/*', about: 'The picture.', maxBytes: MOST_PICTURE },
	answer: z.object({ url: z.string(), name: z.string(), size: z.int(), width: z.int(), height: z.int() }),
	may: editors,
	failure: 'error occured',
	success: 'Picture added successfully.',
	limits: [{ by: 'asker', count: 60, seconds: 60 }],
});
