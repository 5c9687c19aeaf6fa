/** What one person said and was sent, the newest first; each by an index of their own rows. */
import { DELIVERY_STATES } from '@luvalla/contract/engagement/deliveries.ts';
import { int4s, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, oneOf, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { nameOfPurpose } from '../../consent/wing.ts';
import { everyHost } from '../../tenancy/wing.ts';

const AnswerRow = row({ id: uuid, received_at: instant, purpose: text, value: bool, host: text });

/** @param domainIds null: of every domain */
export const readAnswers = (
	tx: Tx,
	customerId: number,
	members: readonly string[],
	domainIds: readonly string[] | null,
	language: string,
	most: number,
): Promise<RowOf<typeof AnswerRow>[]> =>
	tx.rows(
		AnswerRow,
		sql`select r.id, r.received_at, ${nameOfPurpose(customerId, language)} as purpose, r.value, d.host from consent_record r
			join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
			join ${everyHost(customerId)} d on d.domain_id = r.domain_id
		where r.customer_id = ${customerId} and r.person = any(${uuids(members)}::uuid[])
			and (${domainIds}::uuid[] is null or r.domain_id = any(${domainIds}::uuid[]))
		order by r.received_at desc, r.batch_position desc limit ${most}`,
	);

const MessageRow = row({
	run_id: uuid,
	channel: int,
	entry: int,
	settled_at: instant,
	title: text,
	state: oneOf(DELIVERY_STATES),
	host: text,
});

/** @param domainIds null: of every domain */
export const readMessages = (
	tx: Tx,
	customerId: number,
	numbers: readonly number[],
	domainIds: readonly string[] | null,
	most: number,
): Promise<RowOf<typeof MessageRow>[]> =>
	tx.rows(
		MessageRow,
		sql`select d.run_id, d.channel::int as channel, d.entry, d.settled_at, r.plan ->> 'title' as title, d.state, r.plan ->> 'host' as host
		from delivery d join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
		where d.customer_id = ${customerId} and d.number = any(${int4s(numbers)}::int[]) and d.settled_at is not null
			and (${domainIds}::uuid[] is null or r.domain_id = any(${domainIds}::uuid[]))
		order by d.settled_at desc limit ${most}`,
	);
