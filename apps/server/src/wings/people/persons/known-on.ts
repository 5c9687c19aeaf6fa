/**
 * Who is known on domains, where they are few. A domain's own admin sees those alone; among millions of their customer's people, asking each
 * whether they are known there takes half a minute. Where few are, they are listed first and searched among themselves.
 */
import { texts } from '#kernel/storage/arrays.ts';
import { type Counted, upTo } from '#kernel/storage/lists.ts';
import { int, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, clustersFound } from './clusters.ts';
import type { Within } from './naming.ts';

/** Names (an address, a number, an own id) by which few are known at most; and names by which people are counted at most. */
const FEW = 10_000;
const COUNTED = 30_000;

const NameRow = row({ kind: text, value: text });
const CountRow = row({ names: int, persons: int });

const namesOn = (customerId: number, domains: readonly string[], most: number): Sql => sql`(
	select s.kind, s.value from person_seen s where s.customer_id = ${customerId} and s.domain_id = any(${domains}::uuid[]) limit ${most}) s`;

/** `i`: whose a name `s` is. One look into the key each. */
const whose = (customerId: number): Sql => sql`lateral (
	select o.person from person_identifier o where o.customer_id = ${customerId} and o.kind = s.kind and o.value = s.value limit 1) i`;

/** All of them; null: everybody, or more than few. */
export const fewOn = async (tx: Tx, customerId: number, within: Within): Promise<Cluster[] | null> => {
	if (within === null) return null;
	const names = await tx.rows(NameRow, sql`select s.kind, s.value from ${namesOn(customerId, within, FEW + 1)}`);
	if (names.length > FEW) return null;
	return clustersFound(
		tx,
		customerId,
		sql`select distinct i.person from unnest(${texts(names.map(({ kind }) => kind))}::text[], ${texts(names.map(({ value }) => value))}::text[]) s (kind, value)
		cross join ${whose(customerId)}`,
	);
};

/** How many are known on the domains, counted by what they are known by: who became one with somebody counts once more. */
export const countOn = async (tx: Tx, customerId: number, domains: readonly string[]): Promise<Counted> => {
	const found = await tx.first(
		CountRow,
		sql`select count(*)::int as names, count(distinct i.person)::int as persons from ${namesOn(customerId, domains, COUNTED)} cross join ${whose(customerId)}`,
	);
	const { total, more } = upTo(found?.persons ?? 0);
	return { total, more: more || (found?.names ?? 0) === COUNTED };
};
