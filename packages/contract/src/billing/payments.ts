/** Payments by card and by invoice, and refunds. calls.md section 7, "Payments and vouchers". */
import * as z from 'zod';
import { call } from '../call.ts';
import { MAX_CREDIT } from '../constants.ts';
import { CustomerId, Id, line, On } from '../fields.ts';

/** Of a payment or a refund. */
const Document = z.object({ id: Id, number: z.string() });

/**
 * - `processing`: the bank is asked; the balance changes when it has confirmed, not before;
 * - `action`: the person has to confirm with their bank, by `clientSecret`;
 * - `paid`: the credits are there.
 */
export const PaymentState = z.enum(['processing', 'action', 'paid']);

export const Payment = z.object({
	/** The `transactionId` of a refund. */
	id: Id,
	way: z.enum(['card', 'invoice']),
	state: PaymentState,
	credits: z.int(),
	netCents: z.int(),
	vatCents: z.int(),
	totalCents: z.int(),
	currency: z.string(),
	/** For Stripe's script, where the person has to do something more. */
	clientSecret: z.string().nullable(),
	invoice: Document.nullable(),
	/** Of the customer now, in millionths of a credit. */
	balanceMicros: z.int(),
});
export type Payment = z.infer<typeof Payment>;

export const Refund = z.object({
	id: Id,
	transactionId: Id,
	/** `pending`: Stripe has been asked and has not said yet; the credits are taken already. */
	state: z.enum(['done', 'pending']),
	credits: z.int(),
	totalCents: z.int(),
	currency: z.string(),
	creditNote: Document.nullable(),
	balanceMicros: z.int(),
});
export type Refund = z.infer<typeof Refund>;

const credit = z.int().min(1).max(MAX_CREDIT).describe('Credits, whole ones.');

export const payByCard = call({
	method: 'POST',
	path: '/payment/stripe',
	about:
		'Buys credits by card: `token` is the id of a ConfirmationToken of Stripe’s. The same token again is the same payment. Credits are booked when Stripe’s webhook says that it is paid. 422 no_card_payments, 422 card_declined, 422 payment_refused, 409 token_used.',
	body: z.object({
		customerId: CustomerId,
		credit,
		token: z
			.string()
			.min(1)
			.max(255)
			.regex(/^[\w-]+$/),
	}),
	answer: Payment,
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'customer:body.customerId',
	limits: [{ by: 'customer', count: 30, seconds: 3600, over: 'card payments', kept: true }],
	failure: 'Error while purchasing credit',
	success: 'Successfully purchased the credits',
});

export const readPayment = call({
	method: 'GET',
	path: '/payment/{id}',
	about: 'How a payment stands. 422 card_declined, payment_refused where it has come to nothing: another token may be tried.',
	params: z.object({ id: Id }),
	answer: Payment,
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'payment:params.id',
	failure: 'Error while purchasing credit',
});

export const bookPayment = call({
	method: 'POST',
	path: '/payment',
	about:
		'Books credits that were paid by invoice; `reference` is the bank’s. The same reference again changes nothing. 409 reference_used where it was another number of credits.',
	body: z.object({
		customerId: CustomerId,
		credit,
		reference: line(100).pipe(z.string().min(1, { error: 'Enter the reference of the payment' })),
		/** When it arrived; today without it. */
		paidOn: On.optional(),
	}),
	answer: Payment,
	may: ['admin'],
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'We count not process your payment, please try again later.',
	success: 'Successfully purchased the credits',
});

export const refundPayment = call({
	method: 'PUT',
	path: '/payment',
	about:
		'Refunds a payment to whence it came: all that is left of it, or so many credits; never more than was paid, and never more than the balance. What was paid by invoice ADMIN refunds, by a transfer of their own. 409 not_paid, 409 refund_too_much, 409 refund_meanwhile, 409 refund_over_balance, 403 refund_of_admin, 422 refund_refused, 422 no_card_payments.',
	body: z.object({
		transactionId: Id,
		refund: z.union([z.literal(true), z.int().min(1)]).describe('True: all that is left. A number: so many credits.'),
		left: z
			.int()
			.min(0)
			.optional()
			.describe('How many credits of the payment were left where it was read: of two refunds that begin there one is made.'),
	}),
	answer: Refund,
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'payment:body.transactionId',
	failure: 'We count not process refund, please try again later.',
	success: 'Your request has been processed successfully.',
});
