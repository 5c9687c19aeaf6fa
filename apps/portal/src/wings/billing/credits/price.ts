/** What a purchase costs, as the server will compute it (VAT is rounded half up). */
import type { CreditBalance } from '@luvalla/contract/billing/credits';

export interface Price {
	netCents: number;
	vatCents: number;
	totalCents: number;
}

export const vatCentsOf = (netCents: number, basisPoints: number): number => Math.floor((netCents * basisPoints + 5000) / 10_000);

export function priceOf(credits: number, { creditPriceCents, vat }: Pick<CreditBalance, 'creditPriceCents' | 'vat'>): Price {
	const netCents = credits * creditPriceCents;
	const vatCents = vatCentsOf(netCents, vat.basisPoints);
	return { netCents, vatCents, totalCents: netCents + vatCents };
}

/** A whole number within what is allowed; null: it is none. */
export function wholeOf(text: string, most: number): number | null {
	const given = text.trim();
	const value = Number(given);
	return /^\d+$/.test(given) && value >= 1 && value <= most ? value : null;
}
