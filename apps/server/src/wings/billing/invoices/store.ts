/** Invoices in the database: written once, with all that stands on them. */

import { INVOICE_KINDS } from '@luvalla/contract/billing/invoices.ts';
import * as z from 'zod';
import { type List, list } from '#kernel/storage/lists.ts';
import { day, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { amounts, type Priced } from '../amounts.ts';

export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Who it is from, or for, as it was written. */
export const Party = z.object({ name: z.string(), address: z.array(z.string()), vatId: z.string().nullable(), countryCode: z.string() });
export type Party = z.infer<typeof Party>;

const fields = {
	invoice_id: uuid,
	kind: oneOf(INVOICE_KINDS),
	year: int,
	number: int,
	issued_on: day,
	payment_id: uuid,
	refund_id: orNull(uuid),
	...amounts,
	way: oneOf(['card', 'invoice']),
	/** Year and number of the invoice that a credit note is about. */
	of_year: orNull(int),
	of_number: orNull(int),
	/** Credits of the payment that were not refunded, and their hundredths with the tax. */
	refundable: int,
	refundable_cents: int,
};
const InvoiceRow = row(fields);
export type InvoiceRow = RowOf<typeof InvoiceRow>;
const WholeRow = row({ ...fields, seller: json(Party), buyer: json(Party) });
export type WholeInvoice = RowOf<typeof WholeRow>;

const COLUMNS = sql`i.invoice_id, i.kind, i.year::int as year, i.number, i.issued_on, i.payment_id, i.refund_id, i.credits, i.price_cents, i.net_cents, i.vat_kind,
	i.vat_basis_points, i.vat_cents, i.currency, p.way, o.year::int as of_year, o.number as of_number, p.credits - p.refunded_credits as refundable,
	p.net_cents + p.vat_cents - p.refunded_credits * p.price_cents::bigint - p.refunded_vat_cents as refundable_cents`;
const from = (customerId: number): Sql => sql`invoice i
	join payment p on p.customer_id = ${customerId} and p.payment_id = i.payment_id
	left join invoice o on o.customer_id = ${customerId} and o.invoice_id = i.corrects`;

/** 2026-0001. */
export const numberOf = ({ year, number }: { year: number; number: number }): string => `${year}-${String(number).padStart(4, '0')}`;
const written = (digits: Sql): Sql => sql`i.year || '-' || lpad(i.number::text, ${digits}, '0')`;
const NUMBER = written(sql`greatest(4, length(i.number::text))`);

export const invoicesOf = (customerId: number): List<typeof InvoiceRow> =>
	list({
		row: InvoiceRow,
		columns: COLUMNS,
		from: from(customerId),
		orders: { issuedAt: { by: sql`i.issued_at`, type: 'timestamptz' }, number: { by: written(sql`10`), type: 'text' } },
		usual: '-issuedAt',
		key: { by: sql`i.invoice_id`, type: 'uuid' },
	});

interface Narrowed {
	q?: string | undefined;
	kind?: InvoiceKind | undefined;
	invoiceId?: string | undefined;
}

export const narrowedInvoices = (customerId: number, { q, kind, invoiceId }: Narrowed): Sql[] => [
	sql`i.customer_id = ${customerId}`,
	...(q === undefined || q === '' ? [] : [sql`${NUMBER} ilike ${containing(q)}`]),
	...(kind === undefined ? [] : [sql`i.kind = ${kind}`]),
	...(invoiceId === undefined ? [] : [sql`i.invoice_id = ${invoiceId}`]),
];

export const readInvoice = (tx: Tx, customerId: number, invoiceId: string): Promise<WholeInvoice | null> =>
	tx.first(
		WholeRow,
		sql`select ${COLUMNS}, i.seller, i.buyer from ${from(customerId)} where i.customer_id = ${customerId} and i.invoice_id = ${invoiceId}`,
	);

const Issued = row({ invoice_id: uuid, year: int, number: int });
export type IssuedRow = RowOf<typeof Issued>;

/** The invoice of a payment, or the credit note of a refund. */
export const issuedFor = (tx: Tx, customerId: number, paymentId: string, refundId: string | null): Promise<IssuedRow | null> =>
	tx.first(
		Issued,
		sql`select invoice_id, year::int as year, number from invoice
			where customer_id = ${customerId} and payment_id = ${paymentId} and refund_id is not distinct from ${refundId}::uuid
			order by issued_at limit 1`,
	);

const Last = row({ last: int });

/** The next number of its series in its year; whoever wants the one after waits until this one is committed or given back. */
export const nextNumber = async (tx: Tx, series: InvoiceKind, year: number): Promise<number> => {
	const taken = await tx.first(
		Last,
		sql`insert into invoice_number (series, year, last) values (${series}, ${year}, 1)
			on conflict (series, year) do update set last = invoice_number.last + 1 returning last`,
	);
	if (!taken) throw new Error('The numbers of invoices gave none.');
	return taken.last;
};

export interface NewInvoice extends Priced {
	id: string;
	kind: InvoiceKind;
	year: number;
	number: number;
	issuedOn: string;
	at: Date;
	paymentId: string;
	refundId: string | null;
	corrects: string | null;
	seller: Party;
	buyer: Party;
}

export const insertInvoice = (tx: Tx, customerId: number, i: NewInvoice): Promise<number> =>
	tx.run(sql`insert into invoice (customer_id, invoice_id, kind, year, number, issued_on, issued_at, payment_id, refund_id, corrects, credits,
			price_cents, net_cents, vat_kind, vat_basis_points, vat_cents, currency, seller, buyer)
		values (${customerId}, ${i.id}, ${i.kind}, ${i.year}, ${i.number}, ${i.issuedOn}, ${i.at}, ${i.paymentId}, ${i.refundId}, ${i.corrects},
			${i.credits}, ${i.priceCents}, ${i.netCents}, ${i.vatKind}, ${i.vatBasisPoints}, ${i.vatCents}, ${i.currency},
			${JSON.stringify(i.seller)}, ${JSON.stringify(i.buyer)})`);
