/** Invoices and credit notes: one for each payment and each refund. */
import * as z from 'zod';
import { call, fileQuery, listQuery } from '../call.ts';
import { CustomerId, Id, On } from '../fields.ts';
import { VatKind } from './credits.ts';

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;

export const Invoice = z.object({
	id: Id,
	kind: z.enum(INVOICE_KINDS),
	/** Of its year and kind, without gaps: 2026-0001. */
	number: z.string(),
	issuedOn: On,
	credits: z.int(),
	netCents: z.int(),
	vat: z.object({ kind: VatKind, basisPoints: z.int() }),
	vatCents: z.int(),
	totalCents: z.int(),
	currency: z.string(),
	way: z.enum(['card', 'invoice']),
	/** The `transactionId` of a refund. */
	paymentId: Id,
	/** Of a credit note: the refund that it is about, which is the reference of its row in the ledger. */
	refundId: Id.nullable(),
	/** Of a credit note: the number of the invoice that it takes back, or a part of it. */
	corrects: z.string().nullable(),
	/** Of a payment's invoice: its credits that were not refunded, and what they are with the tax. Null of a credit note, and of what is charged anew. */
	refundableCredits: z.int().nullable(),
	refundableCents: z.int().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

const readers = { may: ['admin', 'partner', 'customerAdmin'], on: 'customer', of: 'customer:params.id' } as const;
const failure = 'Something went wrong';

export const invoices = call({
	method: 'GET',
	path: '/customer/{id}/invoice/all',
	about: 'Invoices and credit notes of a customer, the newest first. Search by number; filter by kind, or by the id of one.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...listQuery, kind: z.enum(INVOICE_KINDS).optional(), invoiceId: Id.optional() }),
	answer: z.array(Invoice),
	paged: true,
	...readers,
	failure,
});

export const invoicesFile = call({
	method: 'GET',
	path: '/customer/{id}/invoice/file',
	about: 'Invoices and credit notes of a customer as CSV, narrowed and sorted as in their list; amounts of credit notes are below zero.',
	params: z.object({ id: CustomerId }),
	query: z.object({ ...fileQuery, kind: z.enum(INVOICE_KINDS).optional() }),
	answer: z.string(),
	file: 'text/csv',
	...readers,
	failure,
});

export const invoiceFile = call({
	method: 'GET',
	path: '/customer/{id}/invoice/{invoiceId}/pdf',
	about: 'An invoice or a credit note as PDF, in the language of `Accept-Language`.',
	params: z.object({ id: CustomerId, invoiceId: Id }),
	answer: z.string(),
	file: 'application/pdf',
	...readers,
	failure,
});
