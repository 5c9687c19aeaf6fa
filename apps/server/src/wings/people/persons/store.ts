/** Reading who somebody is. Cost depends on what is asked for, not on how many people there are. */
import { inAscii } from '@luvalla/contract/fields.ts';
import { IDENTIFIER_KINDS, type Identifier } from '@luvalla/contract/people/identifiers.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { bool, empty, instant, int, oneOf, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { carryNoes } from '../objections/carry.ts';
import { type Cluster, clustersOf } from './clusters.ts';
import { fewOn } from './known-on.ts';
import type { Within } from './naming.ts';
import { forgetWords } from './release.ts';
import { dropWords, ENOUGH, insideOf, maybeInside, namedInside } from './words.ts';

const CustomerRow = row({ id: int });

/** Customers that know this address: for the person who signed in with it, and for nobody else. */
export const customersKnowing = async (storage: Storage, email: string): Promise<number[]> =>
	(await storage.across.rows(CustomerRow, sql`select person_customers_of(${email.toLowerCase()}) as id`)).map(({ id }) => id);

const IdentifierRow = row({
	kind: oneOf(IDENTIFIER_KINDS),
	value: text,
	person: uuid,
	created_at: instant,
	how: text,
	added_by: orNull(text),
	came_with: orNull(text),
	confirmed_at: orNull(instant),
});

/** Something a person is known by, and how that came about. */
export interface KnownBy extends Identifier {
	/** The id it was made for. */
	readonly person: string;
	readonly addedAt: Date;
	readonly how: string;
	readonly addedBy: string | null;
	readonly cameWith: string | null;
	readonly confirmedAt: Date | null;
}

/** What these ids are known by, the oldest first; to a domain's own admin what is known on their domains. */
export const readIdentifiers = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	within: Within = null,
): Promise<KnownBy[]> => {
	const rows = await tx.rows(
		IdentifierRow,
		sql`select i.kind, i.value, i.person, i.created_at, i.how, i.added_by, i.came_with, i.confirmed_at from person_identifier i
		where i.customer_id = ${customerId} and i.person = any(${persons}::uuid[])
			and (${within}::uuid[] is null or exists (select 1 from person_seen s
				where s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${within}::uuid[])))
		order by i.created_at, i.kind, i.value`,
	);
	return rows.map((found) => ({
		kind: found.kind,
		value: found.value,
		person: found.person,
		addedAt: found.created_at,
		how: found.how,
		addedBy: found.added_by,
		cameWith: found.came_with,
		confirmedAt: found.confirmed_at,
	}));
};

/** The same for many at once, all members of each together, by the id asked for. */
export const namesOf = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	within: Within = null,
): Promise<Map<string, KnownBy[]>> => {
	const clusters = await clustersOf(tx, customerId, persons);
	const names = await readIdentifiers(tx, customerId, [...new Set([...clusters.values()].flatMap(({ members }) => members))], within);
	const byPerson = Map.groupBy(names, ({ person }) => person);
	return new Map([...clusters].map(([person, { members }]) => [person, members.flatMap((member) => byPerson.get(member) ?? [])]));
};

const KnownRow = row({ person: uuid });

/** Whose exactly this is; to a domain's own admin where it is known on their domains. Null: nobody's. */
export const personKnownBy = async (
	tx: Tx,
	customerId: number,
	{ kind, value }: Identifier,
	within: Within = null,
): Promise<string | null> => {
	const found = await tx.first(
		KnownRow,
		sql`select i.person from person_identifier i where i.customer_id = ${customerId} and i.kind = ${kind} and i.value = ${value}
			and (${within}::uuid[] is null or exists (select 1 from person_seen s
				where s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${within}::uuid[])))`,
	);
	return found?.person ?? null;
};

const PersonRow = row({ created_at: instant });

/** Since when somebody is known; null when they are not. */
export const knownSince = async (tx: Tx, customerId: number, person: string): Promise<Date | null> => {
	const found = await tx.first(PersonRow, sql`select created_at from person where customer_id = ${customerId} and person = ${person}`);
	return found?.created_at ?? null;
};

/** Those of these who are known. */
export const knownAmong = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Set<string>> =>
	new Set(
		(await tx.rows(KnownRow, sql`select person from person where customer_id = ${customerId} and person = any(${persons}::uuid[])`)).map(
			({ person }) => person,
		),
	);

/** Most that a search brings. */
const MOST_FOUND = 5000;

const FoundRow = row({ person: uuid });

/** Whom a search finds. */
export interface FoundPeople {
	readonly found: string[];
	/** Not all of them. */
	readonly more: boolean;
}

