/** Tells customers' admins that the balance is low, once each time that it falls below the limit, and that something waits for credits. */
import { LOW_CREDITS } from '@luvalla/contract/billing/spending.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageAt, tellAdmins } from '../../tenancy/wing.ts';
import { balanceOf } from '../credits/ledger.ts';
import { isCharged } from './charged.ts';
import { lowMail, waitsMail } from './mails.ts';
import { customersLow, customersWaiting, readTerms, takeLow, takeWaiting } from './store.ts';

type Parts = Pick<Kernel, 'storage' | 'jobs' | 'settings'>;

/** Sends what is to be told; that it was told commits with the mails. */
export const tellOfCredits = async ({ storage, jobs, settings }: Parts): Promise<void> => {
	const low = (customerId: number) =>
		storage.inTenant(customerId, async (tx) => {
			const limit = (await readTerms(tx, customerId))?.low_micros ?? LOW_CREDITS * MICROS_PER_CREDIT;
			if ((await takeLow(tx, customerId, now())) === 0 || !(await isCharged(tx, { settings }, customerId))) return;
			const left = await balanceOf(tx, customerId);
			await tellAdmins(tx, { jobs }, customerId, (language) =>
				lowMail(language, left, limit, pageAt(settings, customerId, '/manageaccount/credits')),
			);
		});
	const waits = (customerId: number) =>
		storage.inTenant(customerId, async (tx) => {
			for (const { about } of await takeWaiting(tx, customerId, now()))
				await tellAdmins(tx, { jobs }, customerId, (language) =>
					waitsMail(language, String(about.title ?? ''), pageAt(settings, customerId, '/manageaccount/credits')),
				);
		});
	await forEach(
		[
			...(await customersLow(storage.across)).map((id) => () => low(id)),
			...(await customersWaiting(storage.across)).map((id) => () => waits(id)),
		],
		(tell) => tell(),
	);
};

export const tellRegularly = async (kernel: Parts & Pick<Kernel, 'jobs'>): Promise<void> => {
	await kernel.jobs.schedule('credits-tell', '* * * * *', () => tellOfCredits(kernel));
};
