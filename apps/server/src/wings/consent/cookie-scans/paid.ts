/** Scans of whoever is charged: their pages are reserved before they begin, and paid by how many were looked at. */
import type { Said } from '@luvalla/contract/words.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	balanceOf,
	creditMicrosOf,
	endHold,
	type Holding,
	isCharged,
	planHold,
	pricesNow,
	refuseShort,
	reserve,
	shortSentences,
} from '../../billing/wing.ts';
import type { ScanInput } from './run.ts';
import { readDetail } from './store.ts';

type Parts = Pick<Kernel, 'settings'>;
const holdOf = (customerId: number, scanId: string): Holding => ({ customerId, kind: 'scans', reference: scanId });

/** What a page of a customer's scan costs, in millionths of the currency; undefined: nothing. */
export const pagePriceOf = async (tx: Tx, { settings }: Parts, customerId: number): Promise<number | undefined> => {
	return (await isCharged(tx, { settings }, customerId)) ? (await pricesNow(tx)).scanPage : undefined;
};

/** Why the balance is not enough for so many pages, in words; null: it is. */
export const shortFor = async (tx: Tx, { settings }: Parts, customerId: number, costMicros: number): Promise<Said | null> => {
	const needed = creditMicrosOf(costMicros, settings.creditPriceCents);
	const short = needed - (await balanceOf(tx, customerId));
	return short > 0 ? shortSentences(needed, short) : null;
};

/** Reserves what a scan costs at most. @throws Refused 409 no_credits, saying how many lack */
export const reserveScan = async (
	tx: Tx,
	{ settings }: Parts,
	customerId: number,
	scanId: string,
	{ host, pages, pageMicros }: Pick<ScanInput, 'host' | 'pages' | 'pageMicros'>,
): Promise<void> => {
	if (pageMicros === undefined) return;
	const [of, costMicros, creditCents] = [holdOf(customerId, scanId), pages * pageMicros, settings.creditPriceCents];
	await planHold(tx, { ...of, costMicros, creditCents, about: { host }, beginsAt: now() });
	const short = await reserve(tx, of);
	if (short > 0) throw refuseShort(creditMicrosOf(costMicros, creditCents), short);
};

/** A scan is over, however it ended: pages that are kept are paid. */
export const endScan = async (tx: Tx, customerId: number, scanId: string, { pageMicros }: Pick<ScanInput, 'pageMicros'>): Promise<void> => {
	if (pageMicros === undefined) return;
	// A page that was looked at in several passes is one.
	const pages = new Set((await readDetail(tx, customerId, scanId))?.pages.map(({ url }) => url)).size;
	await endHold(tx, holdOf(customerId, scanId), pages * pageMicros, { count: pages });
};
