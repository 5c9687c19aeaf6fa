/** People with answers in the ledger, as officers see them: present answers, history, assisted answers, erasure. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { At, Id } from '../fields.ts';
import { Identifier, PersonKey } from '../people/identifiers.ts';
import { Run } from '../runs.ts';
import { selectionOf } from '../selection.ts';
import type { Words } from '../words.ts';
import { PresentAnswer, Source } from './answers.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
/** Who answers for the customer: a person may have answers on every domain. */
const owners = ['admin', 'partner', 'customerAdmin'] as const;

export const KnownPerson = z.object({
	luvallaId: Id,
	identifiers: z.array(Identifier),
	/** What they are called, as far as that is known, and the asker knows them by something. */
	name: z.string().nullable().optional(),
	/** Purposes that hold a yes, and that hold a no, on the domains the asker may see. */
	yes: z.int(),
	no: z.int(),
	/** When the last answer arrived. */
	lastAt: z.string().nullable(),
});
export type KnownPerson = z.infer<typeof KnownPerson>;

const inCustomer = { on: 'customer', of: 'customer:current', failure: 'error occured' } as const;
const customerQuery = { customerId: z.coerce.number().int().optional() };

/** What people are told apart by: where they have an answer, to what, and which one holds. Together: somebody with one answer that is all of these. */
const narrowing = { domain: Id, purpose: Id, answer: z.enum(['yes', 'no']) };

export const people = call({
	...inCustomer,
	method: 'GET',
	path: '/audit/domain/people',
	about:
		'People with answers on the domains the asker may see, by the answer that came last; `q` finds the beginning of an address, number or id, and of three letters and more what stands anywhere in an address, number or own id, unless it is all of one. Filters narrow to those with an answer that holds and is all of what they say; `yes` and `no` count every answer that the asker may see.',
	query: z.object({ ...listQuery, ...customerQuery, filter: filterQuery(narrowing) }),
	answer: z.array(KnownPerson),
	paged: true,
	may: admins,
});

