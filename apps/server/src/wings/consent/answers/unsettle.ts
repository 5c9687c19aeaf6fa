/**
 * What an erasure does to what holds. The answer that the erased record decided goes with it: what is not known is not acted
 * upon. What is left of the person still counts as a no; as a yes it never holds again, since it is what the erased one replaced.
 */
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../../people/wing.ts';
import { atOf } from '../ids.ts';
import { markBehind } from './kept.ts';
import { readDeciding } from './records.ts';

const Person = row({ person: uuid });
const Slot = row({ id: uuid, person: uuid, purpose_id: uuid });
const Decided = row({ person: uuid, purpose_id: uuid });

/** Whose these records are, as far as they are known people's. */
export const personsOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			Person,
			sql`select distinct r.person from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]) g (at, id)
			join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id where r.person is not null`,
		)
	).map(({ person }) => person);

export interface Slots {
	readonly ids: readonly string[];
	/** What each of them may decide: of who said it, and of who was one with them. */
	readonly slots: readonly { id: string; person: string; purpose_id: string }[];
}

/** Ask before the records go. */
export const slotsOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Slots> => {
	const slots = await tx.rows(
		Slot,
		sql`select r.id, r.person, r.purpose_id from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]) g (at, id)
			join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id where r.person is not null
		union all
		select r.id, s.person, r.purpose_id from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]) g (at, id)
			join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
			join consent_shared_no s on s.customer_id = ${customerId} and s.record_at = g.at and s.record_id = g.id`,
	);
	return { ids, slots };
};

/** Call it when they are gone. */
export const unsettle = async (tx: Tx, customerId: number, { ids, slots }: Slots): Promise<void> => {
	for (const table of [sql`consent_behind`, sql`consent_shared_no`])
		await tx.run(sql`delete from ${table} where customer_id = ${customerId} and (record_at, record_id) in
				(select * from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]))`);
	if (slots.length === 0) return;
	const clusters = await clustersOf(
		tx,
		customerId,
		slots.map(({ person }) => person),
	);
	const kept = slots.map(({ person }) => clusters.get(person)?.kept ?? person);
	const decided = await tx.rows(
		Decided,
		sql`delete from consent_state where customer_id = ${customerId} and (person, purpose_id, record_id) in
			(select * from unnest(${uuids(kept)}::uuid[], ${uuids(slots.map((one) => one.purpose_id))}::uuid[], ${uuids(slots.map(({ id }) => id))}::uuid[]))
		returning person, purpose_id`,
	);
	if (decided.length === 0) return;
	const open = new Set(decided.map(({ person, purpose_id: purposeId }) => `${person} ${purposeId}`));
	const left = await readDeciding(tx, customerId, [...new Set([...clusters.values()].flatMap(({ members }) => members))]);
	const keptOf = new Map([...clusters.values()].flatMap((cluster) => cluster.members.map((member) => [member, cluster.kept] as const)));
	await markBehind(
		tx,
		customerId,
		left.filter(({ holder, purpose_id: purposeId, value, behind }) => value && !behind && open.has(`${keptOf.get(holder)} ${purposeId}`)),
	);
};
