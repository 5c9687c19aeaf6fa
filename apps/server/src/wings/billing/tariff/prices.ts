/** What things cost at a moment, and what that is in credits. */
import { DEFAULT_TARIFF, type TariffPrices } from '@luvalla/contract/billing/tariff.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { tariffRowAt } from './store.ts';

/** Prices that hold now, in millionths of the currency. */
export const pricesNow = async (tx: Tx): Promise<TariffPrices> => (await tariffRowAt(tx, now()))?.prices ?? DEFAULT_TARIFF;

/** Millionths of a cent. */
const MICROS_PER_CENT = 10_000;

/**
 * Millionths of a credit that an amount comes to, the last one rounded up.
 * @param micros of the currency
 * @param creditCents what a credit costs
 */
export const creditMicrosOf = (micros: number, creditCents: number): number => {
	const of = (BigInt(micros) * BigInt(MICROS_PER_CREDIT)) / BigInt(MICROS_PER_CENT);
	const cents = BigInt(creditCents);
	return Number((of + cents - 1n) / cents);
};
