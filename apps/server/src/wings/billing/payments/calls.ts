/** The calls of payments: the rows first, then Stripe, then what it answered. */
import type { Payment, Refund } from '@luvalla/contract/billing/payments.ts';
import * as payments from '@luvalla/contract/billing/payments.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { Away, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { balanceOf } from '../credits/ledger.ts';
import { issuedFor, numberOf } from '../invoices/store.ts';
import { beginPayment, refusePayment } from './begin.ts';
import type { Charged, Gateway } from './gateway.ts';
import { beginRefund, refuseRefund } from './refunds.ts';
import { completePayment, settlePayment, settleRefund, totalOf } from './settle.ts';
import { lockRefund, type PaymentRow, readPayment } from './store.ts';

const AWAY_SECONDS = 30;
const actor = (asker: Asker): string => asker.actorId ?? asker.userId;

const documentOf = async (tx: Tx, customerId: number, paymentId: string, refundId: string | null) => {
	const found = await issuedFor(tx, customerId, paymentId, refundId);
	return found && { id: found.invoice_id, number: numberOf(found) };
};

/** A payment as it stands, when the row says so itself or Stripe's answer is newer than the row. */
const shown = async (tx: Tx, { customer_id: customerId, payment_id }: PaymentRow, charged: Charged | null): Promise<Payment> => {
	const row = await readPayment(tx, customerId, payment_id);
	if (!row) throw refuse('not_found');
	return {
		id: row.payment_id,
		way: row.way,
		state: row.state === 'paid' || row.state === 'action' ? row.state : 'processing',
		credits: row.credits,
		netCents: row.net_cents,
		vatCents: row.vat_cents,
		totalCents: totalOf(row),
		currency: row.currency,
		clientSecret: row.state === 'action' && charged?.state === 'action' ? charged.clientSecret : null,
		invoice: await documentOf(tx, customerId, payment_id, null),
		balanceMicros: await balanceOf(tx, customerId),
	};
};

const facts = (row: PaymentRow) => ({ credits: row.credits, total_cents: totalOf(row), currency: row.currency, reference: row.reference });

export const paymentRoutes = ({ storage, settings, log }: Kernel, gateway: Gateway | null): Route[] => {
	const settling = { seller: settings.seller, log };
	return [
		handle(payments.payByCard, async ({ asker, body: { credit, token }, scope: { customerId } }) => {
			if (gateway === null) throw refusePayment('no_card_payments');
			const { payment } = await storage.inTurn(customerId, async (tx) => {
				const begun = await beginPayment(tx, settings, { customerId, credits: credit, by: actor(asker), way: 'card', token });
				const thing = { thing: 'payment', thingId: begun.payment.payment_id };
				if (begun.fresh) await recordActivity(tx, customerId, asker, { action: 'added', after: facts(begun.payment), ...thing });
				return begun;
			});
			if (payment.state === 'paid') return storage.inTenant(customerId, (tx) => shown(tx, payment, null));
			const { payment_id: paymentId, currency } = payment;
			const charged = await gateway.charge({ paymentId, customerId, credits: credit, totalCents: totalOf(payment), currency, token });
			if (charged.state === 'unknown') {
				log.warn('Stripe did not answer a charge; its webhook will say what became of it', { paymentId, reason: charged.reason });
				throw new Away(AWAY_SECONDS);
			}
			// Credits are booked by the webhook's word: until then what Stripe calls paid is under way.
			const told: Charged = charged.state === 'paid' ? { ...charged, state: 'processing' } : charged;
			const answer = await storage.inTenant(customerId, async (tx) => {
				await settlePayment(tx, settling, customerId, paymentId, told);
				return shown(tx, payment, charged);
			});
			if (charged.state === 'failed' && answer.state !== 'paid')
				throw refusePayment(charged.declined ? 'card_declined' : 'payment_refused');
			return answer;
		}),
		handleIn(storage.inTenant, payments.readPayment, async (tx, { params, scope: { customerId } }) => {
			const row = await readPayment(tx, customerId, params.id.toLowerCase());
			if (!row) throw refuse('not_found');
			if (row.state === 'failed') throw refusePayment(row.problem === 'never_arrived' ? 'payment_refused' : 'card_declined');
			return shown(tx, row, null);
		}),
		handleIn(storage.inTurn, payments.bookPayment, async (tx, { asker, body: { credit, reference, paidOn }, scope: { customerId } }) => {
			const begun = { customerId, credits: credit, by: actor(asker), way: 'invoice', reference } as const;
			const { payment, fresh } = await beginPayment(tx, settings, begun);
			if (fresh) {
				await completePayment(tx, settings.seller, payment, null);
				await recordActivity(tx, customerId, asker, {
					...{ action: 'added', thing: 'payment', thingId: payment.payment_id },
					after: { ...facts(payment), ...(paidOn !== undefined && { paid_on: paidOn }) },
				});
			}
			return shown(tx, payment, null);
		}),
		handle(payments.refundPayment, async ({ asker, body: { transactionId, refund: wanted, left }, scope }) => {
			const { customerId } = scope;
			const paymentId = transactionId.toLowerCase();
			const { payment, refund } = await storage.inTurn(customerId, async (tx) => {
				const asked = { customerId, paymentId, refund: wanted, left, by: actor(asker), asAdmin: scope.as === 'admin' };
				const begun = await beginRefund(tx, asked);
				if (begun.payment.way === 'card' && gateway === null) throw refusePayment('no_card_payments');
				await recordActivity(tx, customerId, asker, {
					...{ action: 'refunded', thing: 'payment', thingId: paymentId },
					after: { credits: begun.refund.credits, total_cents: totalOf(begun.refund), currency: begun.payment.currency },
				});
				// The transfer is the operator's own.
				if (begun.payment.way === 'invoice') await settleRefund(tx, settling, customerId, begun.refund.refund_id, { state: 'done' });
				return begun;
			});
			const { refund_id: refundId } = refund;
			if (payment.way === 'card' && gateway !== null) {
				const refunded = await gateway.refund(refundId, paymentId, payment.intent ?? '', totalOf(refund));
				if (refunded.state === 'unknown')
					log.warn('Stripe did not answer a refund; it is asked again', { refundId, reason: refunded.reason });
				await storage.inTenant(customerId, (tx) => settleRefund(tx, settling, customerId, refundId, refunded));
			}
			return storage.inTenant(customerId, async (tx): Promise<Refund> => {
				const row = await lockRefund(tx, customerId, refundId);
				if (!row) throw refuse('not_found');
				if (row.state === 'failed') throw refuseRefund('refund_refused');
				return {
					...{ id: refundId, transactionId: paymentId, state: row.state, credits: row.credits, totalCents: totalOf(row) },
					currency: payment.currency,
					creditNote: row.state === 'done' ? await documentOf(tx, customerId, paymentId, refundId) : null,
					balanceMicros: await balanceOf(tx, customerId),
				};
			});
		}),
	];
};
