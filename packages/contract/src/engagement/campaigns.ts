/** Campaigns: who is written to by which channel, when and how fast; their runs, and what came of each message. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { At, Id, line, words } from '../fields.ts';
import { HEAVY } from '../limits.ts';

const editors = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

const ChannelCode = z
	.int()
	.min(0)
	.max(CHANNELS.length - 1);

/** Segments that one campaign changes by one occasion. */
export const MOST_CHANGES = 20;

/** A segment that people are put into, or taken out of. */
export const SegmentChange = z.object({
	segmentId: Id,
	segmentName: z.string().max(200).default(''),
	isRemove: z.boolean().default(false),
	domain: z.string().max(253).default(''),
});
export type SegmentChange = z.infer<typeof SegmentChange>;

/** A run pauses itself beyond these shares of what was accepted. */
export const COMPLAINT_LIMIT = 0.001;
export const BOUNCE_LIMIT = 0.05;
/** Shares mean nothing before so many were accepted. */
export const LIMITS_FROM = 100;

const hour = z.int().min(0).max(23);

/** What the specification leaves open. */
export const CampaignOptions = z.object({
	/** Purposes that permit it; empty: every purpose of the domain that permits the channel. */
	purposes: z.array(Id).max(20).default([]),
	senderId: Id.nullable().default(null),
	/** By channel code; without one the only active connector of its kind. */
	connectors: z.record(z.string().regex(/^[0-6]$/), Id).default({}),
	beginsAt: At.nullable().default(null),
	/** Whatever has not left by then is left out. */
	lateAt: At.nullable().default(null),
	/** Of the times above as people chose them. */
	timeZone: line(60).default('UTC'),
	/** Messages a minute, by each channel; null: as fast as the connector takes them. */
	throttle: z.int().min(1).max(1_000_000).nullable().default(null),
	/** Hours of the recipient's own clock in which nothing is sent. */
	quiet: z.object({ from: hour, to: hour }).nullable().default(null),
	/** At most so many messages of all campaigns to one person in so many days. */
	cap: z
		.object({ messages: z.int().min(1).max(100), days: z.int().min(1).max(365) })
		.nullable()
		.default(null),
	/** Half of the people get this subject. */
	secondSubject: words(1000).nullable().default(null),
	/** What becomes of a message of which nobody knows whether it left: it is left alone, or sent once more. */
	unknown: z.enum(['leave', 'again']).default('leave'),
	complaintLimit: z.number().min(0).max(1).default(COMPLAINT_LIMIT),
	bounceLimit: z.number().min(0).max(1).default(BOUNCE_LIMIT),
});
export type CampaignOptions = z.infer<typeof CampaignOptions>;

export const RUN_KINDS = ['real', 'rehearsal'] as const;
export const CAMPAIGN_RUN_STATES = ['waiting', 'preparing', 'sending', 'paused', 'stopping', 'stopped', 'done', 'failed'] as const;

/** Why a run is paused, or came to nothing. */
export const RUN_WHYS = ['asked', 'complaints', 'bounces', 'on_hold', 'connector', 'late', 'nobody', 'internal'] as const;

export const CampaignRun = z.object({
	id: Id,
	kind: z.enum(RUN_KINDS),
	state: z.enum(CAMPAIGN_RUN_STATES),
	why: z.enum(RUN_WHYS).nullable(),
	beginsAt: At,
	preparedAt: At.nullable(),
	endedAt: At.nullable(),
});
export type CampaignRun = z.infer<typeof CampaignRun>;

