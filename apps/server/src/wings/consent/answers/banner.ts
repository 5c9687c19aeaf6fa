/** What banners' answers of known people come to, beside what holds: segments that their yeses fill. */
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import type { TailRecord } from '../ledger/tail.ts';

const There = row({ there: bool });

/** Whether any banner of the customer ever named segments. */
export const fillsSegments = async (tx: Tx, customerId: number): Promise<boolean> => {
	const found = await tx.first(
		There,
		sql`select exists (select 1 from publication where customer_id = ${customerId} and segments <> '{}') as there`,
	);
	return found?.there === true;
};

const SaidRow = row({ id: uuid, person: uuid, purpose_id: uuid, value: bool, how: text, source: orNull(text) });

/** An answer of a known person. */
export interface Said {
	readonly id: string;
	readonly person: string;
	readonly purposeId: string;
	readonly value: boolean;
	readonly how: string;
	/** Of one that came with a visitor: `record` and the visitor's own record. */
	readonly source: string | null;
}

/** Those of these records that known people said. */
export const saidIn = async (tx: Tx, customerId: number, records: readonly TailRecord[]): Promise<Said[]> =>
	(
		await tx.rows(
			SaidRow,
			sql`select r.id, r.person, r.purpose_id, r.value, r.how, r.source
			from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[]) with ordinality g (at, id, n)
			join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
			where r.person is not null order by g.n`,
		)
	).map(({ purpose_id: purposeId, ...said }) => ({ ...said, purposeId }));

const FilledRow = row({ person: uuid, purpose_id: uuid, segment_id: uuid, at: instant });

/** Somebody who belongs in a segment by what they said to a purpose. */
export interface Filled {
	/** The kept id. */
	readonly person: string;
	readonly purposeId: string;
	readonly segmentId: string;
	/** When the first of the yeses was received that put them there. */
	readonly at: Date;
}

/**
 * Segments that these belong in: while a yes holds, all that were named, for the category, by the banners under which it was said
 * since the last no. A yes that never holds (`consent_behind`) fills nothing. @param purposes null: all
 */
export const filledBy = async (
	tx: Tx,
	customerId: number,
	clusters: readonly Cluster[],
	purposes: readonly string[] | null,
): Promise<Filled[]> => {
	const ids = clusters.flatMap(({ kept, members }) => members.map((member) => ({ kept, member })));
	const rows = await tx.rows(
		FilledRow,
		sql`select g.kept as person, r.purpose_id, t.segment_id::uuid as segment_id, min(r.received_at) as at
		from unnest(${uuids(ids.map(({ member }) => member))}::uuid[], ${uuids(ids.map(({ kept }) => kept))}::uuid[]) g (member, kept)
		join consent_state s on s.customer_id = ${customerId} and s.person = g.kept and s.value
			and (${purposes}::uuid[] is null or s.purpose_id = any(${purposes}::uuid[]))
		join consent_record r on r.customer_id = ${customerId} and r.person = g.member and r.purpose_id = s.purpose_id and r.value
			and (s.no_at is null or least(r.at, r.received_at) > s.no_at)
		join publication p on p.customer_id = ${customerId} and p.folder = r.configuration
		cross join lateral jsonb_array_elements_text(p.segments -> r.category) t (segment_id)
		where not exists (select 1 from consent_behind b where b.customer_id = ${customerId} and b.record_at = r.at and b.record_id = r.id)
		group by g.kept, r.purpose_id, t.segment_id`,
	);
	return rows.map(({ purpose_id: purposeId, segment_id: segmentId, ...one }) => ({ ...one, purposeId, segmentId }));
};