/** Comes after all that may follow the beginning of a value. */
const LAST = '\u{10FFFF}';

/** The smallest and the greatest id that begin as typed; null for what begins none. */
const idsBeginning = (typed: string): [string, string] | null => {
	const hex = typed.toLowerCase().replaceAll('-', '');
	if (!/^[0-9a-f]{4,32}$/.test(hex)) return null;
	const id = (filler: string): string => hex.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
	return [id('0'), id('f')];
};

const Named = row({ person: uuid, whole: bool });

/**
 * Kept ids of people whose address, number or id begins so; to a domain's own admin by what is known on their domains. `whole`: it is
 * somebody's as it stands, and whoever typed it means them.
 * @param few all who are known there, where they are few (`fewOn`)
 * @param every all, however many they are
 */
export const findBeginning = async (
	tx: Tx,
	customerId: number,
	typed: string,
	within: Within = null,
	few: readonly Cluster[] | null = null,
	every = false,
): Promise<FoundPeople & { readonly whole: boolean }> => {
	const most = every ? null : MOST_FOUND;
	const ids = idsBeginning(typed.trim());
	// As typed, as customers' own numbers are kept, and in small letters, as addresses are.
	const beginnings = [...new Set([typed.trim(), typed.trim().toLowerCase(), inAscii(typed.trim().toLowerCase())])];
	const members = few?.flatMap((cluster) => cluster.members) ?? null;
	const [amongFew, names] =
		members === null
			? [empty, sql`person_identifier`]
			: [
					sql`with few as materialized (
						select f.customer_id, f.kind, f.value, f.person from person_identifier f where f.customer_id = ${customerId} and f.person = any(${uuids(members)}::uuid[]))`,
					sql`few`,
				];
	const named = await tx.rows(
		Named,
		// One look into the key each, by comparing: under row-level security nothing is found in an index by `like`.
		sql`${amongFew} select i.person, i.whole from unnest(${texts([...IDENTIFIER_KINDS])}::text[]) k (kind) cross join unnest(${texts(beginnings)}::text[]) b (value)
		cross join lateral (
			select o.person, o.value = b.value as whole from ${names} o
			where o.customer_id = ${customerId} and o.kind = k.kind and o.value >= b.value and o.value < b.value || ${LAST}
				and (${within}::uuid[] is null or exists (select 1 from person_seen s
					where s.customer_id = ${customerId} and s.kind = o.kind and s.value = o.value and s.domain_id = any(${within}::uuid[])))
			limit ${most}
		) i
		limit ${most}`,
	);
	const byId =
		ids === null
			? []
			: await tx.rows(
					FoundRow,
					sql`select person from person where customer_id = ${customerId} and person between ${ids[0]} and ${ids[1]} limit ${most}`,
				);
	const clusters = await clustersOf(
		tx,
		customerId,
		[...named, ...byId].map(({ person }) => person),
	);
	return {
		found: [...new Set([...clusters.values()].map(({ kept }) => kept))],
		whole: named.some(({ whole }) => whole),
		more: !every && (named.length >= MOST_FOUND || byId.length >= MOST_FOUND),
	};
};

/**
 * The same, and of three signs and more also of people who have it anywhere in an address, number or own id. Where it is all of one, or
 * very many begin so, nobody looks further; but for what is done to all of them (`every`).
 */
export const findPersons = async (
	tx: Tx,
	customerId: number,
	typed: string,
	within: Within = null,
	every = false,
): Promise<FoundPeople> => {
	const few = await fewOn(tx, customerId, within);
	const { found, whole, more } = await findBeginning(tx, customerId, typed, within, few, every);
	const inside = insideOf(typed);
	if (inside === null || whole) return { found, more };
	if (!every && found.length >= ENOUGH) return { found, more: true };
	const having = await maybeInside(tx, customerId, { names: [inside], facts: [] }, within, few, every);
	const named = await namedInside(tx, customerId, having.clusters, inside, within);
	return { found: [...new Set([...found, ...named])], more: more || having.more };
};

/** Takes an identifier away from one of these ids; it leads to nobody afterwards. Null when it is none of theirs. */
export const removeIdentifier = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	members: readonly string[],
	{ kind, value }: Identifier,
): Promise<KnownBy | null> => {
	const found = (await readIdentifiers(tx, customerId, members)).find((one) => one.kind === kind && one.value === value);
	if (!found) return null;
	await carryNoes(tx, secrets, customerId, [found]);
	await tx.run(sql`delete from person_identifier where customer_id = ${customerId} and kind = ${kind} and value = ${value}`);
	await forgetWords(tx, customerId, [{ kind, value }]);
	await dropWords(tx, customerId, members);
	return found;
};
