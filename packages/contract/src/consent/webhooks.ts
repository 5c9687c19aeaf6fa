/** The consent-change webhook of a domain: what it sends, what became of each delivery, sending again. */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { Id } from '../fields.ts';
import type { Rate } from '../limits.ts';
import { DELIVERY_FAILURES, DELIVERY_STATES } from './webhook-states.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const onDomain = { may: admins, on: 'domain', of: 'domain:params.id', failure: 'error occured' } as const;

/** calls.md section 3: the webhook's sample payload. `luvallaId` and `Email` are null while the visitor is nobody's profile. */
export const ConsentEvent = z.object({
	luvallaId: z.string().nullable(),
	Email: z.string().nullable(),
	EventType: z.literal('consentAdded'),
	Domain: z.string(),
	ConsentName: z.string(),
	ConsentValue: z.boolean(),
	/** When the answer was received, ISO 8601. */
	UpdatedTs: z.string(),
});
export type ConsentEvent = z.infer<typeof ConsentEvent>;

/** One try: what came back, and after how long. */
export const WebhookTry = z.object({
	/** 0: there was no answer. */
	status: z.int(),
	ms: z.int(),
	/** Null: it arrived. Otherwise what was found, in the words of the program that found it. */
	error: z.string().nullable(),
	/** Why there was no answer; null: there was one, or it is none of these. */
	why: z.enum(DELIVERY_FAILURES).nullable(),
});

export const WebhookDelivery = z.object({
	/** Also the `webhook-id` header: the id of the record it tells of. */
	id: Id,
	event: ConsentEvent,
	status: z.enum(DELIVERY_STATES),
	createdAt: z.string(),
	/** Null when nothing more is tried. */
	nextTryAt: z.string().nullable(),
	/** Every try. */
	attempts: z.array(WebhookTry.extend({ at: z.string() })),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const webhookDeliveries = call({
	method: 'GET',
	path: '/domain/{id}/webhook/deliveries',
	about: 'Deliveries of the consent-change webhook, newest first, each with all its tries. Kept 30 days.',
	params: z.object({ id: Id }),
	query: z.object({ ...listQuery, status: z.enum(DELIVERY_STATES).optional() }),
	answer: z.array(WebhookDelivery),
	paged: true,
	...onDomain,
});

export const resendWebhook = call({
	method: 'POST',
	path: '/domain/{id}/webhook/deliveries/{deliveryId}/resend',
	about: 'Sends a delivery again, with the same id and body. 409 no_webhook when the domain names no address any more.',
	params: z.object({ id: Id, deliveryId: Id }),
	answer: WebhookDelivery,
	success: 'Domain updated successfully.',
	...onDomain,
});

const TEST_RATE = { by: 'customer', count: 30, seconds: 3600, over: 'webhook test', kept: true } as const satisfies Rate;

export const testWebhook = call({
	method: 'POST',
	path: '/domain/{id}/webhook/test',
	about:
		'Sends `{ Domain, UpdatedTs }` to the address that the domain names, with the headers that are stored and signed as a delivery; answers what came back. `status` 0: no answer, `why` and `error` say why. 409 no_webhook.',
	params: z.object({ id: Id }),
	answer: WebhookTry,
	...onDomain,
	limits: [TEST_RATE],
});

export const webhookSecret = call({
	method: 'POST',
	path: '/domain/{id}/webhook/secret',
	about:
		'Makes a new signing secret (`whsec_…`) and shows it this once; the old one signs nothing any more. For whoever answers for the customer, with fresh proof of who asks (403 confirm_identity).',
	params: z.object({ id: Id }),
	answer: z.object({ secret: z.string() }),
	success: 'Domain updated successfully.',
	...onDomain,
	may: ['admin', 'partner', 'customerAdmin'],
});
