/** Tells of events that were stored, and of stored ones that go, for roll-ups; in the transaction that does either. */
import { instant, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { tellCounts } from '#kernel/tally/news.ts';

/** What a deleted event is counted by. */
export const CountedEvent = row({ domain_id: uuid, type: text, at: instant });
export const COUNTED = sql`domain_id, type, at`;

export const tellEvents = (
	tx: Tx,
	customerId: number,
	events: readonly { readonly domainId: string; readonly type: string; readonly at: Date }[],
): Promise<void> =>
	tellCounts(
		tx,
		customerId,
		events.map(({ domainId, type, at }) => ({ what: 'event', domainId, key: type, at, n: 1 })),
	);

export const tellEventsGone = (tx: Tx, customerId: number, events: readonly RowOf<typeof CountedEvent>[]): Promise<void> =>
	tellCounts(
		tx,
		customerId,
		events.map(({ domain_id: domainId, type, at }) => ({ what: 'event', domainId, key: type, at, n: 0, gone: 1 })),
	);
