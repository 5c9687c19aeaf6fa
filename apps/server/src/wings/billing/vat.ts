/** Value added tax of what is sold here: who owes it, and how much. Rules of the EU for services sold to companies (2006/112/EC, 44 and 196). */
import type { VatKind } from '@luvalla/contract/billing/credits.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readCustomer } from '../tenancy/wing.ts';
import type { Seller } from './settings.ts';

/** Member states by their codes, with the letters that their VAT ids begin with. */
const EU: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		'AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ').map((code) => [code, code] as const),
	),
	GR: 'EL',
};

export interface Vat {
	readonly kind: VatKind;
	/** Hundredths of a percent: 2550 are 25.5 %. */
	readonly basisPoints: number;
}

export interface VatBuyer {
	/** ISO 3166-1 alpha-2, or empty: taken for the seller's. */
	readonly countryCode: string;
	readonly businessId: string;
}

/** A business id that is a VAT id of this member state, in its usual form; null: it is none. */
export const vatIdOf = ({ countryCode, businessId }: VatBuyer): string | null => {
	const letters = EU[countryCode];
	const id = businessId.toUpperCase().replace(/[\s.-]/g, '');
	return letters !== undefined && id.startsWith(letters) && /^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(id) && /\d/.test(id) ? id : null;
};

/**
 * - the seller has no VAT id: none is charged;
 * - a buyer in the seller's country, or whose country is not known: the seller's rate;
 * - a company of another member state, by its VAT id: it owes the tax itself;
 * - somebody there without one: the seller's rate;
 * - a buyer outside the EU: none.
 */
export const vatFor = ({ vatId, countryCode, vatBasisPoints }: Seller, buyer: VatBuyer): Vat => {
	if (vatId === null) return { kind: 'none', basisPoints: 0 };
	if (buyer.countryCode === '' || buyer.countryCode === countryCode) return { kind: 'charged', basisPoints: vatBasisPoints };
	if (EU[buyer.countryCode] === undefined || EU[countryCode] === undefined) return { kind: 'outside', basisPoints: 0 };
	return vatIdOf(buyer) === null ? { kind: 'charged', basisPoints: vatBasisPoints } : { kind: 'reverse', basisPoints: 0 };
};

/** @throws Refused 404 where there is no such customer: ADMIN may name any number */
export const vatOfCustomer = async (tx: Tx, customerId: number, seller: Seller): Promise<Vat> => {
	const buyer = await readCustomer(tx, customerId);
	if (!buyer) throw refuse('not_found');
	return vatFor(seller, { countryCode: buyer.country_code, businessId: buyer.business_id });
};

/** Of a net amount, rounded half up. Both are hundredths of the currency. */
export const vatCentsOf = (netCents: number, { basisPoints }: Vat): number => Math.floor((netCents * basisPoints + 5000) / 10_000);