export const Campaign = z.object({
	id: Id,
	title: z.string(),
	domain: z.string(),
	domainId: Id,
	constellation: z.array(z.object({ constellationIdFK: Id, channel: z.int() })),
	audienceIdFK: Id.nullable(),
	isTransactional: z.boolean(),
	/** Why it needs nobody's yes. */
	reason: z.string().nullable(),
	status: z.int(),
	postExecutionSegmentChange: z.array(SegmentChange),
	onOpenSegmentChange: z.array(SegmentChange),
	onClickSegmentChange: z.array(SegmentChange),
	options: CampaignOptions,
	createdAt: At,
	lastUpdatedAt: At,
	/** People of the newest run. */
	targettedCount: z.int(),
	opens: z.int(),
	clicks: z.int(),
	/** The newest real run. */
	run: CampaignRun.nullable(),
	/** The newest rehearsal. */
	rehearsal: CampaignRun.nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

const changes = z.array(SegmentChange).max(MOST_CHANGES);
/** What may be sent; what is not sent stays as it is, or is empty at first. */
const Written = z.object({
	title: line(120).min(1, { error: 'Write this text' }),
	domain: z.string().max(253).optional(),
	constellation: z
		.array(z.object({ constellationIdFK: Id, channel: ChannelCode }))
		.max(CHANNELS.length)
		.optional(),
	audienceIdFK: z.union([Id, z.literal('')]).nullish(),
	isTransactional: z.boolean().optional(),
	/** A campaign begins at 0, and is at 0 again when it is changed, whatever is sent. */
	status: z.int().optional(),
	postExecutionSegmentChange: changes.optional(),
	onOpenSegmentChange: changes.optional(),
	onClickSegmentChange: changes.optional(),
	options: CampaignOptions.optional(),
});

const inDomain = { on: 'customer', of: 'domain:header-or-customer' } as const;
const query = { customerId: z.coerce.number().int().optional() };
const one = { params: z.object({ id: Id }), query: z.object(query) } as const;
const invalid = 'Please enter valid campaign details';
const failure = 'error occured';

export const campaigns = call({
	...inDomain,
	method: 'GET',
	path: '/manage/Campaign',
	about: 'Campaigns of the domain, or without DOMAIN_KEY of every domain the asker may see; by the filter `id` one of them.',
	query: z.object({ ...listQuery, ...query, filter: filterQuery({ status: z.coerce.number().int(), id: Id }) }),
	answer: z.array(Campaign),
	paged: true,
	may: editors,
	failure,
});

export const addCampaign = call({
	...inDomain,
	method: 'POST',
	path: '/manage/Campaign',
	about:
		'Adds a campaign with status 0, on the domain of DOMAIN_KEY or the one named in `domain`. 409 campaign_known; 422 unknown_constellation, unknown_audience, campaign_segment, campaign_purpose, unknown_sender, same_channel.',
	query: z.object(query),
	body: Written.extend({ id: z.union([Id, z.literal('')]).nullish() }),
	answer: Campaign,
	may: editors,
	failure,
	invalid,
	success: 'Campaign added successfully.',
});

export const changeCampaign = call({
	...inDomain,
	method: 'PUT',
	path: '/manage/Campaign',
	about: 'Changes a campaign and resets its status to 0. 409 campaign_running while it runs or waits to.',
	query: z.object(query),
	body: Written.partial().extend({ id: Id }),
	answer: Campaign,
	may: editors,
	failure: 'Could not update campaign',
	invalid,
	success: 'Campaign updated successfully.',
});

export const removeCampaign = call({
	...inDomain,
	method: 'DELETE',
	path: '/manage/Campaign',
	about: 'Deletes a campaign that never ran. 409 campaign_ran: what was sent is kept with its permissions.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: editors,
	failure,
	invalid,
	success: 'Campaign deleted successfully.',
});

export const publishCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/Campaign/{id}/publish',
	about:
		'Publishes a draft (status 1). 422 audience_not_approved, constellation_not_published, no_constellation; a transactional one takes an admin or customer admin (403) and a `reason` (422 reason_needed), which stands in the activity log.',
	body: z.object({ reason: line(500).optional() }).optional(),
	answer: Campaign,
	may: editors,
	failure,
	success: 'Campaign published successfully.',
});

export const copyCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/Campaign/{id}/copy',
	about: 'A copy as a draft, with a title of its own and without times.',
	answer: Campaign,
	may: editors,
	failure,
	success: 'Campaign added successfully.',
});

export const liveCampaigns = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/nondraft',
	about: 'Campaigns that are no drafts, the latest changed first.',
	query: z.object({ ...listQuery, ...query, filter: filterQuery({ status: z.coerce.number().int() }) }),
	answer: z.array(Campaign),
	paged: true,
	may: editors,
	failure,
	retryOn403: true,
});

