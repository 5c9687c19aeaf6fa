/** What a purchase costs, as the server will compute it (VAT is rounded half up). */
import type { CreditBalance } from '@luvalla/contract/billing/credits';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants';

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

/** The limit of the mail: a whole number, or 0 for none; null: it is no such number. */
export const lowestOf = (text: string): number | null => (text.trim() === '0' ? 0 : wholeOf(text, 1_000_000));

/** Whole credits that are enough for what is short; null: nothing is. @param micros that lack */
export const enoughFor = (micros: number): number | null => (micros > 0 ? Math.ceil(micros / MICROS_PER_CREDIT) : null);

/** A whole number within what is allowed; null: it is none. */
export function wholeOf(text: string, most: number): number | null {
	const given = text.trim();
	const value = Number(given);
	return /^\d+$/.test(given) && value >= 1 && value <= most ? value : null;
}
