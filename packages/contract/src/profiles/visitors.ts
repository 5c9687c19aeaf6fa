/** Visitors who may be remembered: their devices, what they do, and for how long that is kept. */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { At, Id, words } from '../fields.ts';
import { SiteMessage } from '../placement.ts';
import { fitsTogether, isName, NOT_A_NAME, Value, values } from './api.ts';

/** Events of one request. */
export const EVENTS_AT_ONCE = 20;
/** Names of one visitor's event. */
export const VISITOR_PROPERTIES = 20;
/**
 * Kinds of events of one domain's pages, and names of properties of one kind, from which on its visitors make no more known. They set no
 * kind of a value: servers do.
 */
export const VISITOR_TYPES = 200;
/** Days for which events are kept unless a domain says otherwise, and the longest that one may say. */
export const KEEP_DAYS = { usual: 730, most: 3650 } as const;

export const TOO_MANY_PROPERTIES = `Use at most ${VISITOR_PROPERTIES} properties`;

const VISITOR = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\.[\w-]{20,64}$/i;
export const NOT_A_VISITOR = 'Use the id of the visitor’s record, a dot and the key that was sent with it';

/** What a visitor did. */
export const VisitorEvent = z.strictObject({
	/** A UUIDv7 of the page's whose millisecond is `at`: sent again it adds nothing. */
	id: z.uuidv7(),
	at: At,
	/** As `order`. */
	type: z.string().refine(isName, { error: NOT_A_NAME }),
	properties: values(Value)
		.refine((given) => Object.keys(given).length <= VISITOR_PROPERTIES && fitsTogether(given), { error: TOO_MANY_PROPERTIES })
		.default({}),
});
export type VisitorEvent = z.infer<typeof VisitorEvent>;

/** Why an event was not taken; the others of its request are. */
export const VisitorRefusal = z.enum(['malformed', 'at_mismatch', 'at_future', 'at_past', 'kind_mismatch', 'too_much']);
export type VisitorRefusal = z.infer<typeof VisitorRefusal>;

const fromPages = {
	method: 'POST',
	api: 'edge',
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
	plainText: true,
} as const;
const visit = {
	domainId: Id,
	/** The published folder that the visitor saw. */
	configuration: words(80),
	/**
	 * The visitor's record of the yes that lets them be remembered, a dot, and the key that the device sent with it (`deviceKey`): ids of
	 * records are seen by those who read the ledger, the key by nobody.
	 */
	visitor: z.string().regex(VISITOR, { error: NOT_A_VISITOR }),
} as const;

export const visitorEvents = call({
	...fromPages,
	path: '/v1/visitor/events',
	about:
		'1 to 20 things that a visitor did, as application/json or text/plain (sendBeacon), from a page of the domain. Taken only while the visitor’s answer lets them be remembered: 403 not_permitted when it was taken back, is a no, or the live banner no longer names that category; 409 unknown_record while the record is not here (send both again later). 403 wrong_origin, 404 unknown_domain, 429 too_many with Retry-After. The other events of a request are stored when one is refused.',
	body: z.object({
		...visit,
		events: z
			.array(z.unknown().meta({ judged: VisitorEvent, description: 'What the visitor did.' }))
			.min(1)
			.max(EVENTS_AT_ONCE),
	}),
	answer: z.object({
		stored: z.int(),
		known: z.int(),
		refused: z.array(z.object({ id: z.string().nullable(), code: VisitorRefusal })),
	}),
	each: 'events',
});

export const forgetVisitor = call({
	...fromPages,
	path: '/v1/visitor/forget',
	about:
		'The visitor took back what lets them be remembered: the device goes, and what an anonymous visitor did; nothing is taken for it again. Sent again it changes nothing. 403 wrong_origin, 404 unknown_domain, 429 too_many with Retry-After.',
	body: z.object({
		...visit,
		/** As for events; the record's id alone where it came without a key, as before there were any. */
		visitor: z.union([visit.visitor, z.uuidv7()], { error: NOT_A_VISITOR }),
	}),
	answer: z.object({}),
});

/** Bytes of a key on P-256 as browsers give it, and of their secret, in base64url. */
const P256 = /^B[A-Za-z0-9_-]{86}=?$/;
const SECRET = /^[A-Za-z0-9_-]{22}(?:==)?$/;
export const NOT_AN_ENDPOINT = 'Use the address of a push service that can be reached from outside';

