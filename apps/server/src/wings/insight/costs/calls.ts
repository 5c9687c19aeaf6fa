/** Costs by activity and by contact; by month they are billing's. */
import { SPENDINGS, type Spending } from '@luvalla/contract/billing/credits.ts';
import { CHANNELS, channelAt } from '@luvalla/contract/channels.ts';
import { type ActivityCost, type ContactCost, costPerActivity, costPerContact } from '@luvalla/contract/insight/cost-reports.ts';
import { now } from '#kernel/clock.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { billingDayOf, creditMicrosOf, isCharged, pricesNow } from '../../billing/wing.ts';
import { shareOut } from './share.ts';
import { sentBy, spentIn } from './store.ts';

export interface Activity {
	readonly kind: Spending;
	readonly channel: number | null;
	readonly micros: number;
	readonly count: number;
}

/** By activity in the order of the channels, then scans and records: together exactly what the ledger says of the month. */
export const activitiesOf = async (tx: Tx, customerId: number, month: string): Promise<Activity[]> => {
	const spent = await spentIn(tx, customerId, month);
	const runs = spent.flatMap(({ kind, reference }) => (kind === 'sending' ? [reference] : []));
	const sent = Map.groupBy(await sentBy(tx, customerId, runs), ({ run_id: id }) => id);
	const sums = new Map<string, Activity>();
	const add = (kind: Spending, channel: number | null, micros: number, count: number): void => {
		const key = `${kind} ${channel}`;
		const known = sums.get(key);
		sums.set(key, { kind, channel, micros: (known?.micros ?? 0) + micros, count: (known?.count ?? 0) + count });
	};
	for (const { kind, reference, micros, ever, count } of spent) {
		const lanes = kind === 'sending' ? (sent.get(reference) ?? []) : [];
		if (lanes.length === 0) {
			// A run that is erased tells of no channel any more. Of what was owed for a while each month pays a part.
			add(kind, null, micros, kind === 'sending' || ever === 0 ? count : Math.round((count * micros) / ever));
			continue;
		}
		const parts = shareOut(
			micros,
			lanes.map((lane) => lane.cost_micros),
		);
		// Of what stays open a month pays a part of the messages.
		for (const [place, lane] of lanes.entries())
			add(kind, lane.channel, parts[place] ?? 0, ever === 0 ? 0 : Math.round((lane.accepted * micros) / ever));
	}
	return [...sums.values()].sort(
		(a, b) => SPENDINGS.indexOf(a.kind) - SPENDINGS.indexOf(b.kind) || (a.channel ?? CHANNELS.length) - (b.channel ?? CHANNELS.length),
	);
};

/** The channel's word, `scans` or `stored`; `sending` of runs that tell of no channel any more. */
export const keyOf = ({ kind, channel }: Activity): string => (channel === null ? kind : channelAt(channel));

export const thisMonth = (): string => billingDayOf(now()).slice(0, 7);

export const costRoutes = ({ storage, settings }: Kernel): Route[] => {
	const { creditPriceCents, currency } = settings;
	return [
		handle(costPerActivity, async ({ query: { month = thisMonth() }, scope: { customerId } }) => {
			const activities = await storage.inReport(customerId, (tx) => activitiesOf(tx, customerId, month));
			return activities.map((one) => {
				const { kind, channel, count, micros } = one;
				const oneMicros = count === 0 ? 0 : Math.round(micros / count);
				const value: ActivityCost = { kind, channel, count, micros, oneMicros, creditPriceCents, currency };
				return { key: keyOf(one), value: JSON.stringify(value) };
			});
		}),
		handleIn(storage.inReport, costPerContact, async (tx, { query: { count }, scope: { customerId } }) => {
			const prices = await pricesNow(tx);
			const charged = await isCharged(tx, { settings }, customerId);
			return CHANNELS.flatMap((name, channel) => {
				// A leaflet costs what its printing house asks.
				if (name === 'leaflet') return [];
				const price = charged ? prices[name] : 0;
				const oneMicros = creditMicrosOf(price, creditPriceCents);
				const micros = creditMicrosOf(price * count, creditPriceCents);
				const value: ContactCost = { channel, oneMicros, micros, creditPriceCents, currency };
				return [{ key: name, value: JSON.stringify(value) }];
			});
		}),
	];
};
