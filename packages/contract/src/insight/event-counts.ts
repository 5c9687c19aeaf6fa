/** Counts of what people did and were sent, beside those of consents (calls.md, "Reports and dashboards"). */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId, Email, Id } from '../fields.ts';
import { HEAVY, HEAVY_OF_DOMAINS } from '../limits.ts';
import { CountBody } from './counts.ts';

const Counted = {
	/** Events that sites, applications and servers told of. */
	events: z.int(),
	/** Profiles that were made. */
	profiles: z.int(),
	/** Messages of campaigns that were accepted: by any channel. */
	messages: z.int(),
};

export const EventCounts = z.object({
	from: z.string(),
	to: z.string(),
	...Counted,
	/** Profiles there are at the end of the span. */
	profilesAtEnd: z.int(),
	steps: z.array(z.object({ at: z.string(), ...Counted })),
	/** Without profiles: a person is known on several domains. */
	domains: z.array(z.object({ id: Id, domain: z.string(), events: z.int(), messages: z.int() })),
	/** The 50 types with most events, the most first, and the rest as ''. */
	types: z.array(z.object({ type: z.string(), count: z.int() })),
});
export type EventCounts = z.infer<typeof EventCounts>;

const readers = ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'] as const;

export const domainEventCounts = call({
	method: 'POST',
	path: '/customer/{id}/aggregateddomaineventcountsfordates',
	about:
		'Events, new profiles and accepted messages of a customer’s domains between two dates (UTC, both included) or two instants; an event counts at the moment it happened, however late it was told.',
	params: z.object({ id: CustomerId }),
	body: CountBody,
	/** One entry a group; a single group is a list of one. */
	answer: z.array(EventCounts),
	may: readers,
	on: 'customer',
	of: 'customer:params.id',
	limits: HEAVY,
	failure: 'error occured',
	retryOn403: true,
});

export const ChannelCount = z.object({
	/** Code of the channel. */
	channel: z.int(),
	/** People who may be written to by it today: by a permission that holds, or a basis that needs none. */
	count: z.int(),
	/** Of the span: messages that were accepted, failed, left out before sending; people who opened and clicked, of those who let us see it. */
	accepted: z.int(),
	failed: z.int(),
	skipped: z.int(),
	opened: z.int(),
	clicked: z.int(),
});
export type ChannelCount = z.infer<typeof ChannelCount>;

export const channelCount = call({
	method: 'GET',
	path: '/manage/domain/channelcount',
	about:
		'By channel: how many people may be written to, and what became of the messages of a span (`days` back from now, default 1, or two instants). `userCount`: people there are. With DOMAIN_KEY of that domain, else of every domain the asker may see in the current customer.',
	query: z.object({ days: z.coerce.number().int().min(1).max(3650).default(1), from: At.optional(), to: At.optional() }),
	answer: z.object({ channelCounts: z.array(ChannelCount), userCount: z.int() }),
	may: readers,
	...HEAVY_OF_DOMAINS,
	retryOn403: true,
});

/** What happened with one person: an event, an answer to a purpose, a message. */
export const PersonEvent = z.object({
	id: z.string(),
	at: z.string(),
	kind: z.enum(['event', 'consent', 'message']),
	/** The event's type; the purpose; the campaign. */
	what: z.string(),
	/** Of a consent yes or no; of a message its state; of an event how it was told. */
	came: z.string(),
	domain: z.string(),
	/** Of a consent: the record's page. */
	recordId: Id.nullable(),
	luvallaId: Id,
});
export type PersonEvent = z.infer<typeof PersonEvent>;

export const eventReport = call({
	method: 'GET',
	path: '/customer/eventreport',
	about:
		'What happened with whoever has this address, newest first, at most 200 of each kind: events, answers, messages. Nobody with it: an empty list. A domain’s own admin is told of their domains alone.',
	query: z.object({ email: Email }),
	answer: z.array(PersonEvent),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	...HEAVY_OF_DOMAINS,
});
