/**
 * Tells a domain's webhook of each consent record, in the form of Standard Webhooks: tried again later and later until the
 * other side answers. Deliveries wait in their table, customer by customer: some are leased, sent together, and what came of
 * them is kept. What was delivered is not sent again; a process that ended between the two sends it again when the lease is
 * over, and the `webhook-id` lets the other side tell.
 */
import type { ConsentEvent } from '@luvalla/contract/consent/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { sendHttp } from '#kernel/outbound/http.ts';
import { afterMsOf } from '#kernel/outbound/retry-after.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { type WebhookTarget, webhookTarget } from '../../tenancy/wing.ts';
import { readOn, type TailReader, workTail } from '../ledger/tail.ts';
import {
	type DeliveryRow,
	dueDomains,
	forgetDeliveries,
	hasWebhook,
	insertDelivery,
	keepTries,
	leaseDue,
	type NewsRow,
	newsOf,
	nextDue,
	type Tried,
} from './store.ts';
import { whyOf } from './why.ts';

/** Seconds until the next try, after each one that failed: as Standard Webhooks recommends, two and a half days in all. */
export const BACKOFF = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000] as const;
const TIMEOUT_MS = 15_000;
/** Longer than sending takes. */
const LEASE_MS = 60_000;
/** Deliveries of a customer that are under way at once. */
const AT_ONCE = 20;
/** Customers that are served at once: most of the time is spent waiting for their servers. */
const CUSTOMERS = 50;
/** A try that is due later than this is found by the minute's look. */
const SOON_MS = 60_000;
/** Tells workers in every process that a customer has deliveries that are due. The payload is the customer. */
const TOPIC = 'webhooks';

const eventOf = (row: NewsRow): ConsentEvent => ({
	luvallaId: row.person,
	Email: row.email,
	EventType: 'consentAdded',
	Domain: row.host,
	ConsentName: row.purpose,
	ConsentValue: row.value,
	UpdatedTs: row.received_at.toISOString(),
});

/** The body as it is signed and sent, each time to the byte. */
const bodyOf = (row: NewsRow): string => {
	const event = eventOf(row);
	return JSON.stringify({
		type: 'consent.added',
		timestamp: event.UpdatedTs,
		...event,
		data: { recordId: row.id, domainId: row.domain_id },
	});
};

/** Wakes the workers when the transaction is through. */
export const tellDue = (tx: Tx, customerId: number): Promise<number> => tx.run(sql`select pg_notify(${TOPIC}, ${String(customerId)})`);

/** Queues what a domain with a webhook is to be told. */
const reader: TailReader = {
	name: 'webhooks',
	most: 500,
	wanted: hasWebhook,
	async take(tx, customerId, records) {
		const news = await newsOf(tx, customerId, records);
		for (const one of news) await insertDelivery(tx, customerId, one.id, one.domain_id, bodyOf(one));
		if (news.length > 0) await tellDue(tx, customerId);
	},
};

/** Queues what a customer's webhooks were not told of yet. */
export const findNews = async (kernel: Kernel, customerId: number): Promise<void> => {
	while (await readOn(kernel, reader, customerId));
};

/** A try, and how long the other side asked to be left alone then. */
export interface Posted {
	readonly attempt: DeliveryRow['attempts'][number];
	readonly afterMs: number | undefined;
}

/** Statuses that ask for a while (RFC 9110, 15.6.4; RFC 6585, 4). */
const BUSY = [429, 503];

/** Posts a body to a webhook's address with its headers, signed. Null: it was broken off. */
export const post = async (
	{ settings }: Pick<Kernel, 'settings'>,
	id: string,
	body: string,
	target: WebhookTarget | null,
	stopping?: AbortSignal,
): Promise<Posted | null> => {
	let afterMs: number | undefined;
	const at = now();
	const attempt: DeliveryRow['attempts'][number] = { at: at.toISOString(), status: 0, ms: 0, error: null, why: null };
	if (target === null) {
		attempt.error = 'The domain names no address any more.';
		attempt.why = 'no_address';
	} else
		try {
			const answer = await sendHttp(target.url, {
				guard: createGuard(settings.outboundAllow),
				method: 'POST',
				headers: {
					// In small letters, so that none of these is there twice.
					...Object.fromEntries(target.headers.map(({ header, value }) => [header.toLowerCase(), value])),
					'content-type': 'application/json',
					'webhook-id': id,
					'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
					'webhook-signature': new Webhook(target.secret).sign(id, at, body),
				},
				// As bytes: of words Node.js makes one text with the headers, and their signs are no Latin 1 any more.
				body: Buffer.from(body),
				timeoutMs: TIMEOUT_MS,
				...(stopping && { signal: stopping }),
			});
			attempt.status = answer.status;
			if (BUSY.includes(answer.status)) afterMs = afterMsOf(answer.headers['retry-after']);
			if (answer.status < 200 || answer.status > 299) attempt.error = `HTTP ${answer.status}`;
		} catch (error) {
			if (stopping?.aborted) return null;
			attempt.error = error instanceof Error ? error.message : String(error);
			attempt.why = whyOf(error);
		}
	attempt.ms = now().getTime() - at.getTime();
	return { attempt, afterMs };
};

