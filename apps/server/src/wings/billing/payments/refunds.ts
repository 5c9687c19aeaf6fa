/** Refunds as they begin: the credits are taken first, so that nobody spends what goes back. */
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { book } from '../credits/ledger.ts';
import { lockAccount } from '../credits/store.ts';
import { issuedFor, numberOf } from '../invoices/store.ts';
import { vatCentsOf } from '../vat.ts';
import { addRefunded, insertRefund, lockPayment, lockRefund, type PaymentRow, type RefundRow } from './store.ts';

export const refuseRefund = refusals({
	not_paid: [409, 'This payment is not paid, so nothing can be refunded.', 'Maksua ei ole maksettu, joten palautettavaa ei ole.'],
	refund_too_much: [409, 'That is more than is left of this payment.', 'Tämä on enemmän kuin maksusta on jäljellä.'],
	refund_meanwhile: [
		409,
		'Something of this payment was refunded meanwhile. Look at what is left of it.',
		'Tästä maksusta on sillä välin palautettu jotakin. Katso, mitä siitä on jäljellä.',
	],
	refund_over_balance: [
		409,
		'Credits that were used cannot be refunded: that is more than the balance.',
		'Käytettyjä krediittejä ei voi palauttaa: tämä on enemmän kuin saldo.',
	],
	refund_of_admin: [
		403,
		'What was paid by invoice is refunded by the platform’s admin.',
		'Laskulla maksetun palauttaa alustan ylläpitäjä.',
	],
	refund_refused: [
		422,
		'The refund was not taken, and the credits are back. Contact support.',
		'Palautusta ei otettu vastaan, ja krediitit ovat takaisin saldossa. Ota yhteyttä tukeen.',
	],
});

export interface Refunding {
	readonly customerId: number;
	readonly paymentId: string;
	/** True: all that is left. */
	readonly refund: true | number;
	/** What was left of it where that was decided; undefined: it was not looked at. */
	readonly left?: number | undefined;
	readonly by: string;
	/** Whether what was paid by invoice may be refunded. */
	readonly asAdmin: boolean;
}

/** @throws Refused 404, 409 not_paid, refund_meanwhile, refund_too_much, refund_over_balance, 403 refund_of_admin */
export const beginRefund = async (
	tx: Tx,
	{ customerId, paymentId, refund, left: read, by, asAdmin }: Refunding,
): Promise<{ payment: PaymentRow; refund: RefundRow }> => {
	const payment = await lockPayment(tx, customerId, paymentId);
	if (!payment) throw refuse('not_found');
	if (payment.way === 'invoice' && !asAdmin) throw refuseRefund('refund_of_admin');
	if (payment.state !== 'paid') throw refuseRefund('not_paid');
	const left = payment.credits - payment.refunded_credits;
	if (read !== undefined && read !== left) throw refuseRefund('refund_meanwhile');
	const credits = refund === true ? left : refund;
	if (credits > left || credits === 0) throw refuseRefund('refund_too_much');
	const { balance } = await lockAccount(tx, customerId);
	if (balance < credits * MICROS_PER_CREDIT) throw refuseRefund('refund_over_balance');
	const netCents = credits * payment.price_cents;
	const vatLeft = payment.vat_cents - payment.refunded_vat_cents;
	// The last part takes what rounding left of the tax, so that all parts are the whole.
	const part = vatCentsOf(netCents, { kind: payment.vat_kind, basisPoints: payment.vat_basis_points });
	const vatCents = credits === left ? vatLeft : Math.min(part, vatLeft);
	const id = newId();
	await insertRefund(tx, customerId, { id, paymentId, credits, netCents, vatCents, at: now(), by });
	await addRefunded(tx, customerId, paymentId, credits, vatCents);
	const original = await issuedFor(tx, customerId, paymentId, null);
	await book(tx, {
		...{ customerId, kind: 'refund', reference: id, other: payment.way === 'card' ? 'stripe' : 'invoice' },
		micros: -credits * MICROS_PER_CREDIT,
		about: { count: credits, payment: paymentId, ...(original && { invoice: numberOf(original) }) },
	});
	const begun = await lockRefund(tx, customerId, id);
	if (!begun) throw new Error('A refund that was written is not there.');
	return { payment, refund: begun };
};
