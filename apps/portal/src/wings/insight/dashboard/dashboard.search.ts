/** What the dashboard keeps in the URL, and its spans of time. */
import { DASHBOARD_FILTER_HOURS } from '@luvalla/contract/constants';
import * as z from 'zod';
import { searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const dashboardSearch = z.object({ ...pickerSearch, span: searchWord(['12h', '1d', '7d', '30d']) });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 24 * 60;

/** `days` is what the consent report takes for the same rows: whole days only. `stepMinutes`: how finely the span is drawn. */
export const spans = [
	{
		key: '12h',
		label: 'span12h',
		previous: 'previous12h',
		ms: DASHBOARD_FILTER_HOURS * HOUR_MS,
		days: 1,
		stepMinutes: 60,
	},
	{ key: '1d', label: 'span1d', previous: 'previous1d', ms: DAY_MS, days: 1, stepMinutes: 60 },
	{ key: '7d', label: 'span7d', previous: 'previous7d', ms: 7 * DAY_MS, days: 7, stepMinutes: DAY_MINUTES / 4 },
	{ key: '30d', label: 'span30d', previous: 'previous30d', ms: 30 * DAY_MS, days: 30, stepMinutes: DAY_MINUTES },
] as const;
export type Span = (typeof spans)[number];

/** The default is the last 12 hours. */
export const spanOf = (key: string | undefined): Span => spans.find((one) => one.key === key) ?? spans[0];