/** Why somebody of the audience gets nothing by a channel. */
export const SKIP_REASONS = [
	'no_address',
	'undeliverable',
	'said_no',
	'never_asked',
	'objected',
	'paused',
	'capped',
	'merged',
	'gone',
	'late',
	'stopped',
	'not_permitted',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const campaignBefore = call({
	...inDomain,
	...one,
	method: 'GET',
	path: '/manage/campaign/{id}/before',
	about:
		'What would happen if it were executed now: who is targeted, whom each channel reaches, why the rest is left out, what it costs and how long it takes, and what is in the way.',
	answer: z.object({
		targeted: z.int(),
		/** People who get something by any channel. */
		reached: z.int(),
		ms: z.number(),
		state: z.enum(['building', 'ready']),
		lanes: z.array(
			z.object({
				channel: z.int(),
				reachable: z.int(),
				left: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
				/** Of one message, in millionths of the currency. */
				priceMicros: z.int(),
				costMicros: z.int(),
				perMinute: z.int().nullable(),
				minutes: z.number().nullable(),
				connector: z.object({ id: Id, name: z.string() }).nullable(),
				/** People who also said yes to be followed. */
				trackable: z.int(),
			}),
		),
		currency: z.string(),
		sender: z
			.object({
				id: Id,
				name: z.string(),
				address: z.string(),
				checkedAt: At.nullable(),
				checks: z.array(z.object({ what: z.enum(['spf', 'dkim', 'dmarc', 'alignment']), ok: z.boolean(), found: z.string() })),
			})
			.nullable(),
		/** What keeps it from being executed, in the words of the refusal. */
		problems: z.array(z.object({ code: z.string(), message: z.object({ en: z.string(), fi: z.string() }) })),
	}),
	may: editors,
	failure,
	limits: HEAVY,
});

export const executeCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/execute',
	about:
		'Queues a published campaign for execution (status 2), now or at its time. 409 campaign_not_published, campaign_running; 422 no_connector (naming the channel), cannot_send_yet, no_sender, sender_not_checked, campaign_late; 403 customer_holds, customer_new.',
	answer: Campaign,
	may: editors,
	failure: 'We encountered a problem while executing the campaign.',
	success: 'Campaign queued for execution.',
});

export const rehearseCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/rehearse',
	about:
		'Makes every message of the run for everybody of the audience, with every check, and sends none: who would be reached, left out and why, whose templates fail, size and cost.',
	answer: Campaign,
	may: editors,
	failure: 'We encountered a problem while executing the campaign.',
	success: 'Dress rehearsal started.',
});

const stopping = 'We encountered a problem while stopping the campaign.';

export const stopCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/stop',
	about: 'Queues it for stoppage (status 3): nothing more is begun, and whoever was not reached is left out. 409 campaign_not_running.',
	answer: Campaign,
	may: editors,
	failure: stopping,
	success: 'Campaign queued for stoppage.',
});

export const pauseCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/pause',
	about: 'Nothing more is begun until it is resumed. 409 campaign_not_running.',
	answer: Campaign,
	may: editors,
	failure: stopping,
	success: 'Campaign paused.',
});

export const resumeCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/resume',
	about: 'A paused run goes on where it was. 409 campaign_not_paused; 403 customer_holds, customer_new.',
	answer: Campaign,
	may: editors,
	failure: 'We encountered a problem while executing the campaign.',
	success: 'Campaign resumed.',
});

export const retryCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/retry',
	about:
		'Tries those once more whose message failed, but for addresses that do not work; answers how many. 409 campaign_running, nothing_failed.',
	answer: z.object({ again: z.int() }),
	may: editors,
	failure: 'We encountered a problem while executing the campaign.',
	success: 'Failed messages are tried again.',
});

const ofRun = { ...query, run: Id.optional().describe('A run of the campaign; without one the newest real one.') };

export const campaignResponse = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/response',
	about: 'People who opened and clicked, each counted once, of the newest run.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: z.object({
		id: Id,
		status: z.int(),
		targettedCount: z.int(),
		responses: z.array(z.object({ event: z.enum(['open', 'click']), count: z.int() })),
	}),
	may: editors,
	failure,
});

