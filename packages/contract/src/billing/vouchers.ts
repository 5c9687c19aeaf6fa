/** Vouchers: made by hand, redeemed once. calls.md section 7, "Payments and vouchers". */
import * as z from 'zod';
import { call, fileQuery, listQuery } from '../call.ts';
import { VOUCHER_STATUS, VOUCHER_TRIES_PER_HOUR } from '../constants.ts';
import { CustomerId, GivenAt, Id, line } from '../fields.ts';
import { Licence } from './licences.ts';

/** What a voucher is good for: so many credits, or so many months of a domain's licence. */
export const VOUCHER_KINDS = ['credits', 'licence'] as const;
export type VoucherKind = (typeof VOUCHER_KINDS)[number];
/** Of credits, or months, in one voucher. */
export const VOUCHER_MOST = { credits: 10_000, licence: 36 } as const satisfies Record<VoucherKind, number>;

const { open, redeemed, expired, revoked } = VOUCHER_STATUS;
/** 0 open, 1 redeemed, 2 expired, 3 revoked (product.md, Status numbers). */
export const VoucherStatus = z.union([z.literal(open), z.literal(redeemed), z.literal(expired), z.literal(revoked)]);

/** As anybody sees it who has its code. */
const seen = {
	/** With its last two signs alone: nobody is shown the whole code but whoever makes the voucher, once. */
	code: z.string(),
	status: VoucherStatus,
	kind: z.enum(VOUCHER_KINDS),
	/** Credits, or months of a licence. */
	value: z.int(),
	expiresAt: z.string().nullable(),
};
export const CheckedVoucher = z.object(seen);
export type CheckedVoucher = z.infer<typeof CheckedVoucher>;

export const Voucher = z.object({
	id: Id,
	...seen,
	note: z.string(),
	createdAt: z.string(),
	redeemedAt: z.string().nullable(),
	/** Who redeemed it. */
	customerId: z.int().nullable(),
	customerName: z.string().nullable(),
});
export type Voucher = z.infer<typeof Voucher>;

export const VoucherType = z.object({ kind: z.enum(VOUCHER_KINDS), unit: z.enum(['credits', 'months']), most: z.int() });

export const Redemption = z.object({
	/** Of the voucher. */
	id: Id,
	code: z.string(),
	kind: z.enum(VOUCHER_KINDS),
	value: z.int(),
	note: z.string(),
	redeemedAt: z.string(),
	/** Of `licence`: the domain that got it. */
	domain: z.string().nullable(),
});
export type Redemption = z.infer<typeof Redemption>;

const failure = 'We could not fetch vouchers';
const invalid = 'Please enter valid voucher details';
const admin = { may: ['admin'], on: 'platform' } as const;
const holders = ['admin', 'partner', 'customerAdmin'] as const;
const Code = z.string().max(60);

/** Said of a code that is none, and of one that was revoked. */
export const VOUCHER_NOT_VALID = 'This voucher is not valid, please check !!';

const narrowed = { status: z.coerce.number().pipe(VoucherStatus).optional(), kind: z.enum(VOUCHER_KINDS).optional() };

export const voucherReport = call({
	method: 'GET',
	path: '/Voucher/report',
	about: 'All vouchers of the installation, the newest first. Search in notes and ends of codes; filter by status and kind.',
	query: z.object({ ...listQuery, ...narrowed }),
	answer: z.array(Voucher),
	paged: true,
	...admin,
	failure,
});

export const voucherReportFile = call({
	method: 'GET',
	path: '/Voucher/report/file',
	about: 'Vouchers of the installation as CSV, narrowed and sorted as in their report.',
	query: z.object({ ...fileQuery, ...narrowed }),
	answer: z.string(),
	file: 'text/csv',
	...admin,
	failure,
});

export const voucherTypes = call({
	method: 'GET',
	path: '/Voucher/Types',
	about: 'What vouchers may be good for, and how much of it at most.',
	answer: z.array(VoucherType),
	may: holders,
	on: 'platform',
	failure,
});

export const myRedemptions = call({
	method: 'GET',
	path: '/Voucher/Redemption/My',
	about: 'Vouchers that the current customer redeemed, the newest first.',
	query: z.object(listQuery),
	answer: z.array(Redemption),
	paged: true,
	may: holders,
	on: 'customer',
	of: 'customer:current',
	failure,
});

export const myRedemptionsFile = call({
	method: 'GET',
	path: '/Voucher/Redemption/My/file',
	about: 'Vouchers that the current customer redeemed, as CSV.',
	query: z.object(fileQuery),
	answer: z.string(),
	file: 'text/csv',
	may: holders,
	on: 'customer',
	of: 'customer:current',
	failure,
});

export const addVoucher = call({
	method: 'POST',
	doubles: true,
	path: '/Voucher/Manual',
	about: 'Makes a voucher of `value` credits, or of so many months of a licence. Its code is in this answer and nowhere else.',
	body: z
		.object({
			/** Credits, or months of a licence. */
			value: z.int().min(1),
			kind: z.enum(VOUCHER_KINDS).default('credits'),
			/** Of a licence: in place of `value`. */
			months: z.int().min(1).max(VOUCHER_MOST.licence).optional(),
			note: line(200).default(''),
			/** From then on it cannot be redeemed. */
			expiresAt: GivenAt.nullish(),
		})
		.refine(({ kind, value, months }) => (kind === 'licence' ? (months ?? value) : value) <= VOUCHER_MOST[kind], {
			error: 'Use at most 10,000 credits, or 36 months',
			path: ['value'],
		}),
	answer: Voucher,
	...admin,
	failure: 'We could not add new voucher.',
	success: 'New voucher added successfully.',
	invalid,
});

export const revokeVoucher = call({
	method: 'POST',
	path: '/Voucher/{id}/revoke',
	about: 'Revokes a voucher that nobody redeemed yet. 409 voucher_redeemed.',
	params: z.object({ id: Id }),
	answer: Voucher,
	...admin,
	failure,
	success: 'Voucher revoked successfully.',
	invalid,
});

export const checkVoucher = call({
	method: 'GET',
	path: '/Voucher/{code}',
	about:
		'What a voucher is good for, and whether it can be redeemed; the code in capitals or not, with hyphens or without. 404 voucher_not_valid.',
	params: z.object({ code: Code }),
	answer: CheckedVoucher,
	may: holders,
	on: 'platform',
	limits: [{ by: 'asker', count: 20, seconds: 3600, over: 'voucher looks', kept: true }],
	failure: VOUCHER_NOT_VALID,
});

export const redeemVoucher = call({
	method: 'PUT',
	path: '/voucher/{customerId}/{code}',
	about:
		'Redeems a voucher for a customer, once: credits are booked, or a domain gets its licence, from today or from the day on which it is free. 404 voucher_not_valid, 409 voucher_redeemed, 409 voucher_expired, 422 choose_licensed_domain where a licence is for one of several domains.',
	params: z.object({ customerId: CustomerId, code: Code }),
	body: z
		.object({
			/** Of a licence: which domain gets it. A customer with one domain need not say so. */
			domainId: Id.optional(),
		})
		.default({}),
	answer: Redemption.extend({
		/** After it, in millionths of a credit. */
		balanceMicros: z.int(),
		licence: Licence.nullable(),
	}),
	may: ['admin', 'customerAdmin'],
	on: 'customer',
	of: 'customer:params.customerId',
	limits: [{ by: 'asker', count: VOUCHER_TRIES_PER_HOUR, seconds: 3600, over: 'voucher tries', kept: true }],
	failure: 'We could not redeem your voucher.',
	success: 'Voucher redeemed successfully.',
	invalid,
});
