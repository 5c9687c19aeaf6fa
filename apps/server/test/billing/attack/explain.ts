/**
 * A plain model of billing, which knows nothing of its code: from the rows, what Stripe has, and what was acknowledged, it says what
 * nobody can explain. Every balance follows from its rows, every row from a voucher, a payment, a refund or a spending, every payment and
 * refund from Stripe's own record, and no number of an invoice is missing.
 */
import type { Client } from 'pg';
import type { FakeRefund, Intent } from '../stripe-fake.ts';
import type { World } from './world.ts';

/** What an attacker was told. */
export interface Acknowledged {
	readonly thing: string;
	readonly customerId: number;
	readonly id: string;
}

export interface Outside {
	readonly world: World;
	readonly intents: readonly Intent[];
	readonly refunds: readonly FakeRefund[];
	readonly acknowledged: readonly Acknowledged[];
	/** What one credit costs, without tax, and the tax on it. */
	readonly priceCents: number;
	readonly taxOf: (netCents: number) => number;
}

const CREDIT = 1_000_000;

interface Entry {
	customer_id: number;
	number: string;
	account: string;
	micros: string;
	balance: string | null;
	kind: string;
	reference: string;
}
interface Payment {
	customer_id: number;
	payment_id: string;
	way: string;
	state: string;
	credits: number;
	net: string;
	vat: string;
	currency: string;
	refunded: number;
	refunded_vat: string;
}
interface Refund {
	customer_id: number;
	refund_id: string;
	payment_id: string;
	state: string;
	credits: number;
	net: string;
	vat: string;
}
interface Invoice {
	customer_id: number;
	kind: string;
	year: number;
	number: number;
	payment_id: string;
	refund_id: string | null;
	credits: number;
	net: string;
	vat: string;
	currency: string;
}
interface Voucher {
	voucher_id: string;
	value: number;
	status: number;
	customer_id: number | null;
}

