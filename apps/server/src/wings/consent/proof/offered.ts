/** What a publication offered that a receipt repeats: for how long an answer holds, which cookies it was about, which partners. */
import { SALE_SHARING } from '@luvalla/contract/consent/light.ts';
import * as z from 'zod';
import type { ReceiptRow } from './store.ts';

export interface Offered {
	/** The visitor is asked again after this many months; null where the answer is no banner's to ask again. */
	readonly months: number | null;
	/** When that is. */
	readonly until: Date | null;
	readonly cookies: readonly { readonly name: string; readonly provider: string; readonly keeps: string }[];
	/** Numbers of IAB Europe's list; null where the framework was not asked. */
	readonly vendors: 'all' | readonly number[] | null;
}

/** As much of a configuration as is read here: one of an older build is read the same. */
const Published = z.object({
	reask: z.object({ yesMonths: z.int(), noMonths: z.int() }),
	vendors: z.union([z.literal('all'), z.array(z.int())]).optional(),
	categories: z
		.array(
			z.object({
				key: z.string(),
				cookies: z.array(z.object({ name: z.string(), provider: z.string().default(''), keeps: z.string().default('') })).default([]),
			}),
		)
		.default([]),
});

/** The same day and time, or the last day of a month that is shorter. */
const monthsAfter = (at: Date, months: number): Date => {
	const then = new Date(at);
	then.setUTCMonth(then.getUTCMonth() + months);
	if (then.getUTCDate() !== at.getUTCDate()) then.setUTCDate(0);
	return then;
};

export const offeredOf = (row: Pick<ReceiptRow, 'config' | 'category' | 'value' | 'at'>): Offered => {
	if (row.config === null) return { months: null, until: null, cookies: [], vendors: null };
	const { reask, vendors, categories } = Published.parse(JSON.parse(row.config));
	// What a browser signals holds as long as it does.
	const months = row.category === SALE_SHARING ? null : row.value ? reask.yesMonths : reask.noMonths;
	const until = months === null ? null : monthsAfter(row.at, months);
	return { months, until, cookies: categories.find(({ key }) => key === row.category)?.cookies ?? [], vendors: vendors ?? null };
};
