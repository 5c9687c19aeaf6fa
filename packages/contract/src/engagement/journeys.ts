/**
 * Triggered sends: something happens to one person, and that person gets a message; then it may wait once, ask once what became of it,
 * and say one thing or another. Each is a campaign that stays running, with the gate, the caps and the engine of the others.
 */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { AsRead, At, Id, line, TimeZone } from '../fields.ts';
import { CampaignOptions, ChangedOptions } from './campaigns.ts';
import { editors, failure, inDomain, one, query } from './of-campaign.ts';

export const JOURNEY_STATES = ['draft', 'running', 'stopping', 'stopped'] as const;
export type JourneyState = (typeof JOURNEY_STATES)[number];

/** Somebody who may come again comes no sooner than so many days after. */
export const LEAST_AGAIN_DAYS = 1;
/** A year: what waits longer is forgotten by whoever waits. */
export const MOST_WAIT_MINUTES = 366 * 24 * 60;

/** What has to happen to somebody. */
export const Trigger = z.discriminatedUnion('kind', [
	/** They say yes to a purpose themselves. */
	z.object({ kind: z.literal('consent'), purposeId: Id }),
	/** They come into a segment, or leave it, by whatever way. */
	z.object({ kind: z.literal('joined'), segmentId: Id }),
	z.object({ kind: z.literal('left'), segmentId: Id }),
	/** An event of this type is told of them on the domain. */
	z.object({ kind: z.literal('event'), type: line(100).min(1, { error: 'Write this text' }) }),
	/** A date in an attribute comes, or is so many days away (`days` below 0: before it), at an hour of the campaign's time zone. */
	z.object({
		kind: z.literal('date'),
		attribute: line(100).min(1, { error: 'Write this text' }),
		days: z.int().min(-365).max(365).default(0),
		/** The day of it comes every year: a birthday. */
		isYearly: z.boolean().default(false),
		hour: z.int().min(0).max(23).default(9),
	}),
]);
export type Trigger = z.infer<typeof Trigger>;

/** What is asked of somebody at the end of the wait. */
export const JOURNEY_ASKS = ['opened', 'clicked', 'either', 'joined'] as const;

const minutes = z.int().min(1).max(MOST_WAIT_MINUTES);

export const Journey = z.object({
	trigger: Trigger,
	/** They may come again after so many days; null: once in a lifetime. */
	againDays: z.int().min(LEAST_AGAIN_DAYS).max(3650).nullable().default(null),
	/** From when it happened to the first message. */
	delayMinutes: z.int().min(0).max(MOST_WAIT_MINUTES).default(0),
	/** The constellation of the first message. */
	first: Id,
	/** What comes after it; null: nothing. */
	after: z
		.object({
			/** From when the first message was handed over. */
			waitMinutes: minutes,
			/** Null: nothing is asked, and everybody goes the way of `neither`. */
			ask: z.enum(JOURNEY_ASKS).nullable().default(null),
			/** Of *joined*: which segment. */
			segmentId: Id.nullable().default(null),
			/** Constellations of the second message; null: nothing more is sent. */
			yes: Id.nullable().default(null),
			neither: Id.nullable().default(null),
		})
		.nullable()
		.default(null),
});
export type Journey = z.infer<typeof Journey>;

export const JOURNEY_STEPS = ['first', 'wait', 'yes', 'neither'] as const;
export type JourneyStep = (typeof JOURNEY_STEPS)[number];

export const Triggered = z.object({
	id: Id,
	title: z.string(),
	domain: z.string(),
	domainId: Id,
	journey: Journey,
	options: CampaignOptions,
	state: z.enum(JOURNEY_STATES),
	/** Its messages are kept back: somebody paused it, or a run of it did so itself. */
	isPaused: z.boolean(),
	/** Of those who come now; 0: it never ran. */
	version: z.int(),
	since: At.nullable(),
	createdAt: At,
	lastUpdatedAt: At,
	/** People who came, each time; how many of them are on their way, are through, or left. */
	entered: z.int(),
	waiting: z.int(),
	finished: z.int(),
	left: z.int(),
});
export type Triggered = z.infer<typeof Triggered>;

/** What a triggered send is and where everybody of it is. */
export const TriggeredProgress = Triggered.extend({
	/** People who came in the last 24 hours. */
	lastDay: z.int(),
	/**
	 * From when somebody came to when their first message was handed over, at the median of the last 1,000 of the newest version; null: none
	 * was, or it is sent after a delay.
	 */
	medianMs: z.number().nullable(),
	/** What is due waits for credits since then. */
	waitsForCredits: At.nullable(),
	steps: z.array(
		z.object({
			step: z.enum(JOURNEY_STEPS),
			entered: z.int(),
			waiting: z.int(),
			left: z.int(),
			finished: z.int(),
			/** Of `neither`: whose opens may not be seen, so that nobody knows. */
			unseen: z.int(),
			/** The run of its message, by the newest version. */
			run: Id.nullable(),
			channel: z.int().nullable(),
			title: z.string(),
		}),
	),
	reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
	/** People on their way by an older version. */
	older: z.array(z.object({ version: z.int(), people: z.int() })),
	/** What is in the way of starting it, in the words of the refusal. */
	problems: z.array(z.object({ code: z.string(), message: z.object({ en: z.string(), fi: z.string() }) })),
	/** What the trigger names, as people call it. */
	names: z.record(z.string(), z.string()),
});
export type TriggeredProgress = z.infer<typeof TriggeredProgress>;

