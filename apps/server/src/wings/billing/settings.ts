/** What the environment says to this wing: what a credit costs, who sells it, and by whom cards are taken. */
import { type Environment, SettingError, textOf, urlOf, wholeOf } from '#kernel/setting-readers.ts';
import type { Settings } from '#kernel/settings.ts';

/** By whom cards are taken. */
export interface StripeSettings {
	readonly secretKey: string;
	/** Null where a test's own form takes its place (`apiBase`). */
	readonly publishableKey: string | null;
	readonly webhookSecret: string;
	/** An origin in place of Stripe's own; null: Stripe's. */
	readonly apiBase: string | null;
}

/** Who invoices are from. */
export interface Seller {
	readonly name: string;
	/** Lines. */
	readonly address: readonly string[];
	/** Null: not registered for VAT, so none is charged. */
	readonly vatId: string | null;
	/** ISO 3166-1 alpha-2. */
	readonly countryCode: string;
	/** Of sales in the seller's own country: 2550 are 25.5 %. */
	readonly vatBasisPoints: number;
}

declare module '#kernel/settings.ts' {
	interface Settings {
		/** Without VAT. */
		creditPriceCents: number;
		/** ISO 4217. */
		currency: string;
		/** Null: no cards are taken. */
		stripe: StripeSettings | null;
		seller: Seller;
	}
}

/** A credit of 10,000.00, and no more: sums stay exact. */
const MOST_CENTS = 1_000_000;

/** @throws SettingError naming the first wrong one */
export const billingSettings = (env: Environment): Pick<Settings, 'creditPriceCents' | 'currency' | 'stripe' | 'seller'> => ({
	creditPriceCents: wholeOf(env, 'CREDIT_PRICE_CENTS', 1, MOST_CENTS) ?? 100,
	currency: currencyOf(env),
	stripe: stripeOf(env),
	seller: sellerOf(env),
});

/** One of hundredths: the others' amounts would be read as a hundred times what they are. */
const currencyOf = (env: Environment): string => {
	const currency = textOf(env, 'CURRENCY')?.toUpperCase() ?? 'EUR';
	const known = Intl.supportedValuesOf('currency').includes(currency);
	const digits = known ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits : 0;
	if (digits !== 2) throw new SettingError(`CURRENCY must be a code such as EUR, of a currency that has hundredths, not '${currency}'.`);
	return currency;
};

const stripeOf = (env: Environment): StripeSettings | null => {
	const secretKey = textOf(env, 'STRIPE_SECRET_KEY');
	const publishableKey = textOf(env, 'STRIPE_PUBLISHABLE_KEY');
	const webhookSecret = textOf(env, 'STRIPE_WEBHOOK_SECRET');
	const apiBase = urlOf(env, 'STRIPE_API_BASE', ['http:', 'https:']);
	if (secretKey === null) return null;
	// Credits are booked by what Stripe tells, and that is believed by its signature alone.
	if (webhookSecret === null) throw new SettingError('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.');
	if (publishableKey === null && apiBase === null) throw new SettingError('STRIPE_PUBLISHABLE_KEY is required with STRIPE_SECRET_KEY.');
	return { secretKey, publishableKey, webhookSecret, apiBase: apiBase && new URL(apiBase).origin };
};

const sellerOf = (env: Environment): Seller => {
	const countryCode = textOf(env, 'SELLER_COUNTRY')?.toUpperCase() ?? 'FI';
	if (!/^[A-Z]{2}$/.test(countryCode)) throw new SettingError(`SELLER_COUNTRY must be a code such as FI, not '${countryCode}'.`);
	const percent = textOf(env, 'VAT_PERCENT') ?? '25.5';
	const vatBasisPoints = Math.round(Number(percent) * 100);
	if (!/^\d{1,2}(\.\d{1,2})?$/.test(percent)) throw new SettingError(`VAT_PERCENT must be a number such as 25.5, not '${percent}'.`);
	return {
		name: textOf(env, 'SELLER_NAME') ?? 'Luvalla',
		address: (textOf(env, 'SELLER_ADDRESS') ?? '')
			.split(/[,;\n]/)
			.map((line) => line.trim())
			.filter((line) => line !== ''),
		vatId: textOf(env, 'SELLER_VAT_ID'),
		countryCode,
		vatBasisPoints,
	};
};
