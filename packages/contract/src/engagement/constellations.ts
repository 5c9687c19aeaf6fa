/** Constellations: the contents of one channel made ready to send; publishing freezes a version. */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { AsRead, At, Id, line, SoughtId, words } from '../fields.ts';
import { NewWebHook } from '../tenancy/domains.ts';
import { Content, Hint } from './contents.ts';

const editors = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

/** The channel whose constellations keep a webhook (calls.md section 5). */
export const WEBHOOK_CHANNEL = 5;

const ChannelCode = z
	.int()
	.min(0)
	.max(CHANNELS.length - 1);

/** As it is told: values of headers are masked. */
const WebHook = z.object({ url: z.string(), headerValues: z.array(z.object({ header: z.string(), value: z.string() })) });

export const Constellation = z.object({
	id: Id,
	title: z.string(),
	channel: z.int(),
	domain: z.string(),
	domainId: Id,
	/** Ids of contents, each bringing controls that no other brings. */
	contents: z.array(Id),
	/** Addresses of those who try it out, with commas between them. */
	uat: z.string(),
	/** On channel 5 alone. */
	webHook: WebHook.nullable(),
	status: z.int(),
	/** The newest published version; null: none. */
	version: z.int().nullable(),
	/** Whether it, or a content of it, changed since. */
	changed: z.boolean(),
	publishedAt: At.nullable(),
	createdAt: At,
	changedAt: At,
	/** What keeps it from being published. */
	hints: z.array(Hint),
});
export type Constellation = z.infer<typeof Constellation>;

const Written = z.object({
	title: line(120).min(1, { error: 'Write this text' }),
	channel: ChannelCode,
	domain: z.string().max(253).optional(),
	contents: z.array(Id).max(10).optional(),
	uat: words(2000).optional(),
	/** Kept on channel 5 and dropped elsewhere; ids of headers are dropped. */
	webHook: NewWebHook.nullish(),
});

const inDomain = { on: 'customer', of: 'domain:header-or-customer' } as const;
const query = { customerId: z.coerce.number().int().optional() };
const unloadable = 'Oops, we could not load your constellations, please try again later.';

export const constellations = call({
	...inDomain,
	method: 'GET',
	path: '/manage/constellation',
	about: 'Constellations of the domain, or without DOMAIN_KEY of every domain the asker may see; by the filter `id` one of them.',
	query: z.object({
		...listQuery,
		...query,
		filter: filterQuery({ status: z.coerce.number().int(), id: SoughtId, channel: z.coerce.number().int() }),
	}),
	answer: z.array(Constellation),
	paged: true,
	may: editors,
	failure: unloadable,
});

export const publishedConstellations = call({
	...inDomain,
	method: 'GET',
	path: '/manage/constellation/published',
	about: 'Constellations with a published version, for campaigns.',
	query: z.object(query),
	answer: z.array(Constellation.pick({ id: true, title: true, channel: true, domain: true, domainId: true, version: true, changed: true })),
	may: editors,
	failure: unloadable,
});

export const constellationContents = call({
	...inDomain,
	method: 'GET',
	path: '/manage/constellation/{id}/contents',
	about: 'The contents of a constellation, in the order of their controls.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: z.array(Content),
	may: editors,
	failure: 'Oops, we could not load selected constellation, please try again later.',
});

export const addConstellation = call({
	...inDomain,
	method: 'POST',
	path: '/manage/constellation/',
	about:
		'Adds a constellation with status 0. 409 constellation_known; 422 unknown_content, wrong_content (not of the channel), same_control (two contents bring one control), not_an_address in `uat`, domain_wanted; not_usable by field where the webhook cannot be used.',
	query: z.object(query),
	body: Written.extend({ id: z.union([Id, z.literal('')]).nullish() }),
	answer: Constellation,
	may: editors,
	failure: 'error occured',
	success: 'Constellation added successfully.',
});

export const changeConstellation = call({
	...inDomain,
	method: 'PUT',
	path: '/manage/constellation/',
	about:
		'Changes a constellation; a published version stays what it was until it is published again. 409 constellation_used for another channel while a campaign holds it, changed_meanwhile.',
	query: z.object(query),
	body: Written.partial().extend({ id: Id, changedAt: AsRead }),
	answer: Constellation,
	may: editors,
	failure: 'error occured',
	success: 'Constellation updated successfully.',
});

export const publishConstellation = call({
	...inDomain,
	method: 'PUT',
	path: '/manage/constellation/{id}/publish',
	about:
		'Freezes what the contents say now as the next version (status 1). 422 not_publishable with the hints while something is missing; 409 constellation_changed when something of it was changed while it was judged, changed_meanwhile.',
	params: z.object({ id: Id }),
	query: z.object({ ...query, changedAt: AsRead }),
	answer: Constellation,
	may: editors,
	failure: 'We encountered a problem while publishing constellation. Please try again later.',
	success: 'Constellation published successfully.',
});

export const sendUat = call({
	...inDomain,
	method: 'GET',
	path: '/manage/constellation/{id}/uat',
	about:
		'Sends it to the addresses of `uat`, as it stands now, marked as a trial: to people of the team at addresses they signed in with, and to addresses that were confirmed once. Any other is mailed a link (once a day) by which whoever has it confirms it, and is told in `failed`; so is whoever stopped everything, unsubscribed on the domain, or cannot be reached. Written as a sender that the DNS bears out, else as the installation. Only the own site asks (it changes something though it is a GET): 403 origin_not_allowed, customer_holds. 422 no_uat, not_publishable, cannot_send_yet, no_connector; 20 an hour.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: z.object({ sent: z.array(z.string()), failed: z.array(z.object({ address: z.string(), reason: z.string() })) }),
	may: editors,
	failure: 'We encountered a problem while sending UAT email. Please try again later.',
	limits: [{ by: 'customer', count: 20, seconds: 3600, over: 'constellation trials', kept: true }],
	success: 'UAT email sent successfully.',
});

export const removeConstellation = call({
	...inDomain,
	method: 'DELETE',
	path: '/manage/constellation',
	about: 'Deletes a constellation. 409 constellation_used while a campaign holds it.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({ id: Id }),
	may: editors,
	failure: 'error occured',
	success: 'Constellation deleted successfully.',
});

export const channels = call({
	method: 'GET',
	path: '/manage/channel',
	about: 'The seven channels by their codes, with the content types of each and whether this installation can send by it yet.',
	answer: z.array(
		z.object({ code: z.int(), name: z.string(), contentTypes: z.array(z.string()), required: z.array(z.string()), canSend: z.boolean() }),
	),
	may: editors,
	on: 'platform',
	failure: 'Channels not found',
});
