/** What waits for somebody of a customer's, for the dashboard: each wing says its own. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';

/** By the wing that says it; the portal has a sentence and a page for each. */
export const NEEDS = [
	/** A domain is not proven to be the customer's. */
	'domain-unproven',
	/** The snippet was seen, and is not there any more. */
	'snippet-gone',
	/** A custom domain's DNS record differs, or its certificate could not be had. */
	'custom-domain-failing',
	/** Something was found before consent in the last scan of a site. */
	'scan-findings',
	/** Credits are below the low limit. */
	'credits-low',
	/** A licence ends within thirty days. */
	'licence-ends',
	/** A connector's last run, or its last test, failed. */
	'connector-failing',
	/** A sender's DNS is not ready. */
	'sender-not-ready',
	/** A run paused itself. */
	'run-paused',
	/** Messages of a run are in doubt: settled by nobody. */
	'messages-unknown',
	/** The webhook of a domain's consents fails. */
	'webhook-failing',
] as const;

export const Need = z.object({
	need: z.enum(NEEDS),
	/** The thing, as its page takes it: an id; '' where the page is about the customer. */
	id: z.string(),
	/** What it is called: a host, a campaign's or a connector's name. */
	name: z.string(),
	domainId: Id.nullable(),
	/** A number that its sentence says, where one belongs to it: findings, messages. */
	count: z.int().nullable(),
	at: z.string().nullable(),
});
export type Need = z.infer<typeof Need>;

export const needs = call({
	method: 'GET',
	path: '/manage/needs/{id}',
	about: 'What waits for somebody of a customer, the most pressing first, at most 20. To a domain’s own admin what is about their domains.',
	params: z.object({ id: CustomerId }),
	answer: z.array(Need),
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'error occured',
	retryOn403: true,
});
