/**
 * Answers of known people, as a customer's own servers write and read them with a machine token (operations.md: `/edge/v1/*`).
 * A no is always taken. A yes needs a stated source and the moment it was said; it never replaces a no that was said later.
 */
import * as z from 'zod';
import { call } from '../call.ts';
import { RECORDS_PER_REQUEST } from '../constants.ts';
import { GivenAt, Id, line, OwnId, words } from '../fields.ts';
import { PersonKey } from '../people/identifiers.ts';

/** Where a yes came from, in words that somebody can follow up: 'Paper form, Turku shop, 19 November'. */
export const Source = line(300).min(3);

const Language = z.string().regex(/^[A-Za-z0-9-]{1,20}$/);

/** One answer of one person to one purpose. */
export const Answer = z.object({
	/** A UUIDv7 of the sender's whose millisecond is `at`. Without one the id follows from what is said, so that sending it again adds nothing. */
	id: OwnId.optional(),
	person: PersonKey,
	/** Id of the purpose, or its name. */
	purpose: words(200).min(1),
	/** Version of the wording; by default the one in force at `at`. */
	version: z.int().min(1).optional(),
	value: z.boolean(),
	/** When the person said it. */
	at: GivenAt,
	/** Needed for a yes. */
	source: Source.optional(),
	/** Language of the wording, where known. */
	language: Language.optional(),
});
export type Answer = z.infer<typeof Answer>;

/** A no as it is taken: what stands beside it is left out where it cannot be read, and without a moment it was said when its id was made, or when it came. */
export const No = Answer.extend({
	id: Answer.shape.id.catch(undefined),
	version: Answer.shape.version.catch(undefined),
	value: z.literal(false),
	at: GivenAt.nullish(),
	source: Answer.shape.source.catch(undefined),
	language: Answer.shape.language.catch(undefined),
});

/** What may be sent, as it is told to whoever writes a client: of a no less is needed. */
const Sent = Answer.extend({ at: GivenAt.nullish() });

/** Why an answer was not taken; the others of its batch are. `cannot_name`: a domain's own admin named somebody otherwise than by what is known of them there. */
export const AnswerRefusal = z.enum([
	'malformed',
	'unknown_purpose',
	'necessary_purpose',
	'unknown_version',
	'source_needed',
	'at_future',
	'at_mismatch',
	'unknown_person',
	'person_conflict',
	'cannot_name',
	'id_conflict',
]);
export type AnswerRefusal = z.infer<typeof AnswerRefusal>;

/** What became of one answer, in the order sent. */
export const AnswerOutcome = z.object({
	/** known: it was there already, and nothing was added. */
	outcome: z.enum(['stored', 'known', 'refused']),
	code: AnswerRefusal.nullable(),
	recordId: Id.nullable(),
	luvallaId: Id.nullable(),
	/** Whether it is the person's present answer; false for a yes behind a no, or behind one to newer words. */
	holds: z.boolean(),
});
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

/** What became of one that was sent. */
export const SentOutcome = AnswerOutcome.extend({
	/** Of one that is refused what does not fit; of a no that was taken what was left out of it. */
	fields: z.record(z.string(), z.string()).nullable(),
});

/** What holds for a person and a purpose. */
export const PresentAnswer = z.object({
	purposeId: Id,
	purpose: z.string(),
	domainId: Id,
	/** Null: never answered, or the answer was erased. */
	value: z.boolean().nullable(),
	/** A yes to words that have not changed materially since: the only thing to act upon. */
	permitted: z.boolean(),
	version: z.int().nullable(),
	at: z.string().nullable(),
	how: z.string().nullable(),
	recordId: Id.nullable(),
});
export type PresentAnswer = z.infer<typeof PresentAnswer>;

const machines = { api: 'edge', may: ['machine'], on: 'domain', of: 'domain:body.domainId', failure: 'error occured' } as const;

export const writeAnswers = call({
	...machines,
	method: 'POST',
	path: '/v1/consents',
	about:
		'1 to 100 answers of known people, answered after commit, each in its order; `fields` says what of one does not fit. A no is always taken: without what stands beside it and cannot be read, at the version in force where it names none that there is, as said when its `id` was made, or else when it arrived, where it names no `at`; one whose `at` is still to come as said when it arrived (the record keeps both moments); a yes of more than 5 minutes ahead is refused (at_future), a yes without `source` is refused (source_needed), one said before a stored no is kept but does not hold. `stored` are new, `known` were there already; a known id that says something else is refused (id_conflict), as is a yes to a version that began after `at` (unknown_version).',
	each: 'answers',
	body: z.object({
		domainId: Id,
		answers: z
			.array(z.unknown().meta({ judged: Sent, description: 'One answer of one person to one purpose. A yes needs `at` and `source`.' }))
			.min(1)
			.max(RECORDS_PER_REQUEST),
	}),
	answer: z.object({ results: z.array(SentOutcome) }),
});

export const presentAnswers = call({
	...machines,
	method: 'POST',
	path: '/v1/consents/state',
	about:
		'What holds for a person on a domain, purpose by purpose. Nobody is made known by asking; `luvallaId` is null for a stranger. A POST, so that no address stands in a log.',
	body: z.object({ domainId: Id, person: PersonKey }),
	answer: z.object({ luvallaId: Id.nullable(), purposes: z.array(PresentAnswer) }),
});

/** What became of a visitor's record. */
export const LinkOutcome = z.object({
	id: Id,
	/** linked_elsewhere: it was another person's already. */
	outcome: z.enum(['linked', 'known', 'unknown_record', 'linked_elsewhere']),
	/** The record that was added for the person. */
	recordId: Id.nullable(),
	holds: z.boolean(),
});
export type LinkOutcome = z.infer<typeof LinkOutcome>;

export const identify = call({
	...machines,
	method: 'POST',
	path: '/v1/consents/identify',
	about:
		'A visitor turned out to be this person. `records` are ids that the page was told (`luvalla:choice`); each is added once as an answer of the person. It never widens: a no of either side stands. `refused` names purposes that the visitor’s device says no to, which has no id. 422 nothing_said, person_conflict; 404 for an unknown luvallaId.',
	body: z.object({
		domainId: Id,
		person: PersonKey,
		records: z.array(Id).max(RECORDS_PER_REQUEST).default([]),
		refused: z.array(z.string().min(1).max(200)).max(RECORDS_PER_REQUEST).default([]),
	}),
	answer: z.object({
		luvallaId: Id,
		records: z.array(LinkOutcome),
		refused: z.array(z.object({ purpose: z.string(), recordId: Id.nullable(), code: AnswerRefusal.nullable() })),
	}),
});
