/**
 * Profiles, events and members of segments, as a customer's own servers write and read them with a machine's token or a domain's
 * (`/edge/v1/*`). Batches are judged item by item: a refused one sinks no other.
 */
import * as z from 'zod';
import { call } from '../call.ts';
import { PresentAnswer } from '../consent/answers.ts';
import { GivenAt, Id, line, OwnId, TimeZone, words } from '../fields.ts';
import type { Rate } from '../limits.ts';
import { IDENTIFIER_KINDS, PersonKey } from '../people/identifiers.ts';

/** Items of one request. */
export const ITEMS_AT_ONCE = 1000;
/** Of one person, or properties of one event. */
export const ATTRIBUTES = 100;
/** Of all attributes of one person, or all properties of one event, as JSON in UTF-8. */
export const ATTRIBUTE_BYTES = 32_768;
/** Names of attributes at one customer; types of events; names of properties of one type. */
export const NAMES_KNOWN = 1000;
/** The same that one domain's own server and admin may make known. */
export const DOMAIN_NAMES = 200;
/** What was answered to an idempotency key is kept this long. */
export const ANSWERS_KEPT_HOURS = 24;

/** Of the calls below together, for each token's owner: an application, or a domain. */
export const API_RATE: Rate = { by: 'asker', count: 600, seconds: 60, over: 'api' };

/** As `shoe_size`: letters of any language, digits, and between them blanks, dots, hyphens and underscores. */
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .-]{0,98}[\p{L}\p{N}_])?$/u;
export const NOT_A_NAME = 'Use a name of up to 100 letters, digits, blanks and . - _';
/** Words that programs read as something else than a name. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);
export const isName = (name: string): boolean => NAME.test(name) && !RESERVED.has(name);
const Name = z.string().refine(isName, { error: NOT_A_NAME });

export const TOO_MANY_VALUES = `Use at most ${ATTRIBUTES} names and 32 kB`;
const sizeOf = (values: object): number => new TextEncoder().encode(JSON.stringify(values)).length;
/** Bytes that one value has at most: six for each letter of a text, as for a control character, and twenty-five for a number. */
const mostOf = (value: unknown): number =>
	typeof value === 'string' ? 6 * value.length : typeof value === 'object' ? Number.POSITIVE_INFINITY : 25;
const mostSizeOf = (values: object): number =>
	Object.entries(values).reduce((most, [name, value]) => most + 6 * name.length + mostOf(value) + 6, 2);
/** Whether so many values may stand together. What is small beyond doubt, nearly all there is, is not written down to be measured. */
export const fitsTogether = (values: object): boolean =>
	Object.keys(values).length <= ATTRIBUTES && (mostSizeOf(values) <= ATTRIBUTE_BYTES || sizeOf(values) <= ATTRIBUTE_BYTES);

export const NOT_A_VALUE = 'Use text, a number, true or false';
/** Text (a day as YYYY-MM-DD; letters in one piece and no blanks around them, as rules ask for them), a number, or true and false. */
export const Value = z.union([words(2000).trim().normalize('NFC'), z.number(), z.boolean()], { error: NOT_A_VALUE });
/** The names of what was sent are judged before anything reads them: a shape passes over `__proto__`. */
const namesOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);
export const values = <V extends z.ZodType>(value: V) =>
	z
		.custom<Record<string, unknown>>(
			(given) => typeof given === 'object' && given !== null && !Array.isArray(given) && namesOf(given).every(isName),
			{ error: NOT_A_NAME },
		)
		.pipe(z.record(Name, value))
		.refine(fitsTogether, { error: TOO_MANY_VALUES });

/** A language and perhaps a country, as `fi-FI`. */
const Locale = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, { error: 'Use a language such as fi or fi-FI' });
const Country = z.string().regex(/^[A-Z]{2}$/, { error: 'Use two capital letters such as FI' });

/** What may be known of somebody beside attributes. */
const facts = {
	firstName: line(200),
	lastName: line(200),
	street: line(300),
	postalCode: line(40),
	city: line(200),
	country: Country,
	locale: Locale,
	timeZone: TimeZone,
};
const shapes = Object.entries(facts) as [keyof typeof facts, (typeof facts)[keyof typeof facts]][];
type Nullable<T> = { [K in keyof T]: z.ZodOptional<z.ZodNullable<T[K] extends z.ZodType ? T[K] : never>> };
export const nullable = Object.fromEntries(shapes.map(([name, shape]) => [name, shape.nullable().optional()])) as Nullable<typeof facts>;