/** @param database reads all rows of all tenants */
export const explain = async (database: Client, outside: Outside): Promise<string[]> => {
	const { world, acknowledged, taxOf, priceCents } = outside;
	const problems: string[] = [];
	const demand = (holds: boolean, problem: string): void => {
		if (!holds) problems.push(problem);
	};
	const rows = async <R extends object>(text: string): Promise<R[]> => (await database.query<R>(text)).rows;
	const accounts = await rows<{ customer_id: number; balance: string; last_number: string }>('select * from credit_account');
	const entries = await rows<Entry>('select * from credit_entry order by customer_id, number, account');
	const payments = await rows<Payment>(
		`select customer_id, payment_id::text, way, state, credits, net_cents as net, vat_cents as vat, currency,
			refunded_credits as refunded, refunded_vat_cents as refunded_vat from payment`,
	);
	const refunds = await rows<Refund>(
		'select customer_id, refund_id::text, payment_id::text, state, credits, net_cents as net, vat_cents as vat from refund',
	);
	const invoices = await rows<Invoice>(
		`select customer_id, kind, year, number, payment_id::text, refund_id::text, credits, net_cents as net, vat_cents as vat, currency
			from invoice order by kind, year, number`,
	);
	const vouchers = await rows<Voucher>('select voucher_id::text, value, status, customer_id from voucher');
	const redeemed = await rows<{ customer_id: number; voucher_id: string }>('select customer_id, voucher_id::text from voucher_redemption');

	// Each account from its rows.
	demand(entries.reduce((sum, { micros }) => sum + Number(micros), 0) === 0, 'All entries together are not zero.');
	const moves = Map.groupBy(entries, ({ customer_id, number }) => `${customer_id} ${number}`);
	const mine = entries.filter(({ account }) => account === 'customer');
	demand(moves.size === mine.length, 'There are moves without a side of the customer’s.');
	for (const [move, sides] of moves) {
		demand(sides.length === 2, `Move ${move} has ${sides.length} sides.`);
		demand(sides.reduce((sum, { micros }) => sum + Number(micros), 0) === 0, `Move ${move} does not sum to zero.`);
	}
	const ofCustomer = Map.groupBy(mine, ({ customer_id }) => customer_id);
	for (const { customer_id, balance, last_number } of accounts) {
		const own = (ofCustomer.get(customer_id) ?? []).sort((a, b) => Number(a.number) - Number(b.number));
		let told = 0;
		for (const [i, entry] of own.entries()) {
			told += Number(entry.micros);
			demand(Number(entry.number) === i + 1, `Customer ${customer_id} has a gap before move ${entry.number}.`);
			demand(
				Number(entry.balance) === told,
				`Customer ${customer_id} had ${told} after move ${entry.number}, and it says ${entry.balance}.`,
			);
			demand(told >= 0, `Customer ${customer_id} was below zero at move ${entry.number}.`);
		}
		demand(Number(balance) === told && Number(last_number) === own.length, `Customer ${customer_id} has ${balance}, and rows of ${told}.`);
	}
	for (const customer of ofCustomer.keys())
		demand(
			accounts.some((account) => account.customer_id === customer),
			`Customer ${customer} has rows and no account.`,
		);

	// Each row from what moved it, and the other way round.
	const seen = new Map<string, Entry>();
	for (const entry of mine) {
		const key = `${entry.customer_id} ${entry.kind} ${entry.reference}`;
		demand(!seen.has(key), `${key} moved credits twice.`);
		seen.set(key, entry);
	}
	const expected = new Map<string, number>();
	for (const { customer_id, payment_id, way, state, credits } of payments)
		if (state === 'paid') expected.set(`${customer_id} ${way === 'card' ? 'purchase' : 'invoice'} ${payment_id}`, credits * CREDIT);
	for (const { customer_id, refund_id, state, credits } of refunds) {
		expected.set(`${customer_id} refund ${refund_id}`, -credits * CREDIT);
		if (state === 'failed') expected.set(`${customer_id} refund_failed ${refund_id}`, credits * CREDIT);
	}
	for (const { voucher_id, value, status, customer_id } of vouchers)
		if (status === 1) expected.set(`${customer_id} voucher ${voucher_id}`, value * CREDIT);
	for (const [key, micros] of expected)
		demand(Number(seen.get(key)?.micros) === micros, `${key} of ${micros} is ${seen.get(key)?.micros}.`);
	for (const [key, { kind, reference, micros }] of seen) {
		if (kind === 'sending')
			demand(/^\d+ \d+$/.test(reference) && Number(micros) === -Number(reference.split(' ')[1]), `${key} took ${micros}.`);
		else demand(expected.has(key), `Nothing explains ${key} of ${micros}.`);
	}
	for (const { customer_id, voucher_id } of redeemed)
		demand(
			vouchers.some((voucher) => voucher.voucher_id === voucher_id && voucher.status === 1 && voucher.customer_id === customer_id),
			`Voucher ${voucher_id} was redeemed by ${customer_id}, and does not say so.`,
		);
	demand(
		redeemed.length === vouchers.filter(({ status }) => status === 1).length,
		'Some voucher was redeemed more than once, or by nobody.',
	);
	for (const { id, value } of world.vouchers)
		demand(vouchers.find(({ voucher_id }) => voucher_id === id)?.value === value, `Voucher ${id} is not worth ${value} any more.`);

	// Each payment and refund from Stripe's own record.
	const charged = Map.groupBy(outside.intents, ({ metadata }) => metadata.paymentId ?? '');
	for (const payment of payments) {
		const { payment_id, customer_id, way, state, credits, net, vat, currency } = payment;
		const total = Number(net) + Number(vat);
		demand(Number(net) === credits * priceCents && Number(vat) === taxOf(Number(net)), `Payment ${payment_id} costs ${net} and ${vat}.`);
		demand(currency === 'EUR', `Payment ${payment_id} is in ${currency}.`);
		if (way === 'invoice') {
			demand(state === 'paid', `Payment ${payment_id} by invoice is ${state}.`);
			continue;
		}
		const own = charged.get(payment_id) ?? [];
		demand(own.length <= 1, `Payment ${payment_id} was charged ${own.length} times.`);
		const [intent] = own;
		if (intent)
			demand(
				intent.amount === total && intent.currency === 'eur' && intent.metadata.customerId === String(customer_id),
				`Payment ${payment_id} asked ${total}, and Stripe ${intent.amount} ${intent.currency}.`,
			);
		const should = intent?.status === 'succeeded' ? 'paid' : 'failed';
		const open = intent && /^(processing|requires_action)$/.test(intent.status);
		demand(open ? state !== 'paid' : state === should, `Payment ${payment_id} is ${state}, and at Stripe ${intent?.status}.`);
	}
	for (const [paymentId] of charged)
		demand(
			payments.some(({ payment_id }) => payment_id === paymentId),
			`Stripe charged for ${paymentId}, which is no payment.`,
		);
	const given = Map.groupBy(outside.refunds, ({ metadata }) => metadata.refundId ?? '');
	for (const { refund_id, payment_id, state, net, vat } of refunds) {
		if (payments.find((payment) => payment.payment_id === payment_id)?.way === 'invoice') {
			demand(state === 'done', `Refund ${refund_id} of an invoice is ${state}.`);
			continue;
		}
		const own = given.get(refund_id) ?? [];
		demand(own.length <= 1, `Refund ${refund_id} was given ${own.length} times.`);
		const [made] = own;
		const should = made?.status === 'succeeded' ? 'done' : made?.status === 'pending' ? 'pending' : 'failed';
		demand(state === should, `Refund ${refund_id} is ${state}, and at Stripe ${made?.status}.`);
		if (made)
			demand(made.amount === Number(net) + Number(vat), `Refund ${refund_id} is of ${net} and ${vat}, and at Stripe of ${made.amount}.`);
	}
	for (const [refundId] of given)
		demand(
			refunds.some(({ refund_id }) => refund_id === refundId),
			`Stripe gave ${refundId} back, which is no refund.`,
		);
	for (const { payment_id, credits, refunded, refunded_vat, vat } of payments) {
		const back = refunds.filter((refund) => refund.payment_id === payment_id && refund.state !== 'failed');
		const sum = back.reduce((all, refund) => all + refund.credits, 0);
		demand(sum === refunded && sum <= credits, `Of payment ${payment_id} ${refunded} of ${credits} went back, and refunds of ${sum}.`);
		const tax = back.reduce((all, refund) => all + Number(refund.vat), 0);
		demand(tax === Number(refunded_vat) && tax <= Number(vat), `Of payment ${payment_id} ${tax} of tax ${vat} went back.`);
	}

	// Each number once, none missing; each document about what it says.
	for (const [series, own] of Map.groupBy(invoices, ({ kind, year }) => `${kind} ${year}`))
		demand(
			own.every(({ number }, i) => number === i + 1),
			`${series} is numbered ${own.map(({ number }) => number).join(', ')}.`,
		);
	const documents = Map.groupBy(invoices, ({ kind, payment_id, refund_id }) => `${kind} ${payment_id} ${refund_id}`);
	const written = new Map<string, Pick<Payment, 'credits' | 'net' | 'vat'>>();
	for (const payment of payments) if (payment.state === 'paid') written.set(`invoice ${payment.payment_id} null`, payment);
	for (const refund of refunds) {
		const note = `credit_note ${refund.payment_id} ${refund.refund_id}`;
		if (refund.state === 'done') written.set(note, refund);
		// One that failed after it was done keeps its note, and is charged anew.
		if (refund.state === 'failed' && documents.has(note)) {
			written.set(note, refund);
			written.set(`invoice ${refund.payment_id} ${refund.refund_id}`, refund);
		}
	}
	for (const [key, about] of written) {
		const [document, second] = documents.get(key) ?? [];
		const same = document && document.credits === about.credits && document.net === about.net && document.vat === about.vat;
		demand(same === true && document?.currency === 'EUR' && second === undefined, `There is not one ${key}, of ${about.credits} credits.`);
	}
	for (const key of documents.keys()) demand(written.has(key), `Nothing explains ${key}.`);

	// Each euro: what Stripe holds of cards is what was invoiced for them and not credited.
	const cards = new Set(payments.filter(({ way }) => way === 'card').map(({ payment_id }) => payment_id));
	const invoiced = invoices
		.filter(({ payment_id }) => cards.has(payment_id))
		.reduce((sum, { kind, net, vat }) => sum + (kind === 'invoice' ? 1 : -1) * (Number(net) + Number(vat)), 0);
	const received = outside.intents.reduce((sum, { amount_received }) => sum + amount_received, 0);
	const returned = outside.refunds.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
	demand(invoiced === received - returned, `Invoices are of ${invoiced} cents, and Stripe holds ${received} less ${returned}.`);

	// What was acknowledged is there.
	const paymentIds = new Set(payments.map(({ customer_id, payment_id }) => `${customer_id} ${payment_id}`));
	const refundIds = new Set(refunds.map(({ customer_id, refund_id }) => `${customer_id} ${refund_id}`));
	for (const { thing, customerId, id } of acknowledged) {
		const there =
			thing === 'spend'
				? seen.has(`${customerId} sending ${id}`)
				: thing === 'voucher'
					? seen.has(`${customerId} voucher ${id}`)
					: thing === 'revoked'
						? vouchers.some(({ voucher_id, status }) => voucher_id === id && status === 3)
						: (thing === 'payment' ? paymentIds : refundIds).has(`${customerId} ${id}`);
		demand(there, `${thing} ${id} of customer ${customerId} was acknowledged and is not there.`);
	}
	return problems;
};
