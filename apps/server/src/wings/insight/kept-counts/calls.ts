/** How long statistics of a customer are kept. What is older goes with the night's work (roll-ups/keep.ts). */
import * as contract from '@luvalla/contract/insight/kept-counts.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readKept, writeKept } from './store.ts';

export const keptCountRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => [
	handle(contract.keptCounts, ({ scope: { customerId } }) => storage.inTenant(customerId, (tx) => readKept(tx, customerId))),
	handle(contract.changeKeptCounts, ({ asker, body: { months }, scope: { customerId }, network }) =>
		storage.inTenant(customerId, async (tx) => {
			const before = await readKept(tx, customerId);
			await writeKept(tx, customerId, months);
			await recordActivity(tx, customerId, asker, {
				...{ action: 'changed', thing: 'kept_counts', thingId: String(customerId), network },
				...{ before: { months: before.months }, after: { months } },
			});
			return { ...before, months };
		}),
	),
];
