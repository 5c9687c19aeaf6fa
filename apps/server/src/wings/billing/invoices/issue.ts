/** Issuing: an invoice for each payment, a credit note for each refund, numbered without gaps in the transaction of what they are about. */
import { newId, now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { dayOf } from '../days.ts';
import type { PaymentRow } from '../payments/store.ts';
import type { Seller } from '../settings.ts';
import { type InvoiceKind, insertInvoice, issuedFor, nextNumber, numberOf } from './store.ts';

export interface Issued {
	readonly id: string;
	readonly number: string;
}

/** What one is about: a payment, or a part of it that goes back, or that comes again because its refund failed. */
interface About {
	readonly kind: InvoiceKind;
	readonly payment: PaymentRow;
	readonly refundId: string | null;
	readonly credits: number;
	readonly netCents: number;
	readonly vatCents: number;
}

/** Numbers are held until the transaction ends: call it with the customer's account held, and late. */
export const issue = async (tx: Tx, seller: Seller, { kind, payment, refundId, credits, netCents, vatCents }: About): Promise<Issued> => {
	const { customer_id: customerId, payment_id: paymentId } = payment;
	const original = kind === 'credit_note' ? await issuedFor(tx, customerId, paymentId, null) : null;
	const [id, at] = [newId(), now()];
	const issuedOn = dayOf(at);
	const year = Number(issuedOn.slice(0, 4));
	const number = await nextNumber(tx, kind, year);
	await insertInvoice(tx, customerId, {
		...{ id, kind, year, number, issuedOn, at, paymentId, refundId, credits, netCents, vatCents },
		// The tax follows from who they were when they paid.
		buyer: payment.buyer,
		corrects: original?.invoice_id ?? null,
		priceCents: payment.price_cents,
		vatKind: payment.vat_kind,
		vatBasisPoints: payment.vat_basis_points,
		currency: payment.currency,
		seller: { name: seller.name, address: [...seller.address], vatId: seller.vatId, countryCode: seller.countryCode },
	});
	return { id, number: numberOf({ year, number }) };
};
