/** What was decided when a run began. It is kept with the run, and nothing of it is asked for again: what is edited later changes nothing. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { CampaignOptions, SegmentChange } from '@luvalla/contract/engagement/campaigns.ts';
import * as z from 'zod';

/** One channel of a run. */
export const PlanLane = z.object({
	channel: z.enum(CHANNELS),
	constellationId: z.uuid(),
	/** The frozen version that is sent. */
	version: z.int(),
	/** Null: the built-in mailbox. */
	connectorId: z.uuid().nullable(),
	/** Purposes of which one must permit it; of a transactional campaign none. */
	purposes: z.array(z.uuid()),
	priceMicros: z.int(),
	/** Of each message besides what its parts or pages cost. */
	baseMicros: z.int().default(0),
	/** Of one message on the average, as they were counted before it began; absent: of one part. */
	mostMicros: z.int().optional(),
	/** Of those whom it reaches: whose message could not be made or posted then, and costs nothing. */
	lost: z.int().optional(),
});
export type PlanLane = z.infer<typeof PlanLane>;

/** Who is put where by a campaign, and taken out. */
export const Changes = z.object({
	post: z.array(SegmentChange),
	open: z.array(SegmentChange),
	click: z.array(SegmentChange),
	/** Segments that purposes rest on, which whoever saved it was asked about: no other of these is widened by it. */
	proven: z.array(z.string()).default([]),
});
export type Changes = z.infer<typeof Changes>;

export const Plan = z.object({
	campaignId: z.uuid(),
	title: z.string(),
	domainId: z.uuid(),
	host: z.string(),
	customerName: z.string(),
	isTransactional: z.boolean(),
	audience: z.object({ id: z.uuid(), segments: z.array(z.uuid()), consents: z.array(z.uuid()), isAnd: z.boolean() }),
	lanes: z.array(PlanLane),
	/** Purposes by which people permit that their opens and clicks are kept. */
	tracking: z.array(z.uuid()),
	options: CampaignOptions,
	changes: Changes,
	/** It is paid with credits, at this price of one; absent: it is free. */
	charged: z.object({ creditCents: z.int() }).optional(),
	/** Somebody let it go on after it paused itself at its limits: complaints and bounces count for them from here on. */
	limitsFrom: z.iso.datetime().optional(),
	/** Some were tried again then: the segment changes of those who were settled before it are made. */
	changesFrom: z.iso.datetime().optional(),
});
export type Plan = z.infer<typeof Plan>;
