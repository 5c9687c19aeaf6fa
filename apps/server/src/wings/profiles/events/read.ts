/** Events of one person, for whoever looks at them. */
import type { ProfileEvent } from '@luvalla/contract/profiles/profiles.ts';
import * as z from 'zod';
import { BATCH, batches, type InTx } from '#kernel/storage/lists.ts';
import { empty, instant, json, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { AttributeValue } from '../profiles/facts.ts';
import { millisOf } from './ids.ts';

const EventRow = row({
	id: uuid,
	type: text,
	at: instant,
	received_at: instant,
	host: text,
	how: text,
	properties: json(z.record(z.string(), AttributeValue)),
});

/** Whose events, and of which domains; null: of all. */
export interface WhoseEvents {
	readonly customerId: number;
	readonly numbers: readonly number[];
	readonly domainIds: readonly string[] | null;
}

/** The newest first. @param before the id of the event that they stand before: its time is inside it */
export const readEvents = async (
	tx: Tx,
	{ customerId, numbers, domainIds }: WhoseEvents,
	most: number,
	before: string | null = null,
): Promise<ProfileEvent[]> => {
	const rows = await tx.rows(
		EventRow,
		sql`select e.id, e.type, e.at, e.received_at, d.host, e.how, e.properties from event e
			join domain d on d.customer_id = ${customerId} and d.domain_id = e.domain_id
		where e.customer_id = ${customerId} and e.number = any(${numbers}::int[])
			and (${domainIds}::uuid[] is null or e.domain_id = any(${domainIds}::uuid[]))
			${before === null ? empty : sql`and (e.at, e.id) < (${new Date(millisOf(before))}::timestamptz, ${before}::uuid)`}
		order by e.at desc, e.id desc limit ${most}`,
	);
	return rows.map(({ host, received_at: receivedAt, at, ...one }) => ({
		...one,
		at: at.toISOString(),
		receivedAt: receivedAt.toISOString(),
		domain: host,
	}));
};

/** All of them, the newest first, a short transaction a thousand. */
export const eventsOf = (inTx: InTx, whose: WhoseEvents): AsyncGenerator<ProfileEvent[]> =>
	batches<ProfileEvent>((last) => inTx((tx) => readEvents(tx, whose, BATCH, last?.id ?? null)));