/** One record of a person. */
export const PersonRecord = z.object({
	id: Id,
	purposeId: Id,
	purpose: z.string(),
	domain: z.string(),
	version: z.int(),
	value: z.boolean(),
	at: z.string(),
	receivedAt: z.string(),
	how: z.string(),
	source: z.string().nullable(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** Something a person is known by, and how that came about. */
export const KnownIdentifier = Identifier.extend({
	addedAt: z.string(),
	/** As of a record: `api`, `import`, … */
	how: z.string(),
	/** `user:…`, `application:…`; null: the person themselves. */
	addedBy: z.string().nullable(),
	/** When the address confirmed itself; null: it has not. */
	confirmedAt: z.string().nullable(),
});
export type KnownIdentifier = z.infer<typeof KnownIdentifier>;

export const PersonDetail = z.object({
	/** The id that is kept where several turned out to be one. */
	luvallaId: Id,
	/** To a domain's own admin those that are known on their domains. */
	identifiers: z.array(KnownIdentifier),
	createdAt: z.string(),
	/** Every purpose that can be answered on the domains the asker may see. */
	present: z.array(PresentAnswer.extend({ domain: z.string() })),
	/** Newest first; at most 200. */
	records: z.array(PersonRecord),
	more: z.boolean(),
	/** `remove`: take an address away. */
	can: z.object({ erase: z.boolean(), remove: z.boolean() }),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

export const person = call({
	...inCustomer,
	method: 'GET',
	path: '/audit/domain/people/{id}',
	about: 'One person: who it is, what holds, and the history behind it. An id that another was merged into leads to that one.',
	params: z.object({ id: Id }),
	query: z.object(customerQuery),
	answer: PersonDetail,
	may: admins,
});

export const personFile = call({
	...inCustomer,
	method: 'GET',
	path: '/audit/domain/people/{id}/data/file',
	about:
		'Everything kept of one person as a JSON file, for whoever asks what is known of them: what they are known by and how it came, facts, attributes, segments, what holds, the words of each purpose, mails sent to them, every record with all that was recorded, every event, browsers and apps, messages and triggered sends, and what they chose or stopped themselves. To a domain’s own admin what belongs to their domains, without mails. The activity says who took it.',
	params: z.object({ id: Id }),
	query: z.object(customerQuery),
	answer: z.string(),
	file: 'application/json',
	may: admins,
});

export const assistedAnswer = call({
	...inCustomer,
	method: 'POST',
	path: '/audit/domain/people/answer',
	about:
		'Writes down what a person told somebody (by telephone, letter, in a shop). Who wrote it stands in the record. A yes needs a source. 422 with a code of AnswerRefusal. A domain’s own admin names people by what is known of them on their domains, or strangers: everything else is cannot_name.',
	query: z.object(customerQuery),
	body: z.object({
		person: PersonKey,
		purposeId: Id,
		value: z.boolean(),
		at: At,
		source: Source.optional(),
		language: z.string().max(20).optional(),
	}),
	answer: z.object({ luvallaId: Id, recordId: Id, holds: z.boolean() }),
	may: admins,
	success: 'Answer recorded successfully.',
});

export const erasePerson = call({
	...inCustomer,
	method: 'DELETE',
	path: '/audit/domain/people/{id}',
	about:
		'Erases a person: every record of theirs with its salt, who they are, and what holds. The log keeps signed erasure leaves. A keyed hash of each identifier and purpose refused stays, so that no yes from before holds again; DELETE /audit/domain/people/memory/{erasureId} drops them. Wants fresh proof of who asks (403 confirm_identity).',
	params: z.object({ id: Id }),
	query: z.object(customerQuery),
	answer: z.object({
		erased: z.int(),
		erasureId: Id,
		/** Identifiers and purposes of which a no is remembered. */
		remembered: z.int(),
	}),
	may: owners,
	success: 'Person erased successfully.',
});

/** People of the list, chosen to do something to all of them. Of those that a filter finds, an answer that came after the choice finds nobody. */
export const PeopleSelection = selectionOf(Id, {
	q: listQuery.q,
	domain: narrowing.domain.optional(),
	purpose: narrowing.purpose.optional(),
	answer: narrowing.answer.optional(),
});
export type PeopleSelection = z.input<typeof PeopleSelection>;

/** The kind of run that erases many; its `about` is empty, its unit people. */
export const ERASURE_KIND = 'people-erasure';
/** What it counts: people erased; records that went with them; refusals that are remembered; people not there any more. */
export const ERASURE_COUNTS = ['people', 'records', 'remembered', 'rejected'] as const;
/** Why somebody was not erased. */
export const ERASURE_REASONS = {
	gone: { en: 'There is no such person any more.', fi: 'Tätä henkilöä ei enää ole.' },
} as const satisfies Words;

export const erasePeople = call({
	...inCustomer,
	method: 'POST',
	path: '/audit/domain/people/erase',
	about:
		'Erases the people chosen, each as DELETE /audit/domain/people/{id} does, and answers the run that works on it. The id of the run is the erasureId of all of them. People who came after the start are left. 422 nothing_chosen. Wants fresh proof of who asks (403 confirm_identity).',
	query: z.object(customerQuery),
	body: z.object({ selection: PeopleSelection }),
	answer: Run,
	may: owners,
	failure: 'The people could not be erased.',
});

export const peopleFile = call({
	...inCustomer,
	method: 'POST',
	path: '/audit/domain/people/file',
	about:
		'The people chosen as CSV, by their ids: what they are known by and what holds, on the domains the asker may see. 422 nothing_chosen.',
	query: z.object(customerQuery),
	body: z.object({ selection: PeopleSelection }),
	answer: z.string(),
	file: 'text/csv',
	may: admins,
	failure: 'The people could not be exported.',
});

export const dropMemory = call({
	...inCustomer,
	method: 'DELETE',
	path: '/audit/domain/people/memory/{erasureId}',
	about:
		'Drops what an erasure remembers of the person’s refusals. From then on an older yes that is imported again would hold. Wants fresh proof of who asks (403 confirm_identity); 404 when nothing is remembered of it.',
	params: z.object({ erasureId: Id }),
	query: z.object(customerQuery),
	answer: z.object({ dropped: z.int() }),
	may: owners,
	success: 'Memory deleted successfully.',
});

export const removeIdentifier = call({
	...inCustomer,
	method: 'POST',
	path: '/audit/domain/people/{id}/identifiers/remove',
	about:
		'Takes an address, number or id away from a person; it leads to nobody afterwards. What was said under it stays with the person, and a no under it is remembered of it. 404 when it is not theirs.',
	params: z.object({ id: Id }),
	query: z.object(customerQuery),
	body: Identifier,
	answer: z.object({ removed: z.boolean() }),
	may: owners,
	success: 'Address removed successfully.',
});
