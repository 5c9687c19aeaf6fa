/** How long statistics of a customer are kept. What is older goes with the night's work (roll-ups/keep.ts). */
import * as contract from '@luvalla/contract/insight/kept-counts.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { now } from '#kernel/clock.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { askShorterKept, readKept, writeKept } from './store.ts';

const isShorter = (before: number | null, months: number | null): months is number =>
	months !== null && (before === null || months < before);

export const keptCountRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => [
	handle(contract.keptCounts, ({ scope: { customerId } }) => storage.inTenant(customerId, (tx) => readKept(tx, customerId))),
	handleIn(storage.inTenant, contract.changeKeptCounts, async (tx, { asker, body: { months }, scope: { customerId } }) => {
		const before = await readKept(tx, customerId);
		if (isShorter(before.months, months) && before.firstDay !== null) {
			demandConfirmed(asker);
			await askShorterKept(tx, customerId, months, new Date(now().getTime() + contract.KEPT_SHORTER_DAYS * 86_400_000));
		} else await writeKept(tx, customerId, months);
		const after = await readKept(tx, customerId);
		await recordActivity(tx, customerId, asker, {
			...{ action: 'changed', thing: 'kept_counts', thingId: String(customerId) },
			before: { months: before.months, shortening: before.shortening },
			after: { months: after.months, shortening: after.shortening },
		});
		return after;
	}),
];
