/** The calls of invoices. */
import type { Invoice } from '@luvalla/contract/billing/invoices.ts';
import * as invoices from '@luvalla/contract/billing/invoices.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { invoicePdf } from './pdf.ts';
import { type InvoiceRow, invoicesOf, narrowedInvoices, numberOf, readInvoice } from './store.ts';

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
	corrects: row.of_year === null || row.of_number === null ? null : numberOf({ year: row.of_year, number: row.of_number }),
	refundableCredits: row.kind === 'invoice' ? row.refundable : null,
});

export const invoiceRoutes = ({ storage }: Kernel): Route[] => [
	handle(invoices.invoices, async ({ query, scope: { customerId } }) => {
		const { rows, counted } = await storage.inTenant(customerId, (tx) =>
			readPage(tx, invoicesOf(customerId), narrowedInvoices(customerId, query), query),
		);
		return { data: rows.map(shown), page: pageOf(counted, query) };
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
