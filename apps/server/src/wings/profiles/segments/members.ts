/** Members by hand, file, choice, API or campaign: rows that say how each came, and the bits that follow from them. */
import { MEMBER_HOWS, type MemberHow } from '@luvalla/contract/profiles/segments.ts';
import { now } from '#kernel/clock.ts';
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { instant, oneOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import { numbersBy } from '../profiles/facts.ts';
import { touchNumbers } from '../rules/follow.ts';
import { changeSet } from '../sets/change.ts';
import { changeBits, holdSets } from '../sets/store.ts';
import { demandLeave, type Leave } from './grounds.ts';

/** How somebody comes into a segment. */
export interface Coming {
	readonly how: MemberHow;
	/** What of that: a purpose, an upload, a campaign. */
	readonly source?: string;
	/** `user:…`, `application:…`; absent: the person themselves. */
	readonly by?: string;
}

const MemberRow = row({ segment_id: uuid, person: uuid });

/** Segments that have rows of these persons, and whose. */
const rowsOf = (tx: Tx, customerId: number, persons: readonly string[], segmentId: string | null) =>
	tx.rows(
		MemberRow,
		sql`select distinct segment_id, person from segment_member
		where customer_id = ${customerId} and person = any(${persons}::uuid[]) and (${segmentId}::uuid is null or segment_id = ${segmentId})`,
	);

/**
 * Makes bits follow from rows for these clusters, in one segment or in all of them; answers how many changed at most. Call it under
 * `lockPeople`. @param told whoever waits for who comes and leaves is told; not where nobody did, but two turned out to be one
 */
export const settleMembers = async (
	tx: Tx,
	customerId: number,
	clusters: readonly Cluster[],
	segmentId: string | null,
	also: readonly string[] = [],
	told = true,
): Promise<void> => {
	const members = clusters.flatMap((cluster) => cluster.members);
	const rows = await rowsOf(tx, customerId, members, segmentId);
	const numbers = await numbersBy(tx, customerId, members);
	const segments = [...new Set([...rows.map((one) => one.segment_id), ...(segmentId === null ? [] : [segmentId]), ...also])];
	const bySegment = Map.groupBy(rows, (one) => one.segment_id);
	for (const set of await holdSets(tx, customerId, segments)) {
		if (set.rule !== null) continue;
		const there = new Set(bySegment.get(set.set_id)?.map(({ person }) => person));
		const on = clusters.flatMap((cluster) =>
			cluster.members.some((member) => there.has(member)) ? (numbers.get(cluster.kept) ?? []) : [],
		);
		await (told
			? changeSet(tx, customerId, set, on, [...numbers.values()])
			: changeBits(tx, customerId, set.set_id, on, [...numbers.values()]));
	}
	await touchNumbers(tx, customerId, [...numbers.values()]);
};

/**
 * Puts people in. Who is in by the same way already stays as they came; into a segment that is gone nobody is put, and nobody who was
 * erased since they were found. Call it under `lockPeople`.
 * @throws Refused 403 where a purpose rests on the segment, and it is not theirs to say who is in it
 */
export const putIn = async (
	tx: Tx,
	customerId: number,
	segmentId: string,
	clusters: readonly Cluster[],
	{ how, source = '', by }: Coming,
	leave: Leave,
): Promise<void> => {
	await demandLeave(tx, customerId, [segmentId], 'in', leave);
	await tx.run(sql`insert into segment_member (customer_id, segment_id, person, how, source, at, by)
		select ${customerId}::int, ${segmentId}::uuid, p.person, ${how}, ${source}, ${now()}, ${by ?? null}
		from person p where p.customer_id = ${customerId} and p.person = any(${uuids(clusters.map(({ kept }) => kept))}::uuid[])
			and exists (select 1 from segment s where s.customer_id = ${customerId} and s.segment_id = ${segmentId}) on conflict do nothing`);
	await settleMembers(tx, customerId, clusters, segmentId);
};

/**
 * Takes people out: what came by this way alone, or however they came. Call it under `lockPeople`.
 * @throws Refused 403 where a purpose rests on a rule that asks who is not in it
 */
export const takeOut = async (
	tx: Tx,
	customerId: number,
	segmentId: string,
	clusters: readonly Cluster[],
	by: Pick<Coming, 'how' | 'source'> | null,
	leave: Leave,
): Promise<void> => {
	await demandLeave(tx, customerId, [segmentId], 'out', leave);
	await tx.run(sql`delete from segment_member where customer_id = ${customerId} and segment_id = ${segmentId}
			and person = any(${uuids(clusters.flatMap(({ members }) => members))}::uuid[])
			and (${by?.how ?? null}::text is null or (how = ${by?.how ?? ''} and source = ${by?.source ?? ''}))`);
	await settleMembers(tx, customerId, clusters, segmentId);
};

const HowRow = row({ person: uuid, how: oneOf(MEMBER_HOWS), at: instant, source: text });

/** How these came into a segment, each way with when, by the id they came under. */
export const howsOf = async (
	tx: Tx,
	customerId: number,
	segmentId: string,
	persons: readonly string[],
): Promise<Map<string, { how: MemberHow; at: string; source: string }[]>> => {
	const rows = await tx.rows(
		HowRow,
		sql`select person, how, at, source from segment_member
		where customer_id = ${customerId} and segment_id = ${segmentId} and person = any(${persons}::uuid[]) order by at, how`,
	);
	return new Map(
		[...Map.groupBy(rows, ({ person }) => person)].map(([person, own]) => [
			person,
			own.map(({ how, at, source }) => ({ how, at: at.toISOString(), source })),
		]),
	);
};

const WayRow = row({ segment_id: uuid, how: oneOf(MEMBER_HOWS) });

/** By which ways these segments were filled. */
export const waysOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Map<string, MemberHow[]>> => {
	const rows = await tx.rows(
		WayRow,
		// One look into the key each, however many people there are.
		sql`select g.segment_id, h.how from unnest(${uuids(ids)}::uuid[]) g (segment_id)
			cross join unnest(${texts([...MEMBER_HOWS])}::text[]) h (how)
		where exists (select 1 from segment_member m where m.customer_id = ${customerId} and m.segment_id = g.segment_id and m.how = h.how)`,
	);
	return new Map([...Map.groupBy(rows, (one) => one.segment_id)].map(([id, own]) => [id, own.map(({ how }) => how)]));
};
