/** Profiles: what is known of people beside their consents, who is one with whom, and what they did. */
import * as z from 'zod';
import { call, fileQuery, listQuery } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { Email, Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { Identifier } from '../people/identifiers.ts';
import { nullable, PLATFORMS, Value, values } from './api.ts';

const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
/** Who answers for the customer: a person may be known on every domain. */
const owners = ['admin', 'partner', 'customerAdmin'] as const;

/** What may be known of somebody; null: not known. */
export const ProfileFacts = z.object({
	firstName: z.string().nullable(),
	lastName: z.string().nullable(),
	street: z.string().nullable(),
	postalCode: z.string().nullable(),
	city: z.string().nullable(),
	/** ISO 3166-1 alpha-2. */
	country: z.string().nullable(),
	/** As `fi-FI`. */
	locale: z.string().nullable(),
	/** As `Europe/Helsinki`. */
	timeZone: z.string().nullable(),
	attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
	/** When they were last there, to the hour: an event, a visit, an answer of theirs, or a letter opened by somebody who lets that be kept. */
	seenAt: z.string().nullable(),
});
export type ProfileFacts = z.infer<typeof ProfileFacts>;

/** What is changed of somebody: what is absent stays, null takes away. */
export const ProfileChange = z.object({ ...nullable, attributes: values(Value.nullable()).optional() });
export type ProfileChange = z.output<typeof ProfileChange>;

export const Profile = z.object({
	luvallaId: Id,
	/** To a domain's own admin those that are known on their domains. */
	identifiers: z.array(Identifier),
	firstName: z.string().nullable(),
	lastName: z.string().nullable(),
	city: z.string().nullable(),
	createdAt: z.string(),
	seenAt: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

const inScope = { on: 'customer', of: 'domain:header-or-customer', failure: 'error occured' } as const;
const customer = { customerId: z.coerce.number().int().optional() };

export const profiles = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/profile',
	about:
		'People of the customer, those who became known last first; with DOMAIN_KEY, and to a domain’s own admin, those known on the domain. `q` finds the beginning of an address, number, id or name; of three letters and more also what stands anywhere in one, or in a city, postal code or attribute; and how an attribute, city, postalCode or country begins as `city:Tur`, a number or yes and no whole as `shoe:41`. Where it is all of somebody’s address, number or id, or 2,500 begin so, nothing inside is looked for, and inside 1,000 are found at most; what a file brings is found inside once it is all written, and a while later. Sort by createdAt, lastName or seenAt.',
	query: z.object({ ...listQuery, ...customer }),
	answer: z.array(Profile),
	paged: true,
	may: readers,
	limits: HEAVY,
});

export const profilesFile = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/profile/file',
	about: 'The same people as a CSV file, all that match: what they are known by, name, town, since when, and when they were last seen.',
	query: z.object({ ...fileQuery, ...customer }),
	answer: z.string(),
	file: 'text/csv',
	may: readers,
	limits: HEAVY,
});

/** Something that somebody did. */
export const ProfileEvent = z.object({
	id: Id,
	type: z.string(),
	at: z.string(),
	receivedAt: z.string(),
	domain: z.string(),
	how: z.string(),
	properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type ProfileEvent = z.infer<typeof ProfileEvent>;

/** Events that one answer brings at most, and of a person's page. */
export const EVENTS_SHOWN = 200;
export const EVENTS_A_PAGE = 50;

export const profileEvents = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/profile/events',
	about: 'What the person with this address did, the newest first, at most 200; nothing when nobody is known by it.',
	query: z.object({ ...customer, email: Email }),
	answer: z.array(ProfileEvent),
	may: readers,
});

const ofPerson = { params: z.object({ id: Id }), query: z.object(customer) } as const;

