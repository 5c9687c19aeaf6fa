/** What of credits and licences waits for somebody. */
import { LOW_CREDITS } from '@luvalla/contract/billing/spending.ts';
import { LICENCE_REMINDER_DAYS, MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import type { Need } from '@luvalla/contract/insight/needs.ts';
import { now } from '#kernel/clock.ts';
import type { ForWhom } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { balanceOf } from './credits/ledger.ts';
import { addDays, dayOf } from './days.ts';
import { endingOf } from './licences/store.ts';
import { isCharged } from './spending/charged.ts';
import { readTerms } from './spending/store.ts';

/** Ends that are told. */
const MOST = 20;

export const billingNeeds = async (tx: Tx, settings: Kernel['settings'], { customerId, domainIds }: ForWhom): Promise<Need[]> => {
	const needs: Need[] = [];
	// Credits are the customer's as a whole.
	if (domainIds === null && (await isCharged(tx, { settings }, customerId))) {
		const terms = await readTerms(tx, customerId);
		const balance = await balanceOf(tx, customerId);
		if (balance < (terms?.low_micros ?? LOW_CREDITS * MICROS_PER_CREDIT))
			needs.push({
				...{ need: 'credits-low', id: '', name: '', domainId: null, count: Math.floor(balance / MICROS_PER_CREDIT) },
				at: terms?.low_at?.toISOString() ?? null,
			});
	}
	const today = dayOf(now());
	const ending = await endingOf(tx, customerId, today, addDays(today, LICENCE_REMINDER_DAYS[0] + 1));
	const first = [...new Map(ending.toReversed().map((one) => [one.domain_id, one])).values()].toReversed();
	// Noon: the same day by the clocks of nearly all who read it.
	for (const { domain_id: id, host: name, ends_on: on } of first.filter((one) => domainIds?.includes(one.domain_id) ?? true).slice(0, MOST))
		needs.push({ need: 'licence-ends', id, name, domainId: id, count: null, at: `${on}T12:00:00.000Z` });
	return needs;
};