export const DELIVERY_STATES = ['waiting', 'deferred', 'accepted', 'failed', 'skipped', 'unknown'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const campaignProgress = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/progress',
	about:
		'How far a run is, in numbers that cost the same to read whatever its size; the series is by the minute, the last 120 with anything in them.',
	params: z.object({ id: Id }),
	query: z.object(ofRun),
	answer: z.object({
		run: CampaignRun,
		/** Recipients: people times channels. */
		targeted: z.int(),
		states: z.record(z.enum(DELIVERY_STATES), z.int()),
		/** Taken by a worker at this moment. */
		inHand: z.int(),
		reasons: z.array(z.object({ state: z.enum(DELIVERY_STATES), reason: z.string(), count: z.int() })),
		opened: z.int(),
		clicked: z.int(),
		/** Opens and clicks of machines: kept apart. */
		machines: z.int(),
		/** Accepted messages to people who permit to be followed. */
		trackable: z.int(),
		left: z.int(),
		complained: z.int(),
		bounced: z.int(),
		costMicros: z.int(),
		currency: z.string(),
		perMinute: z.int(),
		/** Minutes until nobody waits, at the present rate; null: it does not move. */
		minutesLeft: z.number().nullable(),
		throttle: z.int().nullable(),
		series: z.array(z.object({ at: At, sent: z.int(), opened: z.int() })),
		at: At,
	}),
	may: editors,
	failure,
	retryOn403: true,
});

export const campaignRuns = call({
	...inDomain,
	...one,
	method: 'GET',
	path: '/manage/campaign/{id}/runs',
	about: 'Runs and rehearsals of a campaign, the newest first, fifty at most.',
	answer: z.array(CampaignRun),
	may: editors,
	failure,
});

export const Delivery = z.object({
	/** It alone names the delivery; sealed, so that nobody makes one up. */
	id: z.string(),
	channel: z.int(),
	person: Id,
	name: z.string().nullable(),
	address: z.string().nullable(),
	state: z.enum(DELIVERY_STATES),
	reason: z.string().nullable(),
	at: At.nullable(),
	dueAt: At.nullable(),
	/** The record that permits it. */
	recordId: Id.nullable(),
	opened: z.boolean(),
	clicked: z.boolean(),
});
export type Delivery = z.infer<typeof Delivery>;

export const deliveries = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/deliveries',
	about: 'Recipients of a run, those settled last first; narrowed by state, reason and what they did. Pages go on after `after`.',
	params: z.object({ id: Id }),
	query: z.object({
		...ofRun,
		state: z.enum(DELIVERY_STATES).optional(),
		reason: z.string().max(60).optional(),
		did: z.enum(['opened', 'clicked', 'left', 'complained', 'bounced']).optional(),
		q: z.string().max(200).optional().describe('The beginning of an address.'),
		after: z.string().max(200).optional(),
		size: z.coerce.number().int().min(1).max(100).default(25).describe('Rows on a page.'),
	}),
	answer: z.object({ deliveries: z.array(Delivery), next: z.string().nullable() }),
	may: editors,
	failure,
});

export const delivery = call({
	...inDomain,
	method: 'GET',
	path: '/manage/campaign/{id}/delivery/{delivery}',
	about:
		'One delivery: the permission it rests on, what happened to it and when, and the message as it was sent where it can be made again.',
	params: z.object({ id: Id, delivery: z.string().max(100) }),
	query: z.object(query),
	answer: Delivery.extend({
		campaign: z.string(),
		subject: z.string().nullable(),
		html: z.string().nullable(),
		text: z.string().nullable(),
		language: z.string().nullable(),
		arm: z.int().nullable(),
		size: z.int().nullable(),
		costMicros: z.int().nullable(),
		currency: z.string(),
		sender: z.string().nullable(),
		connector: z.string().nullable(),
		messageId: z.string().nullable(),
		said: z.string().nullable(),
		permission: z
			.object({
				purpose: z.string(),
				about: z.string(),
				basis: z.string(),
				recordId: Id.nullable(),
				saidAt: At.nullable(),
				how: z.string().nullable(),
				version: z.int().nullable(),
			})
			.nullable(),
		tracking: z.object({ recordId: Id, purpose: z.string() }).nullable(),
		events: z.array(
			z.object({
				at: At,
				what: z.enum([
					'prepared',
					'checked',
					'accepted',
					'deferred',
					'failed',
					'skipped',
					'unknown',
					'opened',
					'clicked',
					'scanned',
					'left',
					'complained',
					'bounced',
				]),
				detail: z.string().nullable(),
			}),
		),
	}),
	may: editors,
	failure,
});

/** Said when an address names a campaign that is not there: calls.md section 8. */
export const INVALID_CAMPAIGN = 'Invalid Campaign';

/** What one message costs, in millionths of the currency, until the Administration issue lets it be set. */
export const PRICE_MICROS: Readonly<Record<(typeof CHANNELS)[number], number>> = {
	email: 1_000,
	sms: 65_000,
	mobile: 500,
	web: 500,
	leaflet: 850_000,
	webhook: 100,
	ad: 2_000,
};
