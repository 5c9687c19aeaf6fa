/** What the activity list keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchNumber, searchText } from '#portal/lib/search.ts';
import { spanSearch } from '#portal/lib/spans.ts';

export const activitySearch = z.object({
	...listSearch,
	person: searchText,
	customer: searchNumber,
	action: searchText,
	...spanSearch,
});
export type ActivitySearch = z.infer<typeof activitySearch>;

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
