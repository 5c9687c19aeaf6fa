/** What is paid: credits, vouchers, licences, payments and invoices. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import { changesTo } from '../change.ts';

const BILLING = 'apps/server/src/wings/billing';
const TESTS = 'apps/server/test/billing';
const PAYMENTS = [`${TESTS}/payments.test.ts`];
const STORE = { file: `${BILLING}/vouchers/store.ts` };
const GATEWAY = { file: `${BILLING}/payments/gateway.ts` };
const REFUNDS = { file: `${BILLING}/payments/refunds.ts` };

export const credits = [
	...changesTo(
		'credits',
		`${BILLING}/credits/ledger.ts`,
		[`${TESTS}/credits.test.ts`],
		[
			['what is asked twice is taken twice', 'await moveBack(tx, customerId, micros);', ''],
			['the same reference for another amount passes', 'if (before.micros !== micros)', 'if (before.micros === 0)'],
			['who is paid less than nothing', 'if (micro <= 0)', 'if (micro === 0)'],
			['more is spent than there is', ' and balance + ${micros}::bigint >= 0', '', { file: `${BILLING}/credits/store.ts` }],
			[
				'sides that do not make zero add up',
				'bool_and(made = 0 and sides = 2',
				'bool_and(sides = 2',
				{ file: `${BILLING}/credits/store.ts` },
			],
		],
	),
	...changesTo(
		'vouchers',
		`${BILLING}/vouchers/redeem.ts`,
		[`${TESTS}/vouchers.test.ts`],
		[
			['a voucher is redeemed again', 'where v.code_hash = ${hash} and v.status = ${open} and', 'where v.code_hash = ${hash} and', STORE],
			[
				'a voucher whose time is over is redeemed',
				'and v.status = ${open} and (v.expires_at is null or v.expires_at > ${at}) returning',
				'and v.status = ${open} returning',
				STORE,
			],
			['a redeemed voucher is revoked', 'where voucher_id = ${id} and status = ${open}`', 'where voucher_id = ${id}`', STORE],
			[
				'a revoked voucher is shown to who has its code',
				'!row || row.status === VOUCHER_STATUS.revoked',
				'!row',
				{ file: `${BILLING}/vouchers/calls.ts` },
			],
		],
	),
	...changesTo(
		'licences',
		`${BILLING}/licences/give.ts`,
		[`${TESTS}/licences.test.ts`],
		[
			['two licences for one day', 'if (first && first.starts_on < until) {', 'if (first && first.starts_on < startsOn) {'],
			['two who give at once', 'await lockAccount(tx, customerId);\n\tconst domain', 'const domain'],
			['a domain of another customer', "if (!domain) throw refuse('not_found');", "if (!domain) throw refuse('invalid');"],
			[
				'a reminder again with each look',
				'::int[]) d on conflict do nothing returning 1`',
				'::int[]) d on conflict (customer_id, licence_id, days) do update set sent_at = excluded.sent_at returning 1`',
				{ file: `${BILLING}/licences/store.ts` },
			],
			['reminders of before it was added', ' && on >= dayOf(created_at)', '', { file: `${BILLING}/licences/remind.ts` }],
			['days by the clock of Greenwich', 'timeZone: BILLING_ZONE', "timeZone: 'UTC'", { file: `${BILLING}/days.ts` }],
		],
	),
	...changesTo('payments', `${BILLING}/payments/settle.ts`, PAYMENTS, [
		['a second message books again', "payment.state === 'paid' || ", ''],
		['another amount than was asked for', 'charged.receivedCents !== totalOf(payment) || charged', 'charged'],
		['another currency', ' || charged.currency !== payment.currency', ''],
		['a refund that failed is done all the same', "refund.state === 'failed' || ", ''],
		[
			'what a failed refund’s credit note took is charged to nobody',
			"if (refund.state === 'done') await issue(",
			"if (refund.state === 'pending') await issue(",
		],
		[
			'the answer books, and no webhook',
			"charged.state === 'paid' ? { ...charged, state: 'processing' } : charged",
			'charged',
			{ file: `${BILLING}/payments/calls.ts` },
		],
		['the same payment is charged twice', '{ idempotencyKey: `payment ${paymentId}` }', '{}', GATEWAY],
		['payments of another installation', 'if (metadata.installation !== installation || paymentId', 'if (paymentId', GATEWAY],
		[
			'no answer is taken for a no',
			"return { state: 'unknown', reason: reasonOf(error) };\n};",
			"return { state: 'failed', intent: null, problem: told, declined: false };\n};",
			GATEWAY,
		],
		['more is refunded than was paid', 'if (credits > left || credits === 0)', 'if (credits === 0)', REFUNDS],
		['what was used is refunded', "if (balance < credits * MICROS_PER_CREDIT) throw refuseRefund('refund_over_balance');", '', REFUNDS],
		[
			'a customer refunds what was paid by invoice',
			"payment.way === 'invoice' && !asAdmin",
			"payment.way === 'card' && !asAdmin && payment.credits === 0",
			REFUNDS,
		],
		['what is not paid is refunded', "if (payment.state !== 'paid') throw refuseRefund('not_paid');", '', REFUNDS],
	]),
	...changesTo(
		'invoices',
		`${BILLING}/vat.ts`,
		[`${TESTS}/invoices.test.ts`],
		[
			['a company’s number in its register as VAT id', 'id.startsWith(letters) && ', ''],
			['reverse charge for everybody elsewhere in the EU', 'vatIdOf(buyer) === null ?', 'false ?'],
			['VAT without an id of the seller', "if (vatId === null) return { kind: 'none', basisPoints: 0 };", ''],
			['cents that rounding leaves over', 'credits === left ? vatLeft : Math.min(part, vatLeft)', 'part', REFUNDS],
			[
				'numbers out of a sequence, with gaps',
				'do update set last = invoice_number.last + 1',
				'do update set last = invoice_number.last + 2',
				{ file: `${BILLING}/invoices/store.ts` },
			],
			[
				'the year of Greenwich',
				'const issuedOn = dayOf(at);',
				'const issuedOn = at.toISOString().slice(0, 10);',
				{ file: `${BILLING}/invoices/issue.ts` },
			],
		],
	),
];
