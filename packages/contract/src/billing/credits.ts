/** Credits: the balance of a customer and the ledger behind it. calls.md section 7, "Customers". */
import * as z from 'zod';
import { call, fileQuery, listQuery } from '../call.ts';
import { CustomerId } from '../fields.ts';

/** Why credits move. What is under way is reserved; released is what it goes back to at its end, before what it cost is paid. */
export const CREDIT_KINDS = [
	'purchase',
	'invoice',
	'refund',
	'refund_failed',
	'voucher',
	'sending',
	'scans',
	'stored',
	'reserved',
	'released',
] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Between what they move; `customer` is the balance, and alone never below zero. */
export const CREDIT_ACCOUNTS = ['customer', 'stripe', 'invoice', 'vouchers', 'sending', 'scans', 'stored', 'reserved'] as const;
export type CreditAccount = (typeof CREDIT_ACCOUNTS)[number];

/** What is paid with credits: a kind, which is the account that gets them. */
export const SPENDINGS = ['sending', 'scans', 'stored'] as const satisfies readonly (CreditKind & CreditAccount)[];
export type Spending = (typeof SPENDINGS)[number];

const failure = 'Failed to get ledger report balance.';
/** Shown on the tab of credits where its list does not load (calls.md section 8). */
export const CREDITS_LIST_FAILED = 'Error while fetching credits list';

/** What is charged besides the price: `reverse`, the buyer owes it; `outside`, not in the EU; `none`, the seller has no VAT id. */
export const VatKind = z.enum(['charged', 'reverse', 'outside', 'none']);
export type VatKind = z.infer<typeof VatKind>;

export const CreditBalance = z.object({
	customerId: z.int(),
	/** Millionths of a credit (`MICROS_PER_CREDIT`). */
	balanceMicros: z.int(),
	/** Of one credit, without VAT. */
	creditPriceCents: z.int(),
	currency: z.string(),
	/** What a purchase of this customer's would bear: 2550 are 25.5 %. */
	vat: z.object({ kind: VatKind, basisPoints: z.int() }),
	/** How cards are taken; null: they are not. `testForm`: by a plain form in place of Stripe's script. */
	cards: z.object({ publishableKey: z.string().nullable(), testForm: z.boolean() }).nullable(),
});
export type CreditBalance = z.infer<typeof CreditBalance>;

const Side = z.object({ account: z.enum(CREDIT_ACCOUNTS), micros: z.int() });

export const CreditRow = z.object({
	/** Place in the customer's ledger, from 1, without gaps. */
	number: z.int(),
	at: z.string(),
	kind: z.enum(CREDIT_KINDS),
	/** What moved them, once: a payment's or voucher's id, a run. */
	reference: z.string(),
	/** What it was for, in names and numbers: `title`, `count`, `invoice`, `payment`, `voucher`, `host`, `campaign`, `month`. */
	about: z.record(z.string(), z.union([z.string(), z.number()])),
	from: z.enum(CREDIT_ACCOUNTS),
	to: z.enum(CREDIT_ACCOUNTS),
	/** Of the customer's balance: below zero for what was spent. */
	micros: z.int(),
	/** After it. */
	balanceMicros: z.int(),
	/** What was reserved after it for what was under way: with the balance it is what the moves other than reservations add up to. */
	reservedMicros: z.int(),
	/** Both sides; their sum is zero. */
	sides: z.array(Side),
});
export type CreditRow = z.infer<typeof CreditRow>;

/** The last look over all accounts of the installation: whether they sum to zero. Null before the first. */
export const CreditCheck = z.object({ at: z.string(), ok: z.boolean() }).nullable();

const readers = { may: ['admin', 'partner', 'customerAdmin'], on: 'customer' } as const;
const kind = z.enum(CREDIT_KINDS).optional().describe('Only these.');

export const ledgerBalance = call({
	method: 'GET',
	path: '/customer/ledgerbalance',
	about: 'Credits of a customer, the price of one, and how they are bought. The balance is in millionths of a credit.',
	query: z.object({ customerId: CustomerId.optional().describe('In place of the current customer.') }),
	answer: CreditBalance,
	...readers,
	of: 'customer:current',
	failure,
});

export const ledgerReport = call({
	method: 'GET',
	path: '/customer/ledgerreport',
	about:
		'Moves of a customer’s credits, newest first, with the balance after each and both sides. Search in what they were for; filter by kind; `reservations=false` leaves out what was reserved and given back, so that a run is one line. `check` says whether all accounts of the installation sum to zero, and when that was looked at; `reservedMicros` what is reserved now.',
	query: z.object({
		...listQuery,
		customerId: CustomerId,
		kind,
		reservations: z.enum(['true', 'false']).default('true').describe('false: without moves of the kinds reserved and released.'),
	}),
	answer: z.array(CreditRow),
	paged: true,
	beside: z.object({ check: CreditCheck, reservedMicros: z.int() }),
	...readers,
	of: 'customer:query.customerId',
	failure,
});

export const ledgerReportFile = call({
	method: 'GET',
	path: '/customer/ledgerreport/file',
	about: 'Moves of a customer’s credits as CSV, narrowed and sorted as in their list; amounts are in credits.',
	query: z.object({ ...fileQuery, customerId: CustomerId, kind }),
	answer: z.string(),
	file: 'text/csv',
	...readers,
	of: 'customer:query.customerId',
	failure,
});
