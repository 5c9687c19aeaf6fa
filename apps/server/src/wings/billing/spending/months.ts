/** Stored consents, booked once a month: how many records came in it. Nothing stops where they are not covered: it is owed. */

import { DEFAULT_TARIFF } from '@luvalla/contract/billing/tariff.ts';
import { BILLING_ZONE } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { allCustomers } from '../../tenancy/wing.ts';
import { payDue } from '../credits/ledger.ts';
import { dayOf } from '../days.ts';
import { creditMicrosOf } from '../tariff/prices.ts';
import { tariffRowAt } from '../tariff/store.ts';
import { isCharged } from './charged.ts';
import { payOrOwe } from './holds.ts';
import { insertMonth } from './store.ts';

const HOUR_MS = 3_600_000;

/** The moment at which a day begins there. @param day YYYY-MM-DD */
export const beginOf = (day: string): Date => {
	// The clock there is ahead of UTC by some whole hours: two or three of Europe/Helsinki.
	const utc = Date.parse(`${day}T00:00:00Z`);
	for (let ahead = 14; ahead >= -12; ahead--) {
		const at = new Date(utc - ahead * HOUR_MS);
		if (dayOf(at) === day && dayOf(new Date(at.getTime() - 1)) !== day) return at;
	}
	throw new Error(`${day} does not begin in ${BILLING_ZONE}.`);
};

/** The month before the one of a moment, from its first day to the first after it. */
export const monthBefore = (at: Date): { month: string; from: Date; to: Date } => {
	const first = `${dayOf(at).slice(0, 7)}-01`;
	const [year = 0, number = 0] = first.split('-').map(Number);
	const month = new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
	return { month, from: beginOf(`${month}-01`), to: beginOf(first) };
};

/** Books the month before this one for everybody who is charged. Asked again, by whomever, it books nothing more. */
export const bookStored = async ({ storage, hooks, settings }: Pick<Kernel, 'storage' | 'hooks' | 'settings'>): Promise<void> => {
	const { month, from, to } = monthBefore(now());
	await forEach(await allCustomers(storage.acrossInReport), async (customerId) => {
		const records = await storage.inReport(customerId, async (tx) =>
			(await isCharged(tx, { settings }, customerId))
				? (await hooks.storedRecords.ask(tx, { customerId, from, to })).reduce((sum, n) => sum + n, 0)
				: null,
		);
		await storage.inTenant(customerId, async (tx) => {
			// Who is free at the first look stays so: credits that come a night later are for what is used from then on.
			if (records === null) {
				await insertMonth(tx, customerId, month, 0, 0, now());
				return;
			}
			// By the tariff of the month's last moment.
			const prices = (await tariffRowAt(tx, new Date(to.getTime() - 1)))?.prices ?? DEFAULT_TARIFF;
			const micros = creditMicrosOf(records * prices.storedConsent, settings.creditPriceCents);
			if ((await insertMonth(tx, customerId, month, records, micros, now())) === 0) return;
			await payOrOwe(tx, { customerId, kind: 'stored', reference: month }, micros, { month, count: records });
			await payDue(tx, customerId);
		});
	});
};

/** Every night of the first days, so that a night that was missed is made up for. */
export const bookMonthly = async (kernel: Pick<Kernel, 'storage' | 'hooks' | 'settings' | 'jobs'>): Promise<void> => {
	await kernel.jobs.schedule('stored-consents', '40 2 1-10 * *', () => bookStored(kernel));
};
