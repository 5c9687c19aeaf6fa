/** Campaigns: who is written to by which channel, when and how fast. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { AsRead, At, Id, line, SoughtId, TimeZone, words } from '../fields.ts';
import { CampaignRun } from './campaign-run.ts';
import { editors, failure, inDomain, one, query } from './of-campaign.ts';

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
const Options = z.object({
	/** Purposes that permit it; empty: every purpose of the domain that permits the channel. */
	purposes: z.array(Id).max(20),
	senderId: Id.nullable(),
	/** By channel code; without one the only active connector of its kind. */
	connectors: z.record(z.string().regex(/^[0-6]$/), Id),
	beginsAt: At.nullable(),
	/** Whatever has not left by then is left out. */
	lateAt: At.nullable(),
	/** Of the times above as people chose them. */
	timeZone: line(60),
	/** Messages a minute, by each channel; null: as fast as the connector takes them. */
	throttle: z.int().min(1).max(1_000_000).nullable(),
	/** Hours of the recipient's own clock in which nothing is sent. */
	quiet: z.object({ from: hour, to: hour }).nullable(),
	/** At most so many messages of all campaigns to one person in so many days. */
	cap: z.object({ messages: z.int().min(1).max(100), days: z.int().min(1).max(365) }).nullable(),
	/** Half of the people get this subject. */
	secondSubject: words(1000).nullable(),
	/** Of printed messages whose font lacks a sign of somebody: another font is taken where it has it, and who is still lacking one is left out. */
	signs: z.object({ other: z.boolean(), leaveOut: z.boolean() }),
	/** What becomes of a message of which nobody knows whether it left: it is left alone, or sent once more. */
	unknown: z.enum(['leave', 'again']),
	complaintLimit: z.number().min(0).max(1),
	bounceLimit: z.number().min(0).max(1),
});
const at = Options.shape;
/** Options of something new: each that is not said has its usual value. */
export const CampaignOptions = z.object({
	purposes: at.purposes.default([]),
	senderId: at.senderId.default(null),
	connectors: at.connectors.default({}),
	beginsAt: at.beginsAt.default(null),
	lateAt: at.lateAt.default(null),
	timeZone: at.timeZone.default('UTC'),
	throttle: at.throttle.default(null),
	quiet: at.quiet.default(null),
	cap: at.cap.default(null),
	secondSubject: at.secondSubject.default(null),
	signs: at.signs.default({ other: false, leaveOut: false }),
	unknown: at.unknown.default('leave'),
	complaintLimit: at.complaintLimit.default(COMPLAINT_LIMIT),
	bounceLimit: at.bounceLimit.default(BOUNCE_LIMIT),
});
/** Options that are changed: one that is not sent stays as it is. */
export const ChangedOptions = Options.extend({ timeZone: TimeZone }).partial();
export type CampaignOptions = z.infer<typeof CampaignOptions>;

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
	options: CampaignOptions.extend({ timeZone: TimeZone.default('UTC') }).optional(),
});

const invalid = 'Please enter valid campaign details';

export const campaigns = call({
	...inDomain,
	method: 'GET',
	path: '/manage/Campaign',
	about: 'Campaigns of the domain, or without DOMAIN_KEY of every domain the asker may see; by the filter `id` one of them.',
	query: z.object({ ...listQuery, ...query, filter: filterQuery({ status: z.coerce.number().int(), id: SoughtId }) }),
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
		'Adds a campaign with status 0, on the domain of DOMAIN_KEY or the one named in `domain`. 409 campaign_known; 422 unknown_constellation, unknown_audience, campaign_segment, campaign_purpose, unknown_sender, same_channel. Segments that it changes: 403 ground_segment, or confirm_identity, where a purpose rests on the segment (`basisSegment`, or a rule of one asks about it): that takes whoever answers for the customer, with fresh proof. One that a purpose comes to rest on later is left as it is.',
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
	about:
		'Changes a campaign and resets its status to 0; what is not sent stays as it is, each of its `options` too. 409 campaign_running while it runs or waits to, changed_meanwhile; 403 as when adding.',
	query: z.object(query),
	body: Written.partial().extend({ options: ChangedOptions.optional(), id: Id, lastUpdatedAt: AsRead }),
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
	about: 'Deletes a campaign that never ran. 409 campaign_ran: what was sent is kept with its permissions; campaign_rehearsing.',
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
		'Publishes a draft (status 1). 409 changed_meanwhile; 422 audience_not_approved, constellation_not_published, no_constellation; a transactional one takes an admin or customer admin with fresh proof of who asks, never in an assisted session (403 not_allowed, confirm_identity), and a `reason` (422 reason_needed), which stands in the activity log.',
	body: z.object({ reason: line(500).optional(), lastUpdatedAt: AsRead }).optional(),
	answer: Campaign,
	may: editors,
	failure,
	success: 'Campaign published successfully.',
});

export const copyCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	doubles: true,
	path: '/manage/Campaign/{id}/copy',
	about: 'A copy as a draft, with a title of its own and without times; 403 as when adding.',
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

/** Said when an address names a campaign that is not there: calls.md section 8. */
export const INVALID_CAMPAIGN = 'Invalid Campaign';
