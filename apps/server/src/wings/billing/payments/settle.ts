/**
 * What becomes of payments and refunds, each once, whoever brings the news and how often: the answer of a call, the webhook, or the
 * job that asks. Locks are taken in one order: the refund, the payment, the customer's account, the numbers of invoices.
 */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { book } from '../credits/ledger.ts';
import { lockAccount } from '../credits/store.ts';
import { issue } from '../invoices/issue.ts';
import { issuedFor, numberOf } from '../invoices/store.ts';
import type { Seller } from '../settings.ts';
import type { Charged, RefundedBy } from './gateway.ts';
import { addRefunded, lockPayment, lockRefund, noteState, type PaymentRow, setPaid, setRefundState } from './store.ts';

export const totalOf = ({ net_cents, vat_cents }: Pick<PaymentRow, 'net_cents' | 'vat_cents'>): number => net_cents + vat_cents;

export interface Settling {
	readonly seller: Seller;
	readonly log: Pick<Log, 'error'>;
}

/** Credits, invoice and state of a payment that is held and not paid yet. */
export const completePayment = async (tx: Tx, seller: Seller, payment: PaymentRow, intent: string | null): Promise<void> => {
	const { customer_id: customerId, payment_id: paymentId, credits, net_cents: netCents, vat_cents: vatCents, way } = payment;
	await lockAccount(tx, customerId);
	await setPaid(tx, customerId, paymentId, intent, now());
	const { number } = await issue(tx, seller, { kind: 'invoice', payment, refundId: null, credits, netCents, vatCents });
	await book(tx, {
		...{ customerId, kind: way === 'card' ? 'purchase' : 'invoice', reference: paymentId, other: way === 'card' ? 'stripe' : 'invoice' },
		micros: credits * MICROS_PER_CREDIT,
		about: { count: credits, payment: paymentId, invoice: number, ...(payment.reference !== null && { reference: payment.reference }) },
	});
};

/** What Stripe says of a payment. What is paid stays paid; an amount that is not what was asked for is believed by nobody. */
export const settlePayment = async (
	tx: Tx,
	{ seller, log }: Settling,
	customerId: number,
	paymentId: string,
	charged: Charged,
): Promise<void> => {
	if (charged.state === 'unknown') return;
	const payment = await lockPayment(tx, customerId, paymentId);
	if (!payment || payment.state === 'paid' || payment.way !== 'card') return;
	if (charged.state !== 'paid') {
		const problem = charged.state === 'failed' ? charged.problem : null;
		await noteState(tx, customerId, paymentId, { state: charged.state, intent: charged.intent, problem });
		return;
	}
	if (charged.receivedCents !== totalOf(payment) || charged.currency !== payment.currency) {
		log.error('Stripe received another amount than was asked for', { customerId, paymentId, received: charged.receivedCents });
		return;
	}
	await completePayment(tx, seller, payment, charged.intent);
};

/** What became of a refund: a credit note, or the credits come back. */
export const settleRefund = async (
	tx: Tx,
	{ seller }: Settling,
	customerId: number,
	refundId: string,
	refunded: RefundedBy,
): Promise<void> => {
	if (refunded.state === 'unknown' || refunded.state === 'pending') return;
	const refund = await lockRefund(tx, customerId, refundId);
	if (!refund || refund.state === 'failed' || refund.state === refunded.state) return;
	const payment = await lockPayment(tx, customerId, refund.payment_id);
	if (!payment) return;
	await lockAccount(tx, customerId);
	const { credits, net_cents: netCents, vat_cents: vatCents } = refund;
	const part = { payment, refundId, credits, netCents, vatCents };
	await setRefundState(tx, customerId, refundId, refunded.state);
	if (refunded.state === 'done') {
		await issue(tx, seller, { kind: 'credit_note', ...part });
		return;
	}
	// A credit note that was written stays: what it took back is charged anew.
	if (refund.state === 'done') await issue(tx, seller, { kind: 'invoice', ...part });
	await addRefunded(tx, customerId, payment.payment_id, -credits, -vatCents);
	const original = await issuedFor(tx, customerId, payment.payment_id, null);
	await book(tx, {
		...{ customerId, kind: 'refund_failed', reference: refundId, other: payment.way === 'card' ? 'stripe' : 'invoice' },
		micros: credits * MICROS_PER_CREDIT,
		about: { count: credits, payment: payment.payment_id, ...(original && { invoice: numberOf(original) }) },
	});
};
