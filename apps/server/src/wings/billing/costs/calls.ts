/** The call of costs. */
import { costing, type MonthCost } from '@luvalla/contract/billing/costs.ts';
import { SPENDINGS } from '@luvalla/contract/billing/credits.ts';
import { now } from '#kernel/clock.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayOf } from '../days.ts';
import { costsOf } from './store.ts';

/** All months from one to another, both included: one in which nothing was spent is one of nothing. */
export const monthsBetween = (from: string, to: string): string[] => {
	const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
	const first = numberOf(from);
	return Array.from({ length: Math.max(0, numberOf(to) - first + 1) }, (_, n) => {
		const month = first + n;
		return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
	});
};

export const costRoutes = ({ storage, settings }: Kernel): Route[] => [
	handle(costing, async ({ scope: { customerId } }) => {
		const rows = await storage.inReport(customerId, (tx) => costsOf(tx, customerId));
		const [first] = rows;
		if (!first) return [];
		const { creditPriceCents, currency } = settings;
		return monthsBetween(first.month, dayOf(now()).slice(0, 7)).map((key) => {
			const spent = (kind: string): number => rows.find((row) => row.month === key && row.kind === kind)?.micros ?? 0;
			const kinds = { sending: spent('sending'), scans: spent('scans'), stored: spent('stored') };
			const micros = SPENDINGS.reduce((sum, kind) => sum + kinds[kind], 0);
			const value: MonthCost = { micros, kinds, creditPriceCents, currency };
			return { key, value: JSON.stringify(value) };
		});
	}),
];
