/** Records of known people, as far as they decide what holds. */
import { HOW } from '@luvalla/contract/consent/ledger.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Held } from './present.ts';

const RecordRow = row({
	/** Whom it counts for: who said it, or who was one with them when they said no. */
	holder: uuid,
	purpose_id: uuid,
	id: uuid,
	value: bool,
	at: instant,
	received_at: instant,
	batch_position: int,
	purpose_version: int,
	how: oneOf(HOW),
	subject: orNull(text),
	/** A yes that never holds. */
	behind: bool,
	/** A no of somebody who is somebody else now. */
	shared: bool,
});
export type RecordRow = RowOf<typeof RecordRow>;

/** Everything that decides for these persons, in the server's order. */
export const readDeciding = (tx: Tx, customerId: number, persons: readonly string[]): Promise<RecordRow[]> =>
	tx.rows(
		RecordRow,
		sql`select r.person as holder, r.purpose_id, r.id, r.value, r.at, r.received_at, r.batch_position, r.purpose_version, r.how, r.subject,
			exists (select 1 from consent_behind b where b.customer_id = ${customerId} and b.record_at = r.at and b.record_id = r.id) as behind,
			false as shared
		from consent_record r where r.customer_id = ${customerId} and r.person = any(${persons}::uuid[])
		union all
		select s.person, r.purpose_id, r.id, r.value, r.at, r.received_at, r.batch_position, r.purpose_version, r.how, r.subject, false, true
		from consent_shared_no s join consent_record r on r.customer_id = ${customerId} and r.at = s.record_at and r.id = s.record_id
		where s.customer_id = ${customerId} and s.person = any(${persons}::uuid[])
		order by received_at, batch_position, holder`,
	);

export const heldOf = (found: RecordRow): Held => ({
	holder: found.holder,
	id: found.id,
	value: found.value,
	at: found.at,
	receivedAt: found.received_at,
	purposeVersion: found.purpose_version,
	how: found.how,
});

const ArrivedRow = row({ id: uuid, received_at: instant });

/** When the visitors' records arrived that these were made of by identification. */
export const readArrivals = async (
	tx: Tx,
	customerId: number,
	linked: readonly Pick<RecordRow, 'at' | 'id'>[],
): Promise<ReadonlyMap<string, Date>> => {
	if (linked.length === 0) return new Map();
	const rows = await tx.rows(
		ArrivedRow,
		sql`select r.id, o.received_at
		from unnest(${timestamps(linked.map(({ at }) => at))}::timestamptz[], ${uuids(linked.map(({ id }) => id))}::uuid[]) g (at, id)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
		join consent_record o on o.customer_id = ${customerId} and o.at = r.at and 'record ' || o.id = r.source`,
	);
	return new Map(rows.map(({ id, received_at: receivedAt }) => [id, receivedAt]));
};