const options = CampaignOptions.extend({ timeZone: TimeZone.default('UTC') });
const invalid = 'Please enter valid campaign details';
const saving =
	'409 campaign_known; 422 unknown_constellation, campaign_purpose, unknown_sender, campaign_segment (a segment that may not be used on the domain), journey_empty (it waits, and nothing is sent then).';

export const triggeredSends = call({
	...inDomain,
	method: 'GET',
	path: '/manage/triggered',
	about: 'Triggered sends of the domain, or without DOMAIN_KEY of every domain the asker may see.',
	query: z.object({ ...listQuery, ...query, filter: filterQuery({ state: z.enum(JOURNEY_STATES) }) }),
	answer: z.array(Triggered),
	paged: true,
	may: editors,
	failure,
});

export const triggeredSend = call({
	...inDomain,
	...one,
	method: 'GET',
	path: '/manage/triggered/{id}',
	about: 'One of them, with where everybody is who came, and what is in the way of starting it.',
	answer: TriggeredProgress,
	may: editors,
	failure,
});

export const addTriggered = call({
	...inDomain,
	method: 'POST',
	path: '/manage/triggered',
	about: `Adds a triggered send as a draft, on the domain of DOMAIN_KEY or the one named in \`domain\`. ${saving}`,
	query: z.object(query),
	body: z.object({
		title: line(120).min(1, { error: 'Write this text' }),
		domain: z.string().max(253).optional(),
		journey: Journey,
		options: options.optional(),
	}),
	answer: Triggered,
	may: editors,
	failure,
	invalid,
	success: 'Triggered send added.',
});

export const changeTriggered = call({
	...inDomain,
	...one,
	method: 'PUT',
	path: '/manage/triggered/{id}',
	about: `Changes it; what is not sent stays as it is, each of its \`options\` too. Where it runs, who comes from now on gets what it says now; whoever is on their way stays with what it was. One that is paused stays paused. 409 changed_meanwhile. ${saving} Where it runs also what starting it refuses.`,
	body: z.object({
		title: line(120).min(1, { error: 'Write this text' }).optional(),
		journey: Journey.optional(),
		options: ChangedOptions.optional(),
		lastUpdatedAt: AsRead,
	}),
	answer: Triggered,
	may: editors,
	failure,
	invalid,
	success: 'Triggered send saved.',
});

export const removeTriggered = call({
	...inDomain,
	...one,
	method: 'DELETE',
	path: '/manage/triggered/{id}',
	about: 'Deletes one that never ran. 409 campaign_ran.',
	answer: z.object({ id: Id }),
	may: editors,
	failure,
	success: 'Triggered send deleted.',
});

export const startTriggered = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/triggered/{id}/start',
	about:
		'From now on whoever it happens to comes in. 409 journey_running, changed_meanwhile; 422 as when a campaign is executed: constellation_not_published, no_connector, no_sender, sender_not_checked, no_postal; 403 customer_holds, customer_new.',
	body: z.object({ lastUpdatedAt: AsRead }).optional(),
	answer: Triggered,
	may: editors,
	failure: 'We encountered a problem while executing the campaign.',
	success: 'Triggered send started.',
});

export const pauseTriggered = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/triggered/{id}/pause',
	about: 'Nothing is sent until it is resumed; whoever comes meanwhile waits. 409 campaign_not_running.',
	answer: Triggered,
	may: editors,
	failure,
	success: 'Triggered send paused.',
});

export const resumeTriggered = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/triggered/{id}/resume',
	about: 'Goes on where it was. 409 campaign_not_paused; 422 and 403 as when it is started.',
	answer: Triggered,
	may: editors,
	failure,
	success: 'Triggered send resumed.',
});

export const stopTriggered = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/triggered/{id}/stop',
	about: 'Nobody comes in any more, and whoever is on their way leaves it. 409 campaign_not_running.',
	answer: Triggered,
	may: editors,
	failure,
	success: 'Triggered send stopped.',
});

export const triggeredPerson = call({
	...inDomain,
	...one,
	method: 'GET',
	path: '/manage/triggered/{id}/person',
	about: 'Where somebody is in it, by what they are known by, their newest place first. 404 where nobody is known by it to the asker.',
	query: z.object({ ...query, q: line(320).min(1) }),
	answer: z.object({
		person: Id,
		places: z.array(
			z.object({
				id: Id,
				step: z.enum(JOURNEY_STEPS),
				state: z.enum(['waiting', 'sending', 'finished', 'left']),
				reason: z.string().nullable(),
				why: z.string(),
				version: z.int(),
				dueAt: At.nullable(),
				enteredAt: At,
				endedAt: At.nullable(),
				/** Of their last message: what became of it, when, and the record that permitted it. */
				message: z.object({ state: z.string(), at: At.nullable(), recordId: Id.nullable(), run: Id }).nullable(),
			}),
		),
	}),
	may: editors,
	failure,
});
