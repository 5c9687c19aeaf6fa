/** What of credits and licences waits for somebody. */
import { LOW_CREDITS } from '@luvalla/contract/billing/spending.ts';
import { LICENCE_REMINDER_DAYS, MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import type { Need } from '@luvalla/contract/insight/needs.ts';
import { now } from '#kernel/clock.ts';
import type { ForWhom } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { day, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { balanceOf } from './credits/ledger.ts';
import { dayOf } from './days.ts';
import { isCharged } from './spending/charged.ts';
import { readTerms } from './spending/store.ts';

const EndRow = row({ domain_id: uuid, host: text, until: day });
const DAY_MS = 86_400_000;

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
	const soon = dayOf(new Date(now().getTime() + LICENCE_REMINDER_DAYS[0] * DAY_MS));
	// The last of each domain, where no other one follows it.
	const ending = await tx.rows(
		EndRow,
		sql`select l.domain_id, d.host, max(l.until) as until from domain_licence l
			join domain d on d.customer_id = ${customerId} and d.domain_id = l.domain_id
		where l.customer_id = ${customerId} and l.until > ${today}::date and (${domainIds}::uuid[] is null or l.domain_id = any(${domainIds}::uuid[]))
		group by l.domain_id, d.host having max(l.until) <= ${soon}::date + 1 order by 3 limit 20`,
	);
	for (const { domain_id: id, host: name, until } of ending)
		needs.push({ need: 'licence-ends', id, name, domainId: id, count: null, at: `${until}T00:00:00.000Z` });
	return needs;
};
