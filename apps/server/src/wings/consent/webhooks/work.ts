/**
 * Tells a domain's webhook of each consent record, in the form of Standard Webhooks: tried again later and later until the
 * other side answers. What was delivered is not sent again; two jobs of one delivery at the same moment, or an answer that
 * was lost, may send it twice, and the `webhook-id` lets the other side tell.
 */
import type { ConsentEvent } from '@luvalla/contract/consent/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { sendHttp } from '#kernel/outbound/http.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { webhookTarget } from '../../tenancy/wing.ts';
import { readOn, type TailReader, workTail } from '../ledger/tail.ts';
import { type Attempt, addAttempt, forgetDeliveries, hasWebhook, insertDelivery, type NewsRow, newsOf, readDelivery } from './store.ts';

const JOB = 'webhook';
/** Seconds until the next try, after each one that failed: as Standard Webhooks recommends, two and a half days in all. */
export const BACKOFF = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000] as const;
const TIMEOUT_MS = 15_000;
const Job = z.object({ customerId: z.int(), id: z.uuid() });

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

/** Queues a try: now, or at `at`. */
export const sendLater = (kernel: Kernel, tx: Tx, customerId: number, id: string, at?: Date): Promise<void> =>
	kernel.jobs.send(tx, JOB, { customerId, id }, { retryLimit: 3, ...(at && { startAfter: at }) });

/** Queues what a domain with a webhook is to be told. */
const readerOf = (kernel: Kernel): TailReader => ({
	name: 'webhooks',
	most: 500,
	wanted: hasWebhook,
	async take(tx, customerId, records) {
		for (const row of await newsOf(tx, customerId, records))
			if (await insertDelivery(tx, customerId, row.id, row.domain_id, bodyOf(row))) await sendLater(kernel, tx, customerId, row.id);
	},
});

/** Queues what a customer's webhooks were not told of yet. */
export const findNews = async (kernel: Kernel, customerId: number): Promise<void> => {
	while (await readOn(kernel, readerOf(kernel), customerId));
};

const WithWebhook = row({ customer_id: int });

const withWebhook = async (storage: Storage): Promise<number[]> =>
	(await storage.across.rows(WithWebhook, sql`select distinct customer_id from domain where webhook_url is not null`)).map(
		(one) => one.customer_id,
	);

/** Sends one delivery if it is still due, and keeps what came of it. */
export const deliver = async (kernel: Kernel, { customerId, id }: z.infer<typeof Job>): Promise<void> => {
	const { storage, secrets, settings } = kernel;
	const due = await storage.inTenant(customerId, async (tx) => {
		const row = await readDelivery(tx, customerId, id);
		if (row?.status !== 'waiting') return null;
		return { row, target: await webhookTarget(tx, secrets, customerId, row.domain_id) };
	});
	if (!due) return;
	const { row, target } = due;
	const at = now();
	const attempt: Attempt = { at: at.toISOString(), status: 0, ms: 0, error: null };
	if (target === null) attempt.error = 'The domain names no address any more.';
	else
		try {
			const signed = new Webhook(target.secret).sign(id, at, row.body);
			const answer = await sendHttp(target.url, {
				guard: createGuard(settings.outboundAllow),
				method: 'POST',
				headers: {
					...Object.fromEntries(target.headers.map(({ header, value }) => [header, value])),
					'content-type': 'application/json',
					'webhook-id': id,
					'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
					'webhook-signature': signed,
				},
				body: row.body,
				timeoutMs: TIMEOUT_MS,
			});
			attempt.status = answer.status;
			if (answer.status < 200 || answer.status > 299) attempt.error = `HTTP ${answer.status}`;
		} catch (error) {
			attempt.error = error instanceof Error ? error.message : String(error);
		}
	attempt.ms = now().getTime() - at.getTime();

	const wait = attempt.error === null || target === null ? undefined : BACKOFF[row.attempts.length];
	const next = wait === undefined ? null : new Date(now().getTime() + wait * 1000);
	await storage.inTenant(customerId, async (tx) => {
		await addAttempt(tx, customerId, id, attempt, attempt.error === null ? 'delivered' : next ? 'waiting' : 'failed', next);
		if (next) await sendLater(kernel, tx, customerId, id, next);
	});
};

/** Worker's part. Answers how to end its reading. */
export const workWebhooks = async (kernel: Kernel): Promise<() => Promise<void>> => {
	const { storage, jobs } = kernel;
	await jobs.work(JOB, (data) => deliver(kernel, Job.parse(data)), { concurrency: 4 });
	await jobs.schedule('webhook-forget', '40 2 * * *', async () => {
		for (const customerId of await withWebhook(storage)) await storage.inTenant(customerId, (tx) => forgetDeliveries(tx, customerId));
	});
	return workTail(kernel, readerOf(kernel));
};