/** As `PushSubscription.toJSON()` gives it. */
export const PushSubscription = z.object({
	endpoint: z.string().max(1000),
	keys: z.object({ p256dh: z.string().regex(P256), auth: z.string().regex(SECRET) }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

export const subscribeVisitor = call({
	...fromPages,
	path: '/v1/visitor/push',
	about:
		'A visitor’s browser takes pushes, or takes none any more (`subscription` null). Kept while the visitor’s answer lets them be remembered, and gone with that; one of a device, the newest. `gone`: the push service knows this subscription no more, make another. 403 not_permitted, wrong_origin; 404 unknown_domain; 409 unknown_record; 422 unknown_push_key where `key` is no web push connector’s that is in use, and where the endpoint is none.',
	body: z.object({
		...visit,
		/** The public key that it was made for. */
		key: z.string().max(200),
		/** Left out: which key to make one for is all that is asked. */
		subscription: PushSubscription.nullable().optional(),
	}),
	answer: z.object({
		gone: z.boolean(),
		/** The public key that a browser subscribes for; null: the customer has no web push connector in use. */
		key: z.string().nullable(),
	}),
});

/** Messages that one answer brings at most: those that fit no page at hand, or were seen often enough, wait beside the others. */
export const MESSAGES_AT_ONCE = 50;

export const visitorMessages = call({
	...fromPages,
	path: '/v1/visitor/messages',
	about:
		'Messages that wait on the site for whose device this is, the oldest first, at most the newest 50: those alone that their reader permits at this moment; an anonymous visitor has none. `over`: ids of those that were closed or followed, which come no more in any browser. Which page one fits and how often it comes is decided in the page: no address of a page is sent. 403 not_permitted, wrong_origin; 404 unknown_domain; 409 unknown_record.',
	body: z.object({ ...visit, over: z.array(z.string().max(80)).max(20).default([]) }),
	answer: z.array(SiteMessage),
});

const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const inScope = { on: 'customer', of: 'domain:header-or-customer', failure: 'error occured' } as const;
const customer = { customerId: z.coerce.number().int().optional() };

export const DEVICE_KINDS = ['phone', 'tablet', 'desktop', 'unknown'] as const;

export const Device = z.object({
	id: Id,
	domainId: Id,
	domain: z.string(),
	/** Families: `Firefox`; `other` where it is not known. */
	browser: z.string(),
	system: z.string(),
	kind: z.enum(DEVICE_KINDS),
	firstSeenAt: z.string(),
	lastSeenAt: z.string(),
	/** The purpose whose yes lets it be remembered. */
	purpose: z.string(),
	/** Null: an anonymous visitor's. */
	person: z.object({ luvallaId: Id, name: z.string().nullable(), email: z.string().nullable() }).nullable(),
});
export type Device = z.infer<typeof Device>;

export const devices = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/devices',
	about:
		'Devices of visitors who may be remembered, those seen last first; to a domain’s own admin, and with DOMAIN_KEY, those of the domain. `q` finds the beginning of a browser’s or system’s name, of a host name, or of an address or id of whose it is, of three letters and more also what stands anywhere in that. Sort by lastSeenAt or firstSeenAt.',
	query: z.object({ ...listQuery, ...customer }),
	answer: z.array(Device),
	paged: true,
	may: readers,
});

/** Devices that one answer brings at most. */
export const DEVICES_SHOWN = 100;

export const devicesOf = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/person/{id}/devices',
	about: 'Devices of one person, those seen last first, at most 100; to a domain’s own admin those of their domains.',
	params: z.object({ id: Id }),
	query: z.object(customer),
	answer: z.array(Device),
	may: readers,
});

export const EventSettings = z.object({
	/** Days after which what people did is deleted. */
	keepDays: z.int(),
	/** The category of the live banner whose yes lets visitors be remembered; null: none, and nothing of visitors is kept. */
	remembers: z.object({ category: z.string(), purpose: z.string() }).nullable(),
});
export type EventSettings = z.infer<typeof EventSettings>;

const ofDomain = { on: 'domain', of: 'domain:params.id', failure: 'error occured' } as const;

export const eventSettings = call({
	...ofDomain,
	method: 'GET',
	path: '/manage/domain/eventsettings/{id}',
	about: 'For how long the domain keeps what people did, and what lets its visitors be remembered.',
	params: z.object({ id: Id }),
	answer: EventSettings,
	may: readers,
});

export const changeEventSettings = call({
	...ofDomain,
	method: 'PUT',
	path: '/manage/domain/eventsettings/{id}',
	about: `Says for how long the domain keeps what people did: 1 to ${KEEP_DAYS.most} days, ${KEEP_DAYS.usual} unless it says otherwise. What is older goes the next night, and rules that asked for it follow.`,
	params: z.object({ id: Id }),
	body: z.object({ keepDays: z.int().min(1).max(KEEP_DAYS.most) }),
	answer: EventSettings,
	may: readers,
	success: 'Events setting updated successfully.',
});
