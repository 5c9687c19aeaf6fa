/** Who pays, when they are told, what is owed and what will be short, as calls. */
import * as contract from '@luvalla/contract/billing/spending.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customerAdminAddresses, readCustomer } from '../../tenancy/wing.ts';
import { balanceOf } from '../credits/ledger.ts';
import { lockAccount } from '../credits/store.ts';
import { isCharged } from './charged.ts';
import { dueOf, type HoldRow, openHolds, readTerms, setChargedWord, setLow } from './store.ts';

/** What a hold of a run says of its campaign. */
const OfCampaign = z.object({ campaign: z.string(), title: z.string(), triggered: z.number().optional() });

/** What lacks of each of these after those before it. @param balance what is there for all of them */
export const shortOf = (holds: readonly HoldRow[], balance: number): { hold: HoldRow; neededMicros: number; shortMicros: number }[] => {
	let left = balance;
	return holds.flatMap((hold) => {
		const more = hold.wanted - hold.spent - hold.micros;
		if (more <= 0) return [];
		const lacks = more - Math.max(0, left);
		left -= more;
		return lacks > 0 ? [{ hold, neededMicros: hold.wanted - hold.spent, shortMicros: lacks }] : [];
	});
};

export const spendingRoutes = ({ storage, settings }: Kernel): Route[] => {
	const shown = async (tx: Tx, customerId: number): Promise<contract.Spending> => {
		if (!(await readCustomer(tx, customerId))) throw refuse('not_found');
		const terms = await readTerms(tx, customerId);
		const balance = await balanceOf(tx, customerId);
		const short = shortOf(await openHolds(tx, customerId), balance);
		return {
			customerId,
			isCharged: await isCharged(tx, { settings }, customerId),
			charged: terms?.charged ?? null,
			lowCredits: Math.round((terms?.low_micros ?? contract.LOW_CREDITS * MICROS_PER_CREDIT) / MICROS_PER_CREDIT),
			lowPeople: (await customerAdminAddresses(tx, customerId)).length,
			due: (await dueOf(tx, customerId)).map(({ kind, micros, at, about }) => ({ kind, micros, at: at.toISOString(), about })),
			short: short.flatMap(({ hold, ...of }) => {
				const campaign = OfCampaign.safeParse(hold.about);
				if (!campaign.success) return [];
				const { campaign: campaignId, title, triggered } = campaign.data;
				const waits = hold.waiting_since !== null;
				return [{ campaignId, title, beginsAt: hold.begins_at.toISOString(), ...of, waits, triggered: triggered === 1 }];
			}),
		};
	};
	return [
		handle(contract.spending, ({ scope: { customerId } }) => storage.inTenant(customerId, (tx) => shown(tx, customerId))),
		handleIn(storage.inTenant, contract.setCharged, async (tx, { asker, body: { charged }, scope: { customerId } }) => {
			const before = (await readTerms(tx, customerId))?.charged ?? null;
			if (before !== charged) {
				await setChargedWord(tx, customerId, charged);
				await recordActivity(tx, customerId, asker, {
					...{ action: 'changed', thing: 'customer', thingId: String(customerId) },
					...{ before: { charged: before }, after: { charged } },
				});
			}
			return shown(tx, customerId);
		}),
		handleIn(storage.inTenant, contract.setLowCredits, async (tx, { asker, body: { lowCredits }, scope: { customerId } }) => {
			// Whoever moves credits at this moment is waited for: the balance is below the limit, or is not.
			const { balance, last_number: moves } = await lockAccount(tx, customerId);
			const terms = await readTerms(tx, customerId);
			const before = Math.round((terms?.low_micros ?? contract.LOW_CREDITS * MICROS_PER_CREDIT) / MICROS_PER_CREDIT);
			if (before !== lowCredits || terms?.low_micros == null) {
				const micros = lowCredits * MICROS_PER_CREDIT;
				await setLow(tx, customerId, micros, moves > 0 && balance < micros ? now() : null);
				await recordActivity(tx, customerId, asker, {
					...{ action: 'changed', thing: 'customer', thingId: String(customerId) },
					...{ before: { lowCredits: before }, after: { lowCredits } },
				});
			}
			return shown(tx, customerId);
		}),
	];
};
