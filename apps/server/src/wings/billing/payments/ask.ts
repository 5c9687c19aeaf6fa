/** What neither an answer nor the webhook has told is asked of Stripe itself: payments and refunds that stay open. */
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Gateway } from './gateway.ts';
import { settlePayment, settleRefund, totalOf } from './settle.ts';
import { openPayments, openRefunds, type PaymentRow, type RefundRow, readPayment } from './store.ts';

const MINUTE_MS = 60_000;
/** The webhook is quicker; and what Stripe searches may lag so far. */
const AFTER_MS = 2 * MINUTE_MS;
/** A charge that Stripe never heard of is not made any more: a card's token is over by then. */
const NEVER_MS = 60 * MINUTE_MS;
/** Stripe gives an open payment up after a day; later than this nothing is asked. */
const UNTIL_MS = 7 * 24 * 60 * MINUTE_MS;
/** Stripe knows a refund's key for a day: after that the same request would be another refund. */
const AGAIN_MS = 20 * 60 * MINUTE_MS;

type Asking = Pick<Kernel, 'storage' | 'settings' | 'log'>;

/** Once over everything that is open. */
export const askStripe = async ({ storage, settings, log }: Asking, gateway: Gateway): Promise<void> => {
	const at = now().getTime();
	const before = new Date(at - AFTER_MS);
	const settling = { seller: settings.seller, log };
	const askOfPayment = async ({ customer_id, payment_id, intent, created_at }: PaymentRow): Promise<void> => {
		const found = await gateway.look(payment_id, intent);
		const never = found === null && created_at.getTime() < at - NEVER_MS;
		const charged = never ? ({ state: 'failed', intent: null, problem: 'never_arrived', declined: false } as const) : found;
		if (charged) await storage.inTenant(customer_id, (tx) => settlePayment(tx, settling, customer_id, payment_id, charged));
	};
	const askOfRefund = async (refund: RefundRow): Promise<void> => {
		const { customer_id, payment_id, refund_id, created_at } = refund;
		const payment = await storage.inTenant(customer_id, (tx) => readPayment(tx, customer_id, payment_id));
		if (payment?.intent == null) return;
		const known = await gateway.lookForRefund(refund_id, payment.intent);
		if (known === null && created_at.getTime() < at - AGAIN_MS) {
			log.error('Stripe does not know a refund; look at it there, and refund by hand', { refund: refund_id, payment: payment_id });
			return;
		}
		const refunded = known ?? (await gateway.refund(refund_id, payment_id, payment.intent, totalOf(refund)));
		await storage.inTenant(customer_id, (tx) => settleRefund(tx, settling, customer_id, refund_id, refunded));
	};
	const payments = await openPayments(storage.acrossInReport, new Date(at - UNTIL_MS), before);
	const refunds = await openRefunds(storage.acrossInReport, before);
	await forEach([...payments.map((one) => () => askOfPayment(one)), ...refunds.map((one) => () => askOfRefund(one))], (ask) => ask());
};

export const askRegularly = async (kernel: Kernel, gateway: Gateway | null): Promise<void> => {
	await kernel.jobs.schedule('stripe-ask', '*/2 * * * *', async () => {
		if (gateway) await askStripe(kernel, gateway);
	});
};
