/** Billing: credits and their ledger, vouchers, licences of domains, payments and invoices. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { costRoutes } from './costs/calls.ts';
import { creditRoutes } from './credits/calls.ts';
import { checkCreditsDaily } from './credits/check.ts';
import { invoiceRoutes } from './invoices/calls.ts';
import { licenceRoutes } from './licences/calls.ts';
import { remindDaily } from './licences/remind.ts';
import { countLicences, hasLicences, renameLicences } from './licences/store.ts';
import { billingNeeds } from './needs.ts';
import { askRegularly } from './payments/ask.ts';
import { paymentRoutes } from './payments/calls.ts';
import { createGateway } from './payments/gateway.ts';
import { scriptOf } from './payments/script.ts';
import { registerWebhook } from './payments/webhook.ts';
import { spendingRoutes } from './spending/calls.ts';
import { bookMonthly } from './spending/months.ts';
import { tellRegularly } from './spending/tell.ts';
import { tariffRoutes } from './tariff/calls.ts';
import { voucherRoutes } from './vouchers/calls.ts';

export { balanceOf, book, type Move, type Moved, type Spent, spend } from './credits/ledger.ts';
export { dayOf as billingDayOf } from './days.ts';
export { isLicensed } from './licences/give.ts';
export { isCharged } from './spending/charged.ts';
export { draw, endHold, type Holding, isCovered, planHold, reserve, type SoFar, squareOpen } from './spending/holds.ts';
export { refuseShort, shortSentences } from './spending/short.ts';
export { type HoldRow, readHold } from './spending/store.ts';
export { creditMicrosOf, pricesNow } from './tariff/prices.ts';

export const billingWing = (kernel: Kernel) => {
	const { settings, secrets } = kernel;
	kernel.hooks.standsOn.on((tx, { customerId, domainId }) => hasLicences(tx, customerId, domainId));
	kernel.hooks.domainRenamed.on(renameLicences);
	kernel.hooks.needs.on((tx, whom) => billingNeeds(tx, settings, whom));
	kernel.hooks.domainHolds.on(async (tx, { customerId, domainId }) => ({
		stays: { licences: await countLicences(tx, customerId, domainId) },
	}));
	const gateway = settings.stripe && createGateway(settings, settings.stripe, secrets.fingerprint);
	return {
		routes: [
			...creditRoutes(kernel),
			...licenceRoutes(kernel),
			...voucherRoutes(kernel),
			...paymentRoutes(kernel, gateway),
			...invoiceRoutes(kernel),
			...costRoutes(kernel),
			...spendingRoutes(kernel),
			...tariffRoutes(kernel),
		] satisfies Route[],
		/** What the portal's pages may load of Stripe. */
		lets: scriptOf(settings.stripe),
		/** What is no call of the contract: Stripe's webhook. */
		register: (app: FastifyInstance): void => registerWebhook(app, kernel, gateway),
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			await checkCreditsDaily(working);
			await remindDaily(working);
			await askRegularly(working, gateway);
			await tellRegularly(working);
			await bookMonthly(working);
		},
	};
};
