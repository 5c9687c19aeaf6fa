/** The calls of invoices. */
import type { Invoice } from '@luvalla/contract/billing/invoices.ts';
import * as invoices from '@luvalla/contract/billing/invoices.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage, walk } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { invoicePdf } from './pdf.ts';
import { type InvoiceKind, type InvoiceRow, invoicesOf, narrowedInvoices, numberOf, readInvoice } from './store.ts';

const shown = (row: InvoiceRow): Invoice => ({
	id: row.invoice_id,
	kind: row.kind,
	number: numberOf(row),
	issuedOn: row.issued_on,
	credits: row.credits,
	netCents: row.net_cents,
	vat: { kind: row.vat_kind, basisPoints: row.vat_basis_points },
	vatCents: row.vat_cents,
	totalCents: row.net_cents + row.vat_cents,
	currency: row.currency,
	way: row.way,
	paymentId: row.payment_id,
	refundId: row.kind === 'credit_note' ? row.refund_id : null,
	corrects: row.of_year === null || row.of_number === null ? null : numberOf({ year: row.of_year, number: row.of_number }),
	// What is charged anew is of the same payment.
	...(row.kind === 'invoice' && row.refund_id === null
		? { refundableCredits: row.refundable, refundableCents: row.refundable_cents }
		: { refundableCredits: null, refundableCents: null }),
});

const KINDS: Readonly<Record<InvoiceKind, Sentences>> = {
	invoice: { en: 'Invoice', fi: 'Lasku' },
	credit_note: { en: 'Credit note', fi: 'Hyvityslasku' },
};

/** As spreadsheets add it up: what goes back is below zero. */
const amount = ({ kind }: InvoiceRow, cents: number): number => (kind === 'credit_note' ? -cents : cents) / 100;

const FILE: readonly FileColumn<InvoiceRow>[] = [
	{ en: 'Kind', fi: 'Laji', of: ({ kind }, language) => KINDS[kind][language] },
	{ en: 'Number', fi: 'Numero', of: numberOf },
	{ en: 'Date', fi: 'Päiväys', of: ({ issued_on }) => issued_on },
	{ en: 'For invoice', fi: 'Laskuun', of: (row) => shown(row).corrects ?? '' },
	{ en: 'Credits', fi: 'Krediittejä', of: ({ kind, credits }) => (kind === 'credit_note' ? -credits : credits) },
	{ en: 'Without VAT', fi: 'Veroton', of: (row) => amount(row, row.net_cents) },
	{ en: 'VAT, %', fi: 'ALV, %', of: ({ vat_basis_points }) => vat_basis_points / 100 },
	{ en: 'VAT', fi: 'ALV', of: (row) => amount(row, row.vat_cents) },
	{ en: 'Total', fi: 'Yhteensä', of: (row) => amount(row, row.net_cents + row.vat_cents) },
	{ en: 'Currency', fi: 'Valuutta', of: ({ currency }) => currency },
];

export const invoiceRoutes = ({ storage }: Kernel): Route[] => [
	handle(invoices.invoices, async ({ query, scope: { customerId } }) => {
		const { rows, counted } = await storage.inTenant(customerId, (tx) =>
			readPage(tx, invoicesOf(customerId), narrowedInvoices(customerId, query), query),
		);
		return { data: rows.map(shown), page: pageOf(counted, query) };
	}),
	handle(invoices.invoicesFile, async ({ query, scope: { customerId }, language }) => {
		const inTenant = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => await storage.inTenant(customerId, work);
		const rows = walk(inTenant, invoicesOf(customerId), narrowedInvoices(customerId, query), query.sort);
		return listFile('invoices', language, FILE, rows);
	}),
	handle(invoices.invoiceFile, async ({ params, scope: { customerId }, language }) => {
		const row = await storage.inTenant(customerId, (tx) => readInvoice(tx, customerId, params.invoiceId));
		if (!row) throw refuse('not_found');
		const bytes = await invoicePdf(row, language);
		const name = `${row.kind === 'invoice' ? 'invoice' : 'credit-note'}-${numberOf(row)}.pdf`;
		return { name, type: 'application/pdf', body: once(bytes) };
	}),
];

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
	yield bytes;
}
