/** The tariff: what messages, scanned pages and stored consents cost, from a day on. product.md, "Credits". */
import * as z from 'zod';
import { call } from '../call.ts';
import { At } from '../fields.ts';

/**
 * What has a price of the installation's own. Printed leaflets have their printing house's alone, and text messages that of their connector
 * where it says one.
 */
export const TARIFF_ITEMS = ['email', 'sms', 'mobile', 'web', 'webhook', 'ad', 'scanPage', 'storedConsent'] as const;
export type TariffItem = (typeof TARIFF_ITEMS)[number];

/** Millionths of the currency for one: a message, a part of a text message, a page of a scan, a record. A thousand of it at most. */
const price = z.int().min(0).max(1_000_000_000);
export const TariffPrices = z.record(z.enum(TARIFF_ITEMS), price);
export type TariffPrices = z.infer<typeof TariffPrices>;

/** Of an installation whose ADMIN has said nothing else. */
export const DEFAULT_TARIFF: TariffPrices = {
	email: 1_000,
	sms: 65_000,
	mobile: 500,
	web: 500,
	webhook: 200,
	ad: 200,
	scanPage: 100_000,
	storedConsent: 100,
};

export const Tariff = z.object({
	/** Null: the one that the installation began with. */
	since: At.nullable(),
	/** Millionths of the currency. */
	prices: TariffPrices,
	currency: z.string(),
	creditPriceCents: z.int(),
	/** What holds from a later day on, the nearest first. */
	next: z.array(z.object({ since: At, prices: TariffPrices })),
	/** What held before this one, the newest first. */
	past: z.array(z.object({ since: At, prices: TariffPrices })),
});
export type Tariff = z.infer<typeof Tariff>;

export const readTariff = call({
	method: 'GET',
	path: '/customer/tariff',
	about:
		'What a message, a scanned page and a stored consent cost, in millionths of the currency, since when, what held before, and what is decided for later. What is under way keeps the prices it began with.',
	answer: Tariff,
	may: ['admin', 'partner', 'customerAdmin'],
	on: 'platform',
	failure: 'We could not load the tariff.',
});

export const setTariff = call({
	method: 'POST',
	path: '/customer/tariff',
	about:
		'Sets all prices from a moment on: now, or a later one. A tariff that was once in force is never changed. 422 tariff_past: the moment is over.',
	body: z.object({ since: At.optional().describe('Absent: from now on.'), prices: TariffPrices }),
	answer: Tariff,
	may: ['admin'],
	on: 'platform',
	failure: 'We could not save the tariff.',
	success: 'Tariff saved.',
});
