/** Payments and refunds in the database. */

import { instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { amounts, type Priced } from '../amounts.ts';
import { Party } from '../invoices/store.ts';

export const PAYMENT_STATES = ['created', 'processing', 'action', 'paid', 'failed'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
const WAYS = ['card', 'invoice'] as const;

const PaymentRow = row({
	customer_id: int,
	payment_id: uuid,
	way: oneOf(WAYS),
	state: oneOf(PAYMENT_STATES),
	...amounts,
	buyer: json(Party),
	intent: orNull(text),
	reference: orNull(text),
	problem: orNull(text),
	refunded_credits: int,
	refunded_vat_cents: int,
	created_at: instant,
});
export type PaymentRow = RowOf<typeof PaymentRow>;

const COLUMNS = sql`customer_id, payment_id, way, state, credits, price_cents, net_cents, vat_kind, vat_basis_points, vat_cents, currency, buyer,
	intent, reference, problem, refunded_credits, refunded_vat_cents, created_at`;

export interface NewPayment extends Priced {
	id: string;
	way: (typeof WAYS)[number];
	tokenHash: Buffer | null;
	reference: string | null;
	buyer: Party;
	at: Date;
	by: string;
}

/** Zero: the token, or the reference, was used before. */
export const insertPayment = (tx: Tx, customerId: number, p: NewPayment): Promise<number> =>
	tx.run(sql`insert into payment (customer_id, payment_id, way, state, credits, price_cents, net_cents, vat_kind, vat_basis_points, vat_cents,
			currency, buyer, token_hash, reference, created_at, created_by)
		values (${customerId}, ${p.id}, ${p.way}, 'created', ${p.credits}, ${p.priceCents}, ${p.netCents}, ${p.vatKind}, ${p.vatBasisPoints},
			${p.vatCents}, ${p.currency}, ${JSON.stringify(p.buyer)}, ${p.tokenHash}, ${p.reference}, ${p.at}, ${p.by})
		on conflict do nothing`);

export const readPayment = (tx: Tx, customerId: number, paymentId: string): Promise<PaymentRow | null> =>
	tx.first(PaymentRow, sql`select ${COLUMNS} from payment where customer_id = ${customerId} and payment_id = ${paymentId}`);

/** Holds it: who settles or refunds it does so one after the other. */
export const lockPayment = (tx: Tx, customerId: number, paymentId: string): Promise<PaymentRow | null> =>
	tx.first(PaymentRow, sql`select ${COLUMNS} from payment where customer_id = ${customerId} and payment_id = ${paymentId} for update`);

export const paymentByToken = (tx: Tx, customerId: number, hash: Buffer): Promise<PaymentRow | null> =>
	tx.first(PaymentRow, sql`select ${COLUMNS} from payment where customer_id = ${customerId} and token_hash = ${hash}`);

export const paymentByReference = (tx: Tx, customerId: number, reference: string): Promise<PaymentRow | null> =>
	tx.first(PaymentRow, sql`select ${COLUMNS} from payment where customer_id = ${customerId} and reference = ${reference}`);

/** How far it has come, as Stripe answers; what is paid stays so. */
export const noteState = (
	tx: Tx,
	customerId: number,
	paymentId: string,
	{ state, intent, problem }: { state: Exclude<PaymentState, 'paid'>; intent: string | null; problem: string | null },
): Promise<number> =>
	tx.run(sql`update payment set state = ${state}, intent = case when ${intent}::text is null then intent else ${intent} end, problem = ${problem}
		where customer_id = ${customerId} and payment_id = ${paymentId} and state <> 'paid'`);

export const setPaid = (tx: Tx, customerId: number, paymentId: string, intent: string | null, at: Date): Promise<number> =>
	tx.run(sql`update payment set state = 'paid', paid_at = ${at}, problem = null,
			intent = case when ${intent}::text is null then intent else ${intent} end
		where customer_id = ${customerId} and payment_id = ${paymentId} and state <> 'paid'`);

/** So many credits more, or with a minus less, are refunded of it. */
export const addRefunded = (tx: Tx, customerId: number, paymentId: string, credits: number, vatCents: number): Promise<number> =>
	tx.run(sql`update payment set refunded_credits = refunded_credits + ${credits}, refunded_vat_cents = refunded_vat_cents + ${vatCents}
		where customer_id = ${customerId} and payment_id = ${paymentId}`);

const RefundRow = row({
	customer_id: int,
	refund_id: uuid,
	payment_id: uuid,
	state: oneOf(['pending', 'done', 'failed']),
	credits: int,
	net_cents: int,
	vat_cents: int,
	created_at: instant,
});
export type RefundRow = RowOf<typeof RefundRow>;

const REFUND = sql`customer_id, refund_id, payment_id, state, credits, net_cents, vat_cents, created_at`;

export interface NewRefund {
	id: string;
	paymentId: string;
	credits: number;
	netCents: number;
	vatCents: number;
	at: Date;
	by: string;
}

export const insertRefund = (tx: Tx, customerId: number, r: NewRefund): Promise<number> =>
	tx.run(sql`insert into refund (customer_id, refund_id, payment_id, state, credits, net_cents, vat_cents, created_at, created_by)
		values (${customerId}, ${r.id}, ${r.paymentId}, 'pending', ${r.credits}, ${r.netCents}, ${r.vatCents}, ${r.at}, ${r.by})`);

export const lockRefund = (tx: Tx, customerId: number, refundId: string): Promise<RefundRow | null> =>
	tx.first(RefundRow, sql`select ${REFUND} from refund where customer_id = ${customerId} and refund_id = ${refundId} for update`);

export const setRefundState = (tx: Tx, customerId: number, refundId: string, state: 'done' | 'failed'): Promise<number> =>
	tx.run(sql`update refund set state = ${state} where customer_id = ${customerId} and refund_id = ${refundId}`);

/** Payments by card whose end is not known, begun between these moments. */
export const openPayments = (across: Tx, after: Date, before: Date): Promise<PaymentRow[]> =>
	across.rows(
		PaymentRow,
		sql`select ${COLUMNS} from payment
			where state in ('created', 'processing', 'action') and created_at > ${after} and created_at < ${before} order by created_at limit 500`,
	);

/** Refunds whose end is not known, begun before. */
export const openRefunds = (across: Tx, before: Date): Promise<RefundRow[]> =>
	across.rows(
		RefundRow,
		sql`select ${REFUND} from refund where state = 'pending' and created_at < ${before} order by created_at limit 500`,
	);