export const ProfileDetail = z.object({
	luvallaId: Id,
	identifiers: z.array(Identifier),
	facts: ProfileFacts,
	/** Since when the asker knows them; null where a domain's own admin knows them by nothing. */
	createdAt: z.string().nullable(),
	/** Segments that the asker may use and the person is in. */
	segments: z.array(z.object({ id: Id, name: z.string(), rule: z.boolean() })),
	/** They said no to sale and sharing (Global Privacy Control, or themselves): domains on which it holds. To nobody who shares is anything of them given for ads there. */
	saleRefused: z.array(z.string()),
	/** Channels that may reach them now, on the asker's domains; null while that is counted for the first time, and to those who do not know them. */
	channels: z.array(z.enum(CHANNELS)).nullable(),
	/** Apps of theirs that take messages, as far as they were registered on the asker’s domains; one that is over takes none any more. */
	apps: z.array(z.object({ platform: z.enum(PLATFORMS), domain: z.string(), renewedAt: z.string(), isOver: z.boolean() })),
	/** Ids that turned out to be this person too, and since when. */
	merged: z.array(z.object({ luvallaId: Id, at: z.string(), by: z.string() })),
	/** `edit`: whoever knows the person by something; others see what was said on their domains, and nothing of who it is. */
	can: z.object({ edit: z.boolean(), merge: z.boolean() }),
});
export type ProfileDetail = z.infer<typeof ProfileDetail>;

export const profile = call({
	...inScope,
	...ofPerson,
	method: 'GET',
	path: '/manage/domain/person/{id}',
	about: 'What is known of one person and the segments they are in. An id that another was merged into leads to that one.',
	answer: ProfileDetail,
	may: readers,
});

export const personEvents = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/person/{id}/events',
	about:
		'What a person did, the newest first, 50 at a time; `before` is the id of the event where the answer before ended. To a domain’s own admin what they did on their domains.',
	params: z.object({ id: Id }),
	query: z.object({ ...customer, before: z.uuidv7().optional() }),
	answer: z.object({
		events: z.array(ProfileEvent),
		/** What to ask with for the ones before; null: there are none. */
		before: Id.nullable(),
	}),
	may: readers,
});

export const personTable = call({
	...inScope,
	...ofPerson,
	method: 'GET',
	path: '/manage/domain/person/{id}/data/table',
	about:
		'Everything kept of one person as a CSV file, a line each: what they are known by, facts, attributes, what holds, segments, every record and every event. To a domain’s own admin what belongs to their domains. GET /audit/domain/people/{id}/data/file is the same as JSON, with all that was recorded. The activity says who took it.',
	answer: z.string(),
	file: 'text/csv',
	may: readers,
});

export const changeFacts = call({
	...inScope,
	...ofPerson,
	method: 'PUT',
	path: '/manage/domain/person/{id}',
	about:
		'Changes what is known of a person. An attribute keeps the kind (text, number, day, yes or no) of the first value that ever came under its name: another kind is 422 not_usable by field. At most 100 attributes and 32 kB of them: 422 too_many_attributes.',
	body: ProfileChange,
	answer: ProfileDetail,
	may: readers,
	success: 'Person updated successfully.',
});

/** What follows when two become one. */
export const MergePreview = z.object({
	/** The id that is kept, and the one that will lead to it. */
	kept: Id,
	gone: Id,
	identifiers: z.array(Identifier),
	facts: ProfileFacts,
	/** Names of facts and attributes that both have, with the value that would no longer be shown. */
	hidden: z.array(z.object({ name: z.string(), value: z.string() })),
	/** Purposes to which one of them says no: both would. */
	noes: z.array(z.object({ purposeId: Id, purpose: z.string(), domain: z.string() })),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const previewMerge = call({
	...inScope,
	method: 'GET',
	path: '/manage/domain/person/{id}/merge',
	about: 'What would follow if the person `other` turned out to be this one. 422 same_person.',
	params: z.object({ id: Id }),
	query: z.object({ ...customer, other: Id }),
	answer: MergePreview,
	may: owners,
});

export const mergeProfiles = call({
	...inScope,
	...ofPerson,
	method: 'POST',
	path: '/manage/domain/person/{id}/merge',
	about:
		'Says that the person `other` is this one: from now on it leads here, with its consents, segments and events, each counted once; a no of either stands. 422 same_person; 403 confirm_identity where a purpose rests on a segment that one of them is in. Undone by POST …/unmerge.',
	body: z.object({ other: Id }),
	answer: ProfileDetail,
	may: owners,
	success: 'Profiles merged successfully.',
});

export const unmergeProfile = call({
	...inScope,
	...ofPerson,
	method: 'POST',
	path: '/manage/domain/person/{id}/unmerge',
	about:
		'Says that `gone` is somebody else after all: they are two again, each with what was theirs; a no that was said while they were one stays a no of both. 404 when it does not lead here.',
	body: z.object({ gone: Id }),
	answer: ProfileDetail,
	may: owners,
	success: 'Profiles separated successfully.',
});
