/** What holds, as it is kept and as it is derived: one row for each person, under the kept id, and purpose. */
import { bools, int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, orNull, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import { type Present, presentOfTree } from './present.ts';
import { heldOf, type RecordRow, readDeciding } from './records.ts';

/** A person and a purpose. */
export const slot = (person: string, purposeId: string): string => `${person} ${purposeId}`;

const StateRow = row({
	person: uuid,
	purpose_id: uuid,
	value: bool,
	record_at: instant,
	record_id: uuid,
	purpose_version: int,
	received_at: instant,
	no_at: orNull(instant),
});

/** What is kept for these slots. */
export const readPresent = async (
	tx: Tx,
	customerId: number,
	slots: readonly { person: string; purposeId: string }[],
): Promise<Map<string, Present>> => {
	if (slots.length === 0) return new Map();
	const rows = await tx.rows(
		StateRow,
		sql`select person, purpose_id, value, record_at, record_id, purpose_version, received_at, no_at from consent_state
		where customer_id = ${customerId} and (person, purpose_id) in
			(select * from unnest(${uuids(slots.map(({ person }) => person))}::uuid[], ${uuids(slots.map(({ purposeId }) => purposeId))}::uuid[]))`,
	);
	return new Map(
		rows.map((found) => [
			slot(found.person, found.purpose_id),
			{
				value: found.value,
				recordAt: found.record_at,
				recordId: found.record_id,
				purposeVersion: found.purpose_version,
				receivedAt: found.received_at,
				noAt: found.no_at,
			},
		]),
	);
};

/** What records, in the server's order, come to by purpose, for all who are one. */
export const presentByPurpose = ({ kept, edges }: Cluster, records: readonly RecordRow[]): Map<string, Present> => {
	const found = new Map<string, Present>();
	for (const [purposeId, own] of Map.groupBy(records, (one) => one.purpose_id)) {
		const present = presentOfTree(kept, edges, own.map(heldOf));
		if (present !== null) found.set(purposeId, present);
	}
	return found;
};

/** What holds for these by records, merges and marks alone, by slot. */
export const derivePresent = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<Map<string, Present>> => {
	const records = await readDeciding(tx, customerId, [...new Set(clusters.flatMap(({ members }) => members))]);
	const kept = new Map(clusters.flatMap((cluster) => cluster.members.map((member) => [member, cluster.kept] as const)));
	const byCluster = Map.groupBy(
		records.filter(({ behind }) => !behind),
		({ holder }) => kept.get(holder),
	);
	const derived = new Map<string, Present>();
	for (const cluster of clusters) {
		const own = byCluster.get(cluster.kept) ?? [];
		for (const [purposeId, present] of presentByPurpose(cluster, own)) derived.set(slot(cluster.kept, purposeId), present);
	}
	return derived;
};

/** Keeps what has changed. */
export const keepPresent = async (tx: Tx, customerId: number, changed: ReadonlyMap<string, Present>): Promise<void> => {
	if (changed.size === 0) return;
	const rows = [...changed].map(([key, present]) => {
		const [person = '', purpose = ''] = key.split(' ');
		return { person, purpose, ...present };
	});
	await tx.run(sql`insert into consent_state (customer_id, person, purpose_id, value, record_at, record_id, purpose_version, received_at, no_at)
		select ${customerId}::int, g.person, g.purpose, g.value, g.record_at, g.record_id, g.version, g.received_at, g.no_at::timestamptz
		from unnest(${uuids(rows.map(({ person }) => person))}::uuid[], ${uuids(rows.map(({ purpose }) => purpose))}::uuid[],
			${bools(rows.map(({ value }) => value))}::boolean[], ${timestamps(rows.map(({ recordAt }) => recordAt))}::timestamptz[],
			${uuids(rows.map(({ recordId }) => recordId))}::uuid[], ${int4s(rows.map(({ purposeVersion }) => purposeVersion))}::int[],
			${timestamps(rows.map(({ receivedAt }) => receivedAt))}::timestamptz[], ${texts(rows.map(({ noAt }) => noAt?.toISOString() ?? null))}::text[])
			g (person, purpose, value, record_at, record_id, version, received_at, no_at)
		on conflict (customer_id, person, purpose_id) do update set value = excluded.value, record_at = excluded.record_at,
			record_id = excluded.record_id, purpose_version = excluded.purpose_version, received_at = excluded.received_at, no_at = excluded.no_at`);
};

/** Derives anew what holds for these, when it changed who is one with whom or what can hold. */
export const settlePresent = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	const persons = [...new Set(clusters.flatMap(({ members }) => members))];
	await tx.run(sql`delete from consent_state where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
	await keepPresent(tx, customerId, await derivePresent(tx, customerId, clusters));
};

/** These records never hold: each is a yes from before a no that stands above it, or of an upload that was taken back. */
export const markBehind = async (
	tx: Tx,
	customerId: number,
	records: readonly { id: string; at: Date }[],
	takenBack: string | null = null,
): Promise<number> =>
	records.length === 0
		? 0
		: tx.run(sql`insert into consent_behind (customer_id, record_at, record_id, taken_back)
				select ${customerId}, g.at, g.id, ${takenBack}::uuid from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[]) g (at, id)
				on conflict do nothing returning 1`);

const TakenRow = row({ record_id: uuid });

/** Which of these records were brought by an upload that was taken back. */
export const readTakenBack = async (tx: Tx, customerId: number, records: readonly { id: string; at: Date }[]): Promise<Set<string>> => {
	if (records.length === 0) return new Set();
	const rows = await tx.rows(
		TakenRow,
		sql`select b.record_id from unnest(${timestamps(records.map(({ at }) => at))}::timestamptz[], ${uuids(records.map(({ id }) => id))}::uuid[]) g (at, id)
			join consent_behind b on b.customer_id = ${customerId} and b.record_at = g.at and b.record_id = g.id and b.taken_back is not null`,
	);
	return new Set(rows.map(({ record_id: id }) => id));
};
