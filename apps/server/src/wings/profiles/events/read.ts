/** Events of one person, for whoever looks at them. */
import { EVENTS_SHOWN, type ProfileEvent } from '@luvalla/contract/profiles/profiles.ts';
import * as z from 'zod';
import { instant, json, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { AttributeValue } from '../profiles/facts.ts';

const EventRow = row({
	id: uuid,
	type: text,
	at: instant,
	received_at: instant,
	host: text,
	how: text,
	properties: json(z.record(z.string(), AttributeValue)),
});

/** The newest first, one more than are shown; to a domain's own admin those of their domains. */
export const readEvents = async (
	tx: Tx,
	customerId: number,
	numbers: readonly number[],
	domainIds: readonly string[] | null,
): Promise<ProfileEvent[]> => {
	const rows = await tx.rows(
		EventRow,
		sql`select e.id, e.type, e.at, e.received_at, d.host, e.how, e.properties from event e
			join domain d on d.customer_id = ${customerId} and d.domain_id = e.domain_id
		where e.customer_id = ${customerId} and e.number = any(${numbers}::int[])
			and (${domainIds}::uuid[] is null or e.domain_id = any(${domainIds}::uuid[]))
		order by e.at desc, e.id limit ${EVENTS_SHOWN + 1}`,
	);
	return rows.map(({ host, received_at: receivedAt, at, ...one }) => ({
		...one,
		at: at.toISOString(),
		receivedAt: receivedAt.toISOString(),
		domain: host,
	}));
};
