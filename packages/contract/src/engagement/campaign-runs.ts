/** Runs of campaigns: what one would come to, beginning, rehearsing and stopping it, how far it is and what came of it. */
import * as z from 'zod';
import { call } from '../call.ts';
import { AsRead, At, Id } from '../fields.ts';
import { HEAVY } from '../limits.ts';
import { CampaignRun } from './campaign-run.ts';
import { Campaign } from './campaigns.ts';
import { DELIVERY_STATES } from './deliveries.ts';
import { editors, failure, inDomain, ofRun, one, query } from './of-campaign.ts';

/** Why somebody of the audience gets nothing by a channel. */
export const SKIP_REASONS = [
	'no_address',
	'undeliverable',
	'said_no',
	'never_asked',
	'objected',
	'sale_refused',
	'channel_off',
	'paused',
	'capped',
	'own_cap',
	'merged',
	'gone',
	'late',
	'stopped',
	'not_permitted',
	'missing_sign',
	'bad_address',
	'template',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Something that stands in the way, in the words of the refusal. */
const Said = z.object({ code: z.string(), message: z.object({ en: z.string(), fi: z.string() }) });

/** People whose messages are made while somebody waits for the sheet; of more it is told from so many. */
export const MOST_MADE = 2_000;

/** What would happen if a campaign were executed now. */
export const CampaignBefore = z.object({
	targeted: z.int(),
	/** People who get something by any channel. */
	reached: z.int(),
	ms: z.number(),
	/** `unready`: what stands in the way comes first, and nobody is counted before. */
	state: z.enum(['building', 'ready', 'unready']),
	lanes: z.array(
		z.object({
			channel: z.int(),
			reachable: z.int(),
			left: z.array(z.object({ reason: z.enum(SKIP_REASONS), count: z.int() })),
			/** Of one message, or of one of its `units`, in millionths of the currency. */
			priceMicros: z.int(),
			/** Of one message besides its `units`: fold, envelope, postage. */
			baseMicros: z.int(),
			costMicros: z.int(),
			/** Parts or pages by which messages are paid, and how many people get so many; null: each message is one. */
			units: z.array(z.object({ units: z.int(), people: z.int() })).nullable(),
			/** Every message was made for it; else it is told from some of them. */
			isExact: z.boolean(),
			perMinute: z.int().nullable(),
			minutes: z.number().nullable(),
			/** `isSuccessful`: of its last test; null: it was never tested as it stands. */
			connector: z.object({ id: Id, name: z.string(), testedAt: At.nullable(), isSuccessful: z.boolean().nullable() }).nullable(),
			/** People who also said yes to be followed. */
			trackable: z.int(),
		}),
	),
	/** Of `reached`: whose hours are quiet when it begins, by their own clocks, and when the last of these end. */
	later: z.object({ count: z.int(), until: At }).nullable(),
	/** Of `reached`: who had a message of this campaign already, and would get another. */
	had: z.int(),
	currency: z.string(),
	/**
	 * What is reserved when it begins, and what there is, in millionths of a credit; `priceCents` is what one costs. Null: sending is free, or
	 * nobody is counted yet.
	 */
	credits: z.object({ neededMicros: z.int(), balanceMicros: z.int(), shortMicros: z.int(), priceCents: z.int() }).nullable(),
	sender: z
		.object({
			id: Id,
			name: z.string(),
			address: z.string(),
			checkedAt: At.nullable(),
			/** As the page of senders says them: what was found, and what should be there. Empty: never looked for. */
			checks: z.array(
				z.object({ what: z.enum(['spf', 'dkim', 'dmarc', 'alignment']), ok: z.boolean(), found: z.string(), wanted: z.string() }),
			),
		})
		.nullable(),
	/** What keeps it from being executed, in the words of the refusal. */
	problems: z.array(Said),
	/** What keeps nobody from executing it here, and would elsewhere: the sample lets letters go that name no sender. */
	warnings: z.array(Said),
});
export type CampaignBefore = z.infer<typeof CampaignBefore>;

export const campaignBefore = call({
	...inDomain,
	...one,
	method: 'GET',
	path: '/manage/campaign/{id}/before',
	about:
		'What would happen if it were executed now: who is targeted, whom each channel reaches, why the rest is left out, what it costs and how long it takes, and what is in the way.',
	answer: CampaignBefore,
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
		'Queues a published campaign for execution (status 2), now or at its time. 409 campaign_not_published, campaign_running, changed_meanwhile, no_credits (saying how many lack; one that begins later is queued, and waits for them then); 422 no_connector (naming the channel), cannot_send_yet, no_sender, sender_not_checked, no_postal, no_signing_secret, text_sign_missing, names_sign_missing, campaign_late; 403 customer_holds, customer_new, not_allowed: what needs nobody’s yes is not a domain’s own admin’s to send, and takes fresh proof of who asks (confirm_identity), never in an assisted session.',
	body: z.object({ lastUpdatedAt: AsRead }).optional(),
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
		'Makes every message of the run for everybody of the audience, with every check, and sends none: who would be reached, left out and why, whose templates fail, size and cost. 409 campaign_rehearsing; 403 not_allowed: what needs nobody’s yes is not a domain’s own admin’s to make.',
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
	about:
		'A paused run goes on where it was; after it paused itself at its limits, complaints and bounces are counted anew. 409 campaign_not_paused; 422 no_connector (turned off or gone), no_sender, sender_not_checked; 403 customer_holds, customer_new; not_allowed and confirm_identity as when it is executed, where the run was planned as one that needs nobody’s yes.',
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
		'Tries those of a run that is over once more whose message failed, but for addresses that do not work; answers how many. With `state` `unknown` those of whom nobody knows whether it left: whoever got it gets it twice. Each is asked for its permission anew. 409 campaign_running, nothing_failed, nothing_unknown, no_credits; 422 campaign_late; 403 not_allowed and confirm_identity as when it is executed, where the run was planned as one that needs nobody’s yes, whatever the campaign says by now.',
	body: z.object({ state: z.enum(['failed', 'unknown']).default('failed') }).optional(),
	answer: z.object({ again: z.int() }),
	may: editors,
	failure: 'We encountered a problem while executing the campaign.',
	success: 'Messages are tried again.',
});

export const takeOffCampaign = call({
	...inDomain,
	...one,
	method: 'POST',
	path: '/manage/campaign/{id}/takeoff',
	about:
		'Takes what the newest run put on the site off it, and answers how many messages still waited there: nobody is shown them any more. What was seen was seen. 409 nothing_on_site.',
	answer: z.object({ taken: z.int() }),
	may: editors,
	failure: stopping,
	success: 'Messages were taken off the site.',
});

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
		/** Of channels that say later what became of a message. */
		arrived: z.int(),
		bounced: z.int(),
		costMicros: z.int(),
		currency: z.string(),
		/** What is due waits for credits since then; null: it does not. */
		credits: z.object({ since: At }).nullable(),
		perMinute: z.int(),
		/** Minutes until nobody waits, at the present rate; null: nobody does, or it does not move. Who is deferred has a time of their own. */
		minutesLeft: z.number().nullable(),
		/** When the first of those who are deferred is tried again, as when their quiet hours end; null: nobody is. */
		deferredTo: At.nullable(),
		throttle: z.int().nullable(),
		/** Messages of it wait on the site, to be seen. */
		onSite: z.boolean(),
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
