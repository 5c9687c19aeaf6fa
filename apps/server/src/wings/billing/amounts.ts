/** Columns that say what credits cost: of payments, and of the invoices about them. */
import { VatKind } from '@luvalla/contract/billing/credits.ts';
import { int, oneOf, text } from '#kernel/storage/rows.ts';

export const amounts = {
	credits: int,
	price_cents: int,
	net_cents: int,
	vat_kind: oneOf(VatKind.options),
	vat_basis_points: int,
	vat_cents: int,
	currency: text,
};
