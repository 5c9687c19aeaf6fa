/** Balance and ledger, as calls. */
import type { CreditAccount, CreditKind, CreditRow } from '@luvalla/contract/billing/credits.ts';
import * as credits from '@luvalla/contract/billing/credits.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import type { Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage, walk } from '#kernel/storage/lists.ts';
import { reservedNow } from '../spending/store.ts';
import { vatOfCustomer } from '../vat.ts';
import { balanceOf } from './ledger.ts';
import { lastCheck, type MoveRow, movesOf, narrowedMoves, reservedAfter } from './store.ts';

const shown = ({ number, at, kind, reference, about, micros, balance, other }: MoveRow, reservedMicros: number): CreditRow => {
	const [from, to]: [CreditAccount, CreditAccount] = micros < 0 ? ['customer', other] : [other, 'customer'];
	const sides = [
		{ account: 'customer' as const, micros },
		{ account: other, micros: -micros },
	];
	return { number, at: at.toISOString(), kind, reference, about, from, to, micros, balanceMicros: balance, reservedMicros, sides };
};

const KINDS: Readonly<Record<CreditKind, Sentences>> = {
	purchase: { en: 'Purchase by card', fi: 'Osto kortilla' },
	invoice: { en: 'Payment by invoice', fi: 'Maksu laskulla' },
	refund: { en: 'Refund', fi: 'Palautus' },
	refund_failed: { en: 'Refund that failed', fi: 'Epäonnistunut palautus' },
	voucher: { en: 'Voucher redeemed', fi: 'Arvoseteli lunastettu' },
	sending: { en: 'Sending', fi: 'Lähetys' },
	scans: { en: 'Scan', fi: 'Skannaus' },
	stored: { en: 'Stored consents', fi: 'Tallennetut suostumukset' },
	reserved: { en: 'Reserved', fi: 'Varattu' },
	released: { en: 'Reservation given back', fi: 'Varaus vapautettu' },
};
const ACCOUNTS: Readonly<Record<CreditAccount, Sentences>> = {
	customer: { en: 'Balance', fi: 'Saldo' },
	stripe: { en: 'Stripe', fi: 'Stripe' },
	invoice: { en: 'Invoices', fi: 'Laskut' },
	vouchers: { en: 'Vouchers', fi: 'Arvosetelit' },
	sending: { en: 'Sending', fi: 'Lähetykset' },
	scans: { en: 'Scans', fi: 'Skannaukset' },
	stored: { en: 'Ledger', fi: 'Suostumuskirja' },
	reserved: { en: 'Reserved', fi: 'Varatut' },
};

const FILE: readonly FileColumn<MoveRow>[] = [
	{ en: 'Number', fi: 'Numero', of: ({ number }) => number },
	{ en: 'Time', fi: 'Aika', of: ({ at }) => at.toISOString() },
	{ en: 'Kind', fi: 'Laji', of: ({ kind }, language) => KINDS[kind][language] },
	{ en: 'From', fi: 'Mistä', of: ({ micros, other }, language) => ACCOUNTS[micros < 0 ? 'customer' : other][language] },
	{ en: 'To', fi: 'Mihin', of: ({ micros, other }, language) => ACCOUNTS[micros < 0 ? other : 'customer'][language] },
	{ en: 'Credits', fi: 'Krediittejä', of: ({ micros }) => micros / MICROS_PER_CREDIT },
	{ en: 'Balance', fi: 'Saldo', of: ({ balance }) => balance / MICROS_PER_CREDIT },
	{ en: 'Reference', fi: 'Viite', of: ({ reference }) => reference },
	{ en: 'What', fi: 'Mitä', of: ({ about }) => Object.values(about).join(', ') },
];

export const creditRoutes = ({ storage, settings }: Kernel): Route[] => [
	handle(credits.ledgerBalance, async ({ scope: { customerId } }) => {
		const { balanceMicros, vat } = await storage.inTenant(customerId, async (tx) => ({
			balanceMicros: await balanceOf(tx, customerId),
			vat: await vatOfCustomer(tx, customerId, settings.seller),
		}));
		const { creditPriceCents, currency, stripe } = settings;
		const cards = stripe && { publishableKey: stripe.publishableKey, testForm: stripe.apiBase !== null };
		return { customerId, balanceMicros, creditPriceCents, currency, vat, cards };
	}),
	handle(credits.ledgerReport, async ({ query, scope: { customerId } }) => {
		const { found, reserved, reservedMicros, check } = await storage.inReport(customerId, async (tx) => {
			const page = await readPage(tx, movesOf(customerId), narrowedMoves(customerId, query), query);
			return {
				found: page,
				reserved: await reservedAfter(
					tx,
					customerId,
					page.rows.map(({ number }) => number),
				),
				reservedMicros: await reservedNow(tx, customerId),
				check: await lastCheck(tx),
			};
		});
		return {
			data: found.rows.map((move) => shown(move, reserved.get(move.number) ?? 0)),
			page: pageOf(found.counted, query),
			check: check && { at: check.at.toISOString(), ok: check.wrong.length === 0 },
			reservedMicros,
		};
	}),
	handle(credits.ledgerReportFile, async ({ query, scope: { customerId }, language }) =>
		listFile(
			'credits',
			language,
			FILE,
			walk(async (work) => await storage.inTenant(customerId, work), movesOf(customerId), narrowedMoves(customerId, query), query.sort),
		),
	),
];
