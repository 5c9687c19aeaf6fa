/** Billing: credits and their ledger, vouchers, licences of domains, payments and invoices. */
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { creditRoutes } from './credits/calls.ts';
import { checkCreditsDaily } from './credits/check.ts';
import { licenceRoutes } from './licences/calls.ts';
import { remindDaily } from './licences/remind.ts';
import { voucherRoutes } from './vouchers/calls.ts';

export { balanceOf, book, type Move, type Moved, type Spent, spend } from './credits/ledger.ts';
export { dayOf as billingDayOf } from './days.ts';
export { isLicensed } from './licences/give.ts';

export const billingWing = (kernel: Kernel) => ({
	routes: [...creditRoutes(kernel), ...licenceRoutes(kernel), ...voucherRoutes(kernel)] satisfies Route[],
	/** Worker's part. */
	async work(): Promise<void> {
		const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
		await checkCreditsDaily(working);
		await remindDaily(working);
	},
});
