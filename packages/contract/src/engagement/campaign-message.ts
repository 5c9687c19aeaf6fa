/**
 * What a campaign's webhook is sent: one request a person, signed as Standard Webhooks write it. `webhook-id` names the message; one that is
 * handed over again, because nobody knows whether it came, has the same.
 */
import * as z from 'zod';
import { At, Id } from '../fields.ts';

export const CampaignMessage = z.object({
	type: z.literal('campaign.message'),
	/** When this request was made, ISO 8601. */
	timestamp: At,
	data: z.object({
		/** As `webhook-id`: the campaign's dashboard shows it with the delivery. */
		deliveryId: z.string(),
		campaign: z.object({ id: Id, title: z.string() }),
		/** The host of the domain whose message it is. */
		domain: z.string(),
		/**
		 * Who it is for, as other calls take it: Luvalla's own id, and the one thing by which they are addressed. That is your own id of them
		 * where there is one, else their address, else their number.
		 */
		person: z.object({
			luvallaId: Id,
			externalId: z.string().optional(),
			email: z.string().optional(),
			phone: z.string().optional(),
		}),
		/** As they read it: `fi`; empty: not known. */
		language: z.string(),
		/** What it says, as words; null where it is `content`. */
		text: z.string().nullable(),
		/** What it says where that is a JSON document: an object or a list. */
		content: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullable(),
		/** Address of its picture. */
		image: z.string().nullable(),
		/** What the picture shows, for those who do not see it; null: nobody wrote that. */
		imageAlt: z.string().nullable(),
		/** This person's own link by which they have no more of these; null: it is sent to everybody whom it is about. */
		unsubscribe: z.string().nullable(),
		/** Why did I get this? */
		why: z.string(),
	}),
});
export type CampaignMessage = z.infer<typeof CampaignMessage>;