/** Sends a delivery; says what came of it and when it is tried again. Null: it was broken off, as if it had not begun. */
const tryOnce = async (
	kernel: Pick<Kernel, 'settings'>,
	{ delivery_id: id, body, attempts }: DeliveryRow,
	target: WebhookTarget | null,
	stopping: AbortSignal | undefined,
): Promise<Tried | null> => {
	const posted = await post(kernel, id, body, target, stopping);
	if (posted === null) return null;
	const { attempt, afterMs = 0 } = posted;
	if (attempt.error === null) return { id, attempt, status: 'delivered', nextTryAt: null };
	const wait = target === null ? undefined : BACKOFF[attempts.length];
	if (wait === undefined) return { id, attempt, status: 'failed', nextTryAt: null };
	return { id, attempt, status: 'waiting', nextTryAt: new Date(now().getTime() + Math.max(wait * 1000, afterMs)) };
};

/** Sends some of a domain's deliveries that are due; answers whether there may be more. */
const deliverSome = async (
	{ storage, secrets, settings }: Kernel,
	customerId: number,
	domainId: string,
	most: number,
	stopping: AbortSignal | undefined,
): Promise<boolean> => {
	const { leased, target } = await storage.inTenant(customerId, async (tx) => ({
		leased: await leaseDue(tx, customerId, domainId, new Date(now().getTime() + LEASE_MS), most),
		target: await webhookTarget(tx, secrets, customerId, domainId),
	}));
	if (leased.length === 0) return false;
	const tried = await Promise.all(leased.map((one) => tryOnce({ settings }, one, target, stopping)));
	await storage.inTenant(customerId, (tx) =>
		keepTries(
			tx,
			customerId,
			tried.filter((one) => one !== null),
		),
	);
	return leased.length === most;
};

/**
 * Sends some of a customer's deliveries that are due, of each domain its share; answers whether there may be more. Domains go on for as
 * long as another one's server is waited for: it holds up its own alone.
 * @param stopping breaks off what is under way; it is sent again when its lease is over
 */
export const deliverDue = async (kernel: Kernel, customerId: number, stopping?: AbortSignal): Promise<boolean> => {
	const domains = await kernel.storage.inTenant(customerId, (tx) => dueDomains(tx, customerId, AT_ONCE));
	const most = Math.ceil(AT_ONCE / domains.length);
	let under = domains.length;
	const left = await Promise.all(
		domains.map(async (domainId) => {
			let more = await deliverSome(kernel, customerId, domainId, most, stopping);
			under -= 1;
			while (more && under > 0 && stopping?.aborted !== true) more = await deliverSome(kernel, customerId, domainId, most, stopping);
			return more;
		}),
	);
	return left.includes(true);
};

const Customer = row({ customer_id: int });

/** Forgets what was told more than 30 days ago, customer by customer, a short transaction a thousand. */
export const sweepDeliveries = async (storage: Pick<Storage, 'across' | 'inTenant'>): Promise<void> => {
	for (let customerId = 0; ; ) {
		const after = customerId;
		const next = await storage.across.first(
			Customer,
			sql`select customer_id from webhook_delivery where customer_id > ${after} order by customer_id limit 1`,
		);
		if (!next) return;
		customerId = next.customer_id;
		let last: string | null = null;
		do {
			const from: string | null = last;
			last = await storage.inTenant(customerId, (tx) => forgetDeliveries(tx, customerId, from));
		} while (last !== null);
	}
};

/** Worker's part. Answers how to end it. */
export const workWebhooks = async (kernel: Kernel): Promise<() => Promise<void>> => {
	const { storage, jobs, log } = kernel;
	const stopping = new AbortController();
	/** When the next try is due soon. */
	const timers = new Map<number, NodeJS.Timeout>();
	const rounds = createRounds(
		async (customerId) => {
			if (await deliverDue(kernel, customerId, stopping.signal)) return true;
			const due = await storage.inTenant(customerId, (tx) => nextDue(tx, customerId));
			const ms = due === null ? SOON_MS : due.getTime() - now().getTime();
			clearTimeout(timers.get(customerId));
			timers.delete(customerId);
			if (ms < SOON_MS)
				timers.set(
					customerId,
					setTimeout(() => rounds.wake(customerId), Math.max(0, ms)),
				);
			return false;
		},
		{ atOnce: CUSTOMERS, restMs: 0, failed: (customerId, error) => log.error('webhooks were not told', { customerId, error }) },
	);
	// Later tries, and what the news of a moment missed.
	await jobs.schedule('webhook-due', '* * * * *', async () => {
		const due = await storage.across.rows(
			Customer,
			sql`select distinct customer_id from webhook_delivery where status = 'waiting' and next_try_at <= ${now()}`,
		);
		for (const { customer_id } of due) rounds.wake(customer_id);
	});
	await jobs.schedule('webhook-forget', '40 2 * * *', async () => {
		await sweepDeliveries(storage.forWork);
	});
	const stopTail = await workTail(kernel, reader);
	const unlisten = await storage.listen(TOPIC, (payload) => rounds.wake(z.coerce.number().int().parse(payload)));
	return async () => {
		await stopTail();
		await unlisten();
		stopping.abort();
		await rounds.stop();
		for (const timer of timers.values()) clearTimeout(timer);
	};
};
