/** Who is one with whom. An identifier and a record keep the person they were made for; aliases say where that leads. */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { bool, instant, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** `gone` leads to `kept` since. */
export interface Edge {
	readonly gone: string;
	readonly kept: string;
	readonly mergedAt: Date;
}

/** All ids that are one person now. */
export interface Cluster {
	readonly kept: string;
	/** The kept id first. */
	readonly members: readonly string[];
	readonly edges: readonly Edge[];
}

/** Somebody who is one with nobody. */
export const alone = (person: string): Cluster => ({ kept: person, members: [person], edges: [] });

/** Clusters of these ids by edges that are complete: every edge that any of their members stands in. */
export const clustersBy = (persons: Iterable<string>, edges: readonly Edge[]): Map<string, Cluster> => {
	const above = new Map(edges.map((edge) => [edge.gone, edge.kept]));
	const below = Map.groupBy(edges, ({ kept }) => kept);
	const keptOf = (person: string): string => {
		let at = person;
		for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next;
		return at;
	};
	const made = new Map<string, Cluster>();
	const clusterOf = (kept: string): Cluster => {
		const known = made.get(kept);
		if (known) return known;
		const members = [kept];
		const own: Edge[] = [];
		for (const member of members)
			for (const edge of below.get(member) ?? []) {
				members.push(edge.gone);
				own.push(edge);
			}
		const cluster: Cluster = { kept, members, edges: own };
		made.set(kept, cluster);
		return cluster;
	};
	return new Map([...persons].map((person) => [person, clusterOf(keptOf(person))]));
};

const Alias = row({ gone: uuid, kept: uuid, merged_at: instant });

/** The cluster of each of these ids, by id. One statement where nobody was merged, and one more for each step of a chain. */
export const clustersOf = async (tx: Tx, customerId: number, persons: Iterable<string>): Promise<Map<string, Cluster>> => {
	const seen = new Set(persons);
	const wanted = [...seen];
	const edges = new Map<string, Edge>();
	for (let frontier = wanted; frontier.length > 0; ) {
		const rows = await tx.rows(
			Alias,
			sql`select gone, kept, merged_at from person_alias
			where customer_id = ${customerId} and undone_at is null and (gone = any(${frontier}::uuid[]) or kept = any(${frontier}::uuid[]))`,
		);
		for (const { gone, kept, merged_at: mergedAt } of rows) edges.set(gone, { gone, kept, mergedAt });
		frontier = [...new Set(rows.flatMap(({ gone, kept }) => [gone, kept]))].filter((person) => !seen.has(person));
		for (const person of frontier) seen.add(person);
	}
	return clustersBy(wanted, [...edges.values()]);
};

const FoundRow = row({ person: uuid, merged: bool });

/** Clusters of whoever `people` finds, a query for a `person` each: in the same statement, where none of them is one with anybody. */
export const clustersFound = async (tx: Tx, customerId: number, people: Sql): Promise<Cluster[]> => {
	const rows = await tx.rows(
		FoundRow,
		sql`select f.person, exists (
			select 1 from person_alias a where a.customer_id = ${customerId} and a.undone_at is null and (a.gone = f.person or a.kept = f.person)
		) as merged
		from (${people}) f`,
	);
	const merged = rows.flatMap((one) => (one.merged ? [one.person] : []));
	const clusters = new Set((await clustersOf(tx, customerId, merged)).values());
	return [...clusters, ...rows.flatMap((one) => (one.merged ? [] : [alone(one.person)]))];
};

const Owner = row({ person: uuid });

/**
 * Whose something is by now that was once this person's: one of those who are or ever were one with them. Themselves when it is nobody's
 * of these.
 */
export const ownerAmong = async (tx: Tx, customerId: number, person: string, { kind, value }: Identifier): Promise<string> => {
	const owner = await tx.first(
		Owner,
		sql`with recursive ever (person) as (
			select ${person}::uuid
			union select case when a.gone = e.person then a.kept else a.gone end from ever e
				join person_alias a on a.customer_id = ${customerId} and (a.gone = e.person or a.kept = e.person)
		)
		select i.person from person_identifier i join ever e on e.person = i.person
		where i.customer_id = ${customerId} and i.kind = ${kind} and i.value = ${value}`,
	);
	return owner?.person ?? person;
};

/** The one person that an id leads to, with every id that does: asked wherever one person is filtered on. */
export const membersOf = async (tx: Tx, customerId: number, person: string): Promise<Cluster> =>
	(await clustersOf(tx, customerId, [person])).get(person) ?? alone(person);
