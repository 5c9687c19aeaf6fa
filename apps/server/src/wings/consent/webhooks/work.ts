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
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { webhookTarget } from '../../tenancy/wing.ts';
import {
	type Attempt,
	addAttempt,
	CUSTOMERS_WITH_WEBHOOK,
	forgetDeliveries,
	insertDelivery,
	mayBeMore,
	type NewsRow,
	readDelivery,
	takeNews,
} from './store.ts';

const JOB = 'webhook';
/** Seconds until the next try, after each one that failed: as Standard Webhooks recommends, two and a half days in all. */
export const BACKOFF = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000] as const;
const TIMEOUT_MS = 15_000;
/** How long a process believes that a customer has a webhook or none. */
const KNOWN_MS = 2000;
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

/** Queues what a customer's webhooks were not told of yet; answers whether there may be more. */
export const findNews = async (kernel: Kernel, customerId: number): Promise<boolean> =>
	kernel.storage.inTenant(customerId, async (tx) => {
		const news = await takeNews(tx, customerId);
		for (const row of news)
			if (await insertDelivery(tx, customerId, row.id, row.domain_id, bodyOf(row))) await sendLater(kernel, tx, customerId, row.id);
		return mayBeMore(news);
	});

const withWebhook = async (storage: Storage): Promise<number[]> =>
	(await storage.across.query<{ customer_id: number }>(CUSTOMERS_WITH_WEBHOOK)).map((row) => row.customer_id);

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

/** Worker's part. Answers how to end its listening. */
export const workWebhooks = async (kernel: Kernel): Promise<() => Promise<void>> => {
	const { storage, jobs, log, settings } = kernel;
	await jobs.work(JOB, (data) => deliver(kernel, Job.parse(data)), { concurrency: 4 });
	const look = async (customerId: number): Promise<void> => {
		while (await findNews(kernel, customerId));
	};
	// What the news of a moment missed.
	await jobs.schedule('webhook-news', '* * * * *', async () => {
		for (const customerId of await withWebhook(storage)) await look(customerId);
	});
	await jobs.schedule('webhook-forget', '40 2 * * *', async () => {
		for (const customerId of await withWebhook(storage)) await storage.inTenant(customerId, (tx) => forgetDeliveries(tx, customerId));
	});
	if (settings.role === 'web') return async () => undefined;

	// One look at a time a customer; what comes meanwhile is one more look.
	const looking = new Map<number, { again: boolean; done: Promise<void> }>();
	const wake = (customerId: number): void => {
		const under = looking.get(customerId);
		if (under) {
			under.again = true;
			return;
		}
		const state = { again: false, done: Promise.resolve() };
		state.done = look(customerId)
			.catch((error) => log.error('Webhooks were not looked for', { customerId, error }))
			.then(() => {
				looking.delete(customerId);
				if (state.again) wake(customerId);
			});
		looking.set(customerId, state);
	};
	const News = z.object({ topic: z.string(), customerId: z.int() });
	const known = new Map<number, { has: boolean; until: number }>();
	const hasWebhook = async (customerId: number): Promise<boolean> => {
		const kept = known.get(customerId);
		if (kept && kept.until > Date.now()) return kept.has;
		const rows = await storage.across.query('select 1 from domain where customer_id = $1 and webhook_url is not null limit 1', [
			customerId,
		]);
		known.set(customerId, { has: rows.length > 0, until: Date.now() + KNOWN_MS });
		return rows.length > 0;
	};
	const unlisten = await storage.listen('live', (payload) => {
		const news = News.safeParse(JSON.parse(payload));
		if (news.data?.topic !== 'consents') return;
		const { customerId } = news.data;
		hasWebhook(customerId).then(
			(has) => has && wake(customerId),
			(error) => log.error('Webhooks were not read', { customerId, error }),
		);
	});
	return async () => {
		await unlisten();
		await Promise.all([...looking.values()].map((one) => one.done));
	};
};
