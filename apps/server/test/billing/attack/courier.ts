/**
 * What Stripe does after it has answered: its webhook tells of every change, some messages twice, late and in any order, each again
 * until somebody takes it. Beside it somebody else forges messages, which nobody may take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventOf, type FakeStripe, signed } from '../stripe-fake.ts';

const PATH = '/api/payment/stripe/webhook';
/** A message waits so long at most before it is first tried. */
const LATE_MS = 1_500;
const AGAIN_MS = 250;

export interface Courier {
	/** Messages that were taken, and forged ones that were refused. */
	readonly taken: () => number;
	readonly refused: () => number;
	/** What should not have been: forged ones that were taken. */
	readonly wrong: readonly string[];
	/** Nothing changes by itself any more, everything is told, and no message is on its way. */
	settle(): Promise<void>;
	stop(): Promise<void>;
}

export const startCourier = (stripe: FakeStripe, urls: readonly string[], below: (most: number) => number): Courier => {
	const told = new Map<string, string>();
	const open = new Set<Promise<void>>();
	const wrong: string[] = [];
	let [taken, refused, going, calm] = [0, 0, true, false];

	const post = async (body: string, headers: Record<string, string>): Promise<number> => {
		const url = urls[below(urls.length)] ?? '';
		return fetch(`${url}${PATH}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) }).then(
			async (answer) => {
				await answer.arrayBuffer();
				return answer.status;
			},
			() => 0,
		);
	};
	/** Stripe signs each try anew. */
	const deliver = async (body: string, afterMs: number): Promise<void> => {
		await sleep(afterMs);
		while ((await post(body, signed(body))) !== 200) await sleep(AGAIN_MS);
		taken += 1;
	};
	const send = (type: string, object: object): void => {
		const body = eventOf(type, object);
		for (let copies = below(3) === 0 ? 2 : 1; copies > 0; copies--) {
			const under = deliver(body, calm ? 0 : below(LATE_MS)).finally(() => open.delete(under));
			open.add(under);
		}
	};
	const forge = (object: object): void => {
		const body = eventOf('payment_intent.succeeded', object);
		const seconds = Math.floor(Date.now() / 1000);
		const headers = [
			signed(body, 'whsec_of_somebody_else'),
			signed(body, undefined, seconds - 3_600),
			signed(body.replace('succeeded', 'processing')),
			{ 'content-type': 'application/json' },
		][below(4)];
		const under = post(body, headers ?? {})
			.then((status) => {
				if (status === 400) refused += 1;
				else if (status === 200) wrong.push(`A forged message was taken: ${body}`);
			})
			.finally(() => open.delete(under));
		open.add(under);
	};

	const EVENTS: Readonly<Record<string, string>> = {
		succeeded: 'payment_intent.succeeded',
		processing: 'payment_intent.processing',
		requires_action: 'payment_intent.requires_action',
		requires_payment_method: 'payment_intent.payment_failed',
		canceled: 'payment_intent.canceled',
	};
	/** Tells of what changed since it last looked. */
	const look = (): void => {
		for (const intent of stripe.intents.values()) {
			if (told.get(intent.id) === intent.status) continue;
			const first = !told.has(intent.id);
			told.set(intent.id, intent.status);
			send(EVENTS[intent.status] ?? '', { ...intent });
			if (!first || calm) continue;
			// Of a charge that is paid, what was so before is told too, and may come behind it.
			if (intent.status === 'succeeded' && below(3) === 0) send('payment_intent.processing', { ...intent, status: 'processing' });
			if (below(6) === 0) forge({ ...intent, status: 'succeeded', amount_received: intent.amount });
			// Signed, and about somebody's own amount or currency with our name on it.
			if (intent.status !== 'succeeded' && below(2) === 0)
				send('payment_intent.succeeded', {
					...intent,
					status: 'succeeded',
					...(below(2) === 0 ? { currency: 'sek' } : { amount_received: 1 }),
				});
		}
		for (const refund of stripe.refunds.values()) {
			if (told.get(refund.id) === refund.status) continue;
			told.set(refund.id, refund.status);
			send(refund.status === 'failed' ? 'refund.failed' : 'refund.updated', { ...refund });
		}
	};
	/** People confirm with their bank or leave, banks make up their minds, and some refunds come back days later. */
	const change = (): void => {
		for (const intent of stripe.intents.values()) {
			if (!/^(processing|requires_action)$/.test(intent.status) || below(8) > 0) continue;
			const paid = below(3) > 0;
			const no = intent.status === 'processing' ? 'requires_payment_method' : 'canceled';
			Object.assign(intent, paid ? { status: 'succeeded', amount_received: intent.amount } : { status: no });
		}
		for (const refund of stripe.refunds.values()) {
			if (refund.status === 'pending' && below(8) === 0) refund.status = below(4) === 0 ? 'failed' : 'succeeded';
			else if (refund.status === 'succeeded' && told.get(refund.id) === 'succeeded' && below(400) === 0) refund.status = 'failed';
		}
		stripe.setRefunding((['ok', 'ok', 'pending', 'lost', 'refused'] as const)[below(5)] ?? 'ok');
	};
	const run = (async () => {
		while (going) {
			if (!calm) change();
			look();
			await sleep(100);
		}
	})();
	const drain = async (): Promise<void> => {
		look();
		while (open.size > 0) await Promise.all(open);
	};

	return {
		taken: () => taken,
		refused: () => refused,
		wrong,
		async settle() {
			calm = true;
			stripe.setRefunding('ok');
			for (const refund of stripe.refunds.values()) if (refund.status === 'pending') refund.status = 'succeeded';
			await drain();
		},
		async stop() {
			going = false;
			await run;
			await drain();
		},
	};
};
