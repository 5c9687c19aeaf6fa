/** A run of a campaign: of which kind it is, how far it is, and why it waits or came to nothing. */
import * as z from 'zod';
import { At, Id } from '../fields.ts';

export const RUN_KINDS = ['real', 'rehearsal'] as const;
export const CAMPAIGN_RUN_STATES = ['waiting', 'preparing', 'sending', 'paused', 'stopping', 'stopped', 'done', 'failed'] as const;

/** Why a run is paused, or came to nothing. */
export const RUN_WHYS = [
	'asked',
	'complaints',
	'bounces',
	'on_hold',
	'connector',
	'sender',
	'late',
	'nobody',
	'domain',
	'restored',
	'internal',
] as const;

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
