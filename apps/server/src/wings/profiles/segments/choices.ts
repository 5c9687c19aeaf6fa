/**
 * Segments that banners name for a category: a yes puts people in, a withdrawal takes them out. Rows follow from answers alone, so
 * they are computed anew for whoever said something, became one with somebody or lost a record, and nothing depends on how often.
 */
import type { Scope } from '#kernel/access/decide.ts';
import { texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { filledBy, fillsSegments } from '../../consent/wing.ts';
import type { Cluster } from '../../people/wing.ts';
import { groundsAmong } from './grounds.ts';
import { settleMembers } from './members.ts';
import { readSegments } from './store.ts';

/** Of these those that the asker may use on the scope's domain: active, whatever fills them. */
export const usableOf = async (tx: Tx, scope: Scope, segments: readonly string[]): Promise<string[]> =>
	(await readSegments(tx, scope, segments, true)).filter((one) => one.is_active).map((one) => one.segment_id);

/** Of these those that answers given on the scope's domain may fill: used there by the asker, active, without a rule, no purpose's ground. */
export const choosable = async (tx: Tx, scope: Scope, segments: readonly string[]): Promise<string[]> => {
	const grounds = await groundsAmong(tx, scope.customerId, segments, 'in');
	return (await readSegments(tx, scope, segments)).flatMap(({ segment_id: id, is_active, rule }) =>
		is_active && rule === null && !grounds.includes(id) ? [id] : [],
	);
};

const There = row({ there: bool });

/** Whether any answer can fill anything: where there is no segment, no banner is asked. */
export const canFill = async (tx: Tx, customerId: number): Promise<boolean> => {
	const found = await tx.first(There, sql`select exists (select 1 from segment where customer_id = ${customerId}) as there`);
	return found?.there === true && fillsSegments(tx, customerId);
};

const ByChoice = row({ person: uuid, segment_id: uuid, source: text });

const keyOf = (person: string, segmentId: string, source: string): string => `${person} ${segmentId} ${source}`;

/**
 * Puts right who of these is in what by their answers. Who was taken out by hand comes in again with their next answer to the
 * purpose. Call it under `lockPeople`, after what holds was settled. @param purposes those that were answered; null: all
 */
export const settleChoices = async (
	tx: Tx,
	customerId: number,
	clusters: readonly Cluster[],
	purposes: readonly string[] | null = null,
): Promise<void> => {
	if (clusters.length === 0 || !(await canFill(tx, customerId))) return;
	const members = clusters.flatMap((cluster) => cluster.members);
	const filled = await filledBy(tx, customerId, clusters, purposes);
	const there = await tx.rows(
		ByChoice,
		sql`select person, segment_id, source from segment_member
		where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[]) and how = 'choice'
			and (${purposes}::text[] is null or source = any(${purposes}::text[]))`,
	);
	const wanted = new Map(filled.map((one) => [keyOf(one.person, one.segmentId, one.purposeId), one]));
	const known = new Set(there.map((one) => keyOf(one.person, one.segment_id, one.source)));
	const gone = there.filter((one) => !wanted.has(keyOf(one.person, one.segment_id, one.source)));
	// A yes on a page is a yes, and no ground to write to somebody without one.
	const grounds = await groundsAmong(tx, customerId, [...new Set([...wanted.values()].map(({ segmentId }) => segmentId))], 'in');
	const fresh = [...wanted].flatMap(([key, one]) => (known.has(key) || grounds.includes(one.segmentId) ? [] : [one]));
	if (gone.length > 0)
		await tx.run(sql`delete from segment_member where customer_id = ${customerId} and how = 'choice' and (person, segment_id, source) in
				(select * from unnest(${uuids(gone.map((one) => one.person))}::uuid[], ${uuids(gone.map((one) => one.segment_id))}::uuid[],
					${texts(gone.map((one) => one.source))}::text[]))`);
	if (fresh.length > 0)
		await tx.run(sql`insert into segment_member (customer_id, segment_id, person, how, source, at)
			select ${customerId}::int, g.segment_id, g.person, 'choice', g.source, g.at
			from unnest(${uuids(fresh.map((one) => one.segmentId))}::uuid[], ${uuids(fresh.map((one) => one.person))}::uuid[],
				${texts(fresh.map((one) => one.purposeId))}::text[], ${timestamps(fresh.map((one) => one.at))}::timestamptz[]) g (segment_id, person, source, at)
			-- What became a rule's, or was deleted, is filled by nobody.
			join people_set p on p.customer_id = ${customerId} and p.set_id = g.segment_id and p.rule is null and p.key is null
			on conflict do nothing`);
	const changed = new Set([...gone, ...fresh].map((one) => one.person));
	if (changed.size === 0) return;
	await settleMembers(
		tx,
		customerId,
		clusters.filter((cluster) => cluster.members.some((member) => changed.has(member))),
		null,
		[...new Set(gone.map((one) => one.segment_id))],
	);
};
