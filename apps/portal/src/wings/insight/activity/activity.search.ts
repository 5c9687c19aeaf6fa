/** What the activity list keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchNumber, searchText } from '#portal/lib/search.ts';

export const activitySearch = z.object({
	...listSearch,
	person: searchText,
	customer: searchNumber,
	action: searchText,
	days: searchNumber,
});
export type ActivitySearch = z.infer<typeof activitySearch>;

/** Spans of time to look at; without one all is listed. */
export const daySpans = [1, 7, 30, 90] as const;
export const daysOf = (search: ActivitySearch): number | undefined => daySpans.find((days) => days === search.days);

const DAY_MS = 86_400_000;
/** The instant so many days ago, to the full minute: the same question may then be answered from memory. */
export const daysAgo = (days: number, now: Date): string =>
	new Date(Math.floor(now.getTime() / 60_000) * 60_000 - days * DAY_MS).toISOString();

/** A row is written in the transaction that its id is made in: its time is this near to the id's, or earlier by the transaction's length. */
const NEAR_MS = 10_000;
/**
 * The span in which the row of an id lies: ids are UUIDv7 and start with their millisecond. There is no call for one
 * row, so a link to a row asks for its few seconds. Null when it is no such id.
 */
export function spanOf(id: string): { from: string; to: string } | null {
	if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id)) return null;
	const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
	return { from: new Date(at - NEAR_MS).toISOString(), to: new Date(at + NEAR_MS).toISOString() };
}
