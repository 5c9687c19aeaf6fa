/** Tells customers' admins that the balance is low, once each time that it falls below the limit, and that something waits for credits. */
import { LOW_CREDITS } from '@luvalla/contract/billing/spending.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customerAdminAddresses, readCustomer } from '../../tenancy/wing.ts';
import { balanceOf } from '../credits/ledger.ts';
import { isCharged } from './charged.ts';
import { lowMail, waitsMail } from './mails.ts';
import { customersLow, customersWaiting, readTerms, takeLow, takeWaiting } from './store.ts';

type Parts = Pick<Kernel, 'storage' | 'jobs' | 'settings'>;

/** Sends what is to be told; that it was told commits with the mails. */
export const tellOfCredits = async ({ storage, jobs, settings }: Parts): Promise<void> => {
	const mailAdmins = async (tx: Tx, customerId: number, mailIn: (language: 'en' | 'fi') => ReturnType<typeof lowMail>): Promise<void> => {
		const mail = mailIn((await readCustomer(tx, customerId))?.country_code === 'FI' ? 'fi' : 'en');
		for (const to of await customerAdminAddresses(tx, customerId)) await queueMail(tx, jobs, { to, ...mail }, { customerId });
	};
	for (const customerId of await customersLow(storage.across))
		await storage.inTenant(customerId, async (tx) => {
			const limit = (await readTerms(tx, customerId))?.low_micros ?? LOW_CREDITS * MICROS_PER_CREDIT;
			if ((await takeLow(tx, customerId, now())) === 0 || !(await isCharged(tx, { settings }, customerId))) return;
			const left = await balanceOf(tx, customerId);
			await mailAdmins(tx, customerId, (language) => lowMail(language, left, limit, settings.publicUrl));
		});
	for (const customerId of await customersWaiting(storage.across))
		await storage.inTenant(customerId, async (tx) => {
			for (const { about } of await takeWaiting(tx, customerId, now()))
				await mailAdmins(tx, customerId, (language) => waitsMail(language, String(about.title ?? ''), settings.publicUrl));
		});
};

export const tellRegularly = async (kernel: Parts & Pick<Kernel, 'jobs'>): Promise<void> => {
	await kernel.jobs.schedule('credits-tell', '* * * * *', () => tellOfCredits(kernel));
};