/** One person's facts: what is given takes the place of what was known, null takes it away, what is left out stays. */
export const ProfileChange = z.strictObject({
	person: PersonKey,
	...nullable,
	attributes: values(Value.nullable()).optional(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** What somebody did. */
export const NewEvent = z.strictObject({
	/** A UUIDv7 of the sender's whose millisecond is `at`: sent again it adds nothing. */
	id: OwnId,
	at: GivenAt,
	person: PersonKey,
	/** As `order`. */
	type: Name,
	properties: values(Value).default({}),
});
export type NewEvent = z.infer<typeof NewEvent>;

/**
 * Why an item was not taken. `kind_mismatch`: a value of another kind (text, number, day, yes or no) than the first that ever came
 * under its name. `too_much`: more attributes than one person may have, or names than one customer may.
 */
export const ItemRefusal = z.enum([
	'malformed',
	'unknown_person',
	'person_conflict',
	'cannot_name',
	'kind_mismatch',
	'too_much',
	'at_future',
	'at_mismatch',
	'id_conflict',
]);
export type ItemRefusal = z.infer<typeof ItemRefusal>;

const refusal = {
	/** Of a refused one. */
	code: ItemRefusal.nullable(),
	/** A sentence for each field that does not fit. */
	fields: z.record(z.string(), z.string()).nullable(),
	/** Null for a refused one. */
	luvallaId: Id.nullable(),
};
export const ProfileOutcome = z.object({ outcome: z.enum(['created', 'updated', 'unchanged', 'refused']), ...refusal });
export type ProfileOutcome = z.infer<typeof ProfileOutcome>;
export const EventOutcome = z.object({ outcome: z.enum(['stored', 'known', 'refused']), ...refusal });
export type EventOutcome = z.infer<typeof EventOutcome>;
export const MemberOutcome = z.object({ outcome: z.enum(['added', 'removed', 'unchanged', 'refused']), ...refusal });
export type MemberOutcome = z.infer<typeof MemberOutcome>;

const machines = {
	api: 'edge',
	method: 'POST',
	may: ['machine'],
	on: 'domain',
	of: 'domain:body.domainId',
	failure: 'error occured',
	limits: [API_RATE],
} as const;
const once =
	'With the header `Idempotency-Key` (up to 200 signs, of the sender’s making) the same request is answered for 24 hours what it was answered first, and done once; the key with anything else is 409 key_conflict.';
/** Items that are read as anything, and judged one by one. */
const judged = (shape: z.ZodType, description: string) =>
	z
		.array(z.unknown().meta({ judged: shape, description }))
		.min(1)
		.max(ITEMS_AT_ONCE);

export const writeProfiles = call({
	...machines,
	path: '/v1/profiles',
	keyed: true,
	about: `Writes what is known of 1 to 1,000 people, in order; a stranger becomes known. Up to 100 attributes and 32 kB for each person; the first value of an attribute decides its kind: for the customer when the customer says it, for a domain alone when its own token does, who may make 200 names known. ${once}`,
	each: 'profiles',
	body: z.object({ domainId: Id, profiles: judged(ProfileChange, 'A person and what is known of them.') }),
	answer: z.object({ results: z.array(ProfileOutcome) }),
});

const known = Object.fromEntries(shapes.map(([name]) => [name, z.string().nullable()])) as Record<
	keyof typeof facts,
	z.ZodNullable<z.ZodString>
>;

/** What is known of one person. */
export const ProfileState = z.object({
	/** Null for a stranger: then nothing else is known. */
	luvallaId: Id.nullable(),
	...known,
	attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
	/** When they were last there, to the hour: an event, a visit, an answer of theirs, or a letter opened by somebody who lets that be kept. */
	seenAt: z.string().nullable(),
	identifiers: z.array(z.object({ kind: z.enum(IDENTIFIER_KINDS), value: z.string(), confirmedAt: z.string().nullable() })),
	/** What holds on the domain, purpose by purpose. */
	consents: z.array(PresentAnswer),
	/** Those that may be used on the domain and that the person is in. */
	segments: z.array(z.object({ id: Id, name: z.string() })),
});
export type ProfileState = z.infer<typeof ProfileState>;

export const readProfile = call({
	...machines,
	path: '/v1/profiles/state',
	about:
		'What is known of a person: facts, identifiers, what holds on the domain, segments. Nobody is made known by asking. 422 malformed, person_conflict; 404 unknown_person for an unknown luvallaId. A domain’s token is told of people who are known on the domain; of others as of strangers.',
	body: z.object({ domainId: Id, person: PersonKey }),
	answer: ProfileState,
});

export const writeEvents = call({
	...machines,
	path: '/v1/events',
	keyed: true,
	about: `Writes 1 to 1,000 events of people; a stranger becomes known. An id that is there already is \`known\` when it says the same, else refused (id_conflict), as is an id whose millisecond is not \`at\` (at_mismatch), and a property of another kind than the first of its name from the customer’s own servers, or the domain’s (kind_mismatch). ${once}`,
	each: 'events',
	body: z.object({ domainId: Id, events: judged(NewEvent, 'What somebody did.') }),
	answer: z.object({ results: z.array(EventOutcome) }),
});

export const changeMembers = call({
	...machines,
	path: '/v1/segments/{id}/members',
	keyed: true,
	about: `Puts 1 to 1,000 known people into a segment, or takes them out, however they came. Strangers are refused (unknown_person): write their profile first. 409 has_rule where a rule fills the segment. 403 ground_segment for a domain’s token where a purpose permits messages to whoever is in it. Of a segment that is not its domain’s a domain’s token takes out whom it put in; the others are unchanged. ${once}`,
	each: 'people',
	params: z.object({ id: Id }),
	body: z.object({ domainId: Id, action: z.enum(['add', 'remove']), people: judged(PersonKey, 'Who it is.') }),
	answer: z.object({ results: z.array(MemberOutcome) }),
});

/** Living tokens that one person has at most: of one more, the one that was not renewed for longest is no longer written to. */
export const DEVICES_OF_ONE = 20;
/** Of one device. */
export const TOPICS = 20;
export const PLATFORMS = ['android', 'ios'] as const;
export const NOT_A_TOKEN = 'Use the token as FCM gives it: 20 to 1,000 letters, digits and : . _ - without blanks';
const Token = z.string().regex(/^[\w:.%~+/=-]{20,1000}$/, { error: NOT_A_TOKEN });
const Topic = z.string().regex(/^[\w.~%-]{1,40}$/, { error: 'Use up to 40 letters, digits and . _ ~ % -' });

/** An app on somebody's device that takes messages. */
export const DeviceToken = z.strictObject({
	person: PersonKey,
	token: Token,
	platform: z.enum(PLATFORMS),
	/** Words of the app's own for what it wants to hear of. Left out, they stay as they were. */
	topics: z.array(Topic).max(TOPICS).optional(),
});
export type DeviceToken = z.infer<typeof DeviceToken>;
export const GoneToken = z.strictObject({ token: Token });
export type GoneToken = z.infer<typeof GoneToken>;
export const DeviceOutcome = z.object({ outcome: z.enum(['registered', 'renewed', 'refused']), ...refusal });
export type DeviceOutcome = z.infer<typeof DeviceOutcome>;
const { code, fields } = refusal;
export const GoneOutcome = z.object({ outcome: z.enum(['removed', 'unchanged', 'refused']), code, fields });
export type GoneOutcome = z.infer<typeof GoneOutcome>;

export const writeDevices = call({
	...machines,
	path: '/v1/devices',
	keyed: true,
	about: `Registers 1 to 1,000 FCM tokens of apps on people’s devices, or renews them: do so whenever the app starts. A stranger becomes known. A token is one person’s: registered for another, it moves. Of one person the ${DEVICES_OF_ONE} that were renewed last get messages. ${once}`,
	each: 'devices',
	body: z.object({ domainId: Id, devices: judged(DeviceToken, 'A token and whose it is.') }),
	answer: z.object({ results: z.array(DeviceOutcome) }),
});

export const removeDevices = call({
	...machines,
	path: '/v1/devices/remove',
	keyed: true,
	about: `Forgets 1 to 1,000 tokens, as when somebody signs out of the app. A domain’s token takes away what was registered on its domain; the others are unchanged. ${once}`,
	each: 'devices',
	body: z.object({ domainId: Id, devices: judged(GoneToken, 'A token.') }),
	answer: z.object({ results: z.array(GoneOutcome) }),
});
