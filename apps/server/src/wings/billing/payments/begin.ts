/** Payments as they begin: what they cost is settled then, and a second try is the first one again. */
import { createHash } from 'node:crypto';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import type { Settings } from '#kernel/settings.ts';
import { enterDirectory } from '#kernel/storage/directory.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type CustomerRow, readCustomer } from '../../tenancy/wing.ts';
import type { Party } from '../invoices/store.ts';
import { vatCentsOf, vatFor } from '../vat.ts';
import { insertPayment, type PaymentRow, paymentByReference, paymentByToken, readPayment } from './store.ts';

export const refusePayment = refusals({
	no_card_payments: [
		422,
		'Cards are not taken here. Redeem a voucher, or ask for an invoice.',
		'Tässä palvelussa ei voi maksaa kortilla. Lunasta arvoseteli tai pyydä lasku.',
	],
	card_declined: [422, 'The bank declined this card. Nothing was charged.', 'Pankki hylkäsi kortin. Mitään ei veloitettu.'],
	payment_refused: [
		422,
		'This payment was not taken, and nothing was charged. Enter the card again.',
		'Maksua ei otettu vastaan, eikä mitään veloitettu. Anna kortin tiedot uudelleen.',
	],
	token_used: [409, 'This payment has begun with another number of credits.', 'Tämä maksu on jo aloitettu toisella krediittimäärällä.'],
	reference_used: [
		409,
		'A payment with this reference has been booked with another number of credits.',
		'Maksu tällä viitteellä on jo kirjattu toisella krediittimäärällä.',
	],
});

/** What is paid, and by what it is known again. */
export type Begun = { readonly customerId: number; readonly credits: number; readonly by: string } & (
	| { readonly way: 'card'; readonly token: string }
	| { readonly way: 'invoice'; readonly reference: string }
);

/** Whom the invoice is for. */
const buyerOf = ({ name, address, business_id: businessId, country_code: countryCode }: CustomerRow): Party => ({
	name,
	address: address
		.split(/[\n,]/)
		.map((line) => line.trim())
		.filter((line) => line !== ''),
	vatId: businessId === '' ? null : businessId,
	countryCode,
});

type Priced = Pick<Settings, 'creditPriceCents' | 'currency' | 'seller'>;

/** The payment, and whether it is new. @throws Refused 409 token_used, reference_used when it began with another number of credits */
export const beginPayment = async (tx: Tx, settings: Priced, begun: Begun): Promise<{ payment: PaymentRow; fresh: boolean }> => {
	const { customerId, credits, way, by } = begun;
	const { creditPriceCents: priceCents, currency, seller } = settings;
	const customer = await readCustomer(tx, customerId);
	// ADMIN may name any number.
	if (!customer) throw refuse('not_found');
	const vat = vatFor(seller, { countryCode: customer.country_code, businessId: customer.business_id });
	const [id, netCents] = [newId(), credits * priceCents];
	const tokenHash = begun.way === 'card' ? createHash('sha256').update(begun.token).digest() : null;
	const reference = begun.way === 'invoice' ? begun.reference : null;
	const fresh =
		(await insertPayment(tx, customerId, {
			...{ id, way, credits, priceCents, netCents, currency, tokenHash, reference, by },
			...{ vatKind: vat.kind, vatBasisPoints: vat.basisPoints, vatCents: vatCentsOf(netCents, vat), at: now() },
			buyer: buyerOf(customer),
		})) > 0;
	if (fresh) await enterDirectory(tx, customerId, [{ kind: 'payment', key: id }]);
	const payment = fresh
		? await readPayment(tx, customerId, id)
		: tokenHash === null
			? await paymentByReference(tx, customerId, reference ?? '')
			: await paymentByToken(tx, customerId, tokenHash);
	if (!payment) throw new Error('A payment that was written is not there.');
	if (payment.credits !== credits) throw refusePayment(way === 'card' ? 'token_used' : 'reference_used');
	return { payment, fresh };
};
