/** Pages of people. What a page costs depends on the page, not on how many people there are. */

import { uuids } from '#kernel/storage/arrays.ts';
import { type Counted, cut, type InTx, list, readPage, walk } from '#kernel/storage/lists.ts';
import { empty, instant, int, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	type Cluster,
	countOn,
	ENOUGH,
	type FoundPeople,
	fewOn,
	findBeginning,
	insideOf,
	maybeInside,
	namedInside,
	type Within,
} from '../../people/wing.ts';
import { idsOf } from '../members.ts';
import { knownAs, knownInside } from './searched.ts';

const ListedRow = row({
	person: uuid,
	number: int,
	created_at: instant,
	first_name: orNull(text),
	last_name: orNull(text),
	city: orNull(text),
	seen_at: orNull(instant),
});
export type ListedRow = RowOf<typeof ListedRow>;

const COLUMNS = sql`pn.person, pn.number, pn.created_at, p.first_name, p.last_name, p.city, s.seen_at`;

const seenBy = (customerId: number): Sql => sql`left join profile_seen s on s.customer_id = ${customerId} and s.number = pn.number`;

/** People with what is known of them. @param found those that were looked for: they are read by their ids, and put in order then */
const peopleOf = (customerId: number, found: readonly string[] | null): Sql =>
	found === null
		? sql`person pn left join profile p on p.customer_id = ${customerId} and p.number = pn.number ${seenBy(customerId)}`
		: sql`(select person, number, created_at, customer_id from person where customer_id = ${customerId} and person = any(${uuids(found)}::uuid[]) offset 0) pn
			left join lateral (select f.* from profile f where f.customer_id = ${customerId} and f.person = pn.person limit 1) p on true ${seenBy(customerId)}`;

/** Whoever has a name, or was seen, stands in an index of that; nobody else is asked for. */
const sortedFrom = (customerId: number, sorted: string | undefined): Sql => {
	if (sorted === 'lastName')
		return sql`profile p join person pn on pn.customer_id = ${customerId} and pn.number = p.number ${seenBy(customerId)}`;
	if (sorted === 'seenAt')
		return sql`profile_seen s join person pn on pn.customer_id = ${customerId} and pn.number = s.number
			left join profile p on p.customer_id = ${customerId} and p.number = pn.number`;
	return peopleOf(customerId, null);
};

/** By the order; of any other word there is none. */
const KEYS: ReadonlyMap<string, { readonly by: Sql; readonly type: 'uuid' | 'int' }> = new Map([
	['lastName', { by: sql`p.person`, type: 'uuid' }],
	['seenAt', { by: sql`s.number`, type: 'int' }],
]);

const listOf = (customerId: number, sorted: string | undefined, found: readonly string[] | null) =>
	list({
		row: ListedRow,
		columns: COLUMNS,
		from: found === null ? sortedFrom(customerId, sorted) : peopleOf(customerId, found),
		orders: {
			createdAt: { by: sql`pn.number`, type: 'int' },
			lastName: { by: sql`p.last_in_order`, type: 'text' },
			seenAt: { by: sql`s.seen_at`, type: 'timestamptz' },
		},
		usual: '-createdAt',
		// The same person by any; the index of an order ends with its own.
		key: KEYS.get(sorted ?? '') ?? { by: sql`pn.person`, type: 'uuid' },
	});

const alive = (customerId: number): Sql =>
	sql`not exists (select 1 from person_alias a where a.customer_id = ${customerId} and a.gone = pn.person and a.undone_at is null)`;

/** Comes after all that may follow the beginning of a name. */
const LAST = '\u{10FFFF}';

const FoundRow = row({ person: uuid });

/** Most that are found by the beginning of a name. */
const MOST_NAMED = 2500;

/** People whose name begins so; of few, those. */
const foundByName = async (
	tx: Tx,
	customerId: number,
	typed: string,
	few: readonly Cluster[] | null,
	every: boolean,
): Promise<FoundPeople> => {
	const most = every ? null : MOST_NAMED;
	const [first = '', ...more] = typed.split(/\s+/);
	// By comparing: under row-level security nothing is found in an index by `like`.
	const begins = (column: Sql, words: string): Sql => sql`${column} >= lower(${words}) and ${column} < lower(${words}) || ${LAST}`;
	const lastName = sql`last_searched`;
	const among = few === null ? empty : sql`and person = any(${uuids(few.map(({ kept }) => kept))}::uuid[])`;
	// Not asked for where there is one word: a condition that never holds was planned as a pass over everybody.
	const both =
		more.length === 0
			? empty
			: sql`union (select person from profile where customer_id = ${customerId} ${among}
				and first_searched = lower(${first}) and ${begins(lastName, more.at(-1) ?? '')} limit ${most})`;
	const rows = await tx.rows(
		FoundRow,
		sql`(select person from profile where customer_id = ${customerId} ${among} and ${begins(lastName, typed)} limit ${most})
		union (select person from profile where customer_id = ${customerId} ${among} and ${begins(sql`first_searched`, typed)} limit ${most})
		${both}`,
	);
	return { found: rows.map(({ person }) => person), more: !every && rows.length >= MOST_NAMED };
};

/** The people that a list shows, of those in it. */
const shownOf = (customerId: number, sorted: string | undefined, within: Within): Sql[] => [
	sql`pn.customer_id = ${customerId} and ${alive(customerId)}`,
	...(sorted === 'lastName' ? [sql`p.customer_id = ${customerId} and p.last_name is not null`] : []),
	...(sorted === 'seenAt' ? [sql`s.customer_id = ${customerId} and s.seen_at is not null`] : []),
	...(within === null
		? []
		: [
				// Asked person by person (offset): right after an upload the planner knows of few, and would join all with all.
				sql`exists (select 1 from person_identifier i
					join person_seen s on s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${within}::uuid[])
				where i.customer_id = ${customerId} and i.person = any(${idsOf(sql`pn.person`)}) offset 0)`,
			]),
];

/**
 * Whom a search finds: whoever's address, number, id or name begins so, or of whom what is asked by its key does; and, of three letters and
 * more, whoever has it anywhere in what they are known by or what is known of them. Where it is all of an address, or very many begin so,
 * nobody looks further, but for what is done to all of them (`every`). Where nothing is looked for, those who are few (`fewOn`); null:
 * everybody.
 */
const foundBy = async (
	tx: Tx,
	customerId: number,
	q: string | undefined,
	within: Within,
	few: readonly Cluster[] | null,
	every = false,
): Promise<FoundPeople | null> => {
	const typed = q?.normalize('NFC').trim() ?? '';
	if (typed === '') return few && { found: few.map(({ kept }) => kept), more: false };
	const [, key, value] = /^([^:]{1,80}):(.+)$/.exec(typed) ?? [];
	const beginning = await findBeginning(tx, customerId, typed, within, few, every);
	const found = new Set(beginning.found);
	const byFacts =
		key !== undefined && value !== undefined
			? await knownAs(tx, customerId, { key, value }, within, few, every)
			: await foundByName(tx, customerId, typed, few, every);
	for (const person of byFacts.found) found.add(person);
	const more = beginning.more || byFacts.more;
	const inside = insideOf(typed);
	if (inside === null || beginning.whole) return { found: [...found], more };
	if (!every && found.size >= ENOUGH) return { found: [...found], more: true };
	const having = await maybeInside(tx, customerId, { names: [inside], facts: [inside] }, within, few, every);
	const { clusters } = having;
	for (const person of await namedInside(tx, customerId, clusters, inside, within)) found.add(person);
	const others = clusters.filter(({ kept }) => !found.has(kept));
	for (const person of await knownInside(tx, customerId, others, inside)) found.add(person);
	return { found: [...found], more: more || having.more };
};

interface Sought {
	readonly sort?: string | undefined;
	readonly q?: string | undefined;
}

const sortOf = ({ sort }: Sought): string | undefined => sort?.replace(/^-/, '');

/** All of them, a short transaction a thousand; whom a search finds is settled when it begins. */
export async function* walkProfiles(inTx: InTx, customerId: number, query: Sought, within: Within): AsyncGenerator<ListedRow[]> {
	const sought = await inTx(async (tx) => foundBy(tx, customerId, query.q, within, await fewOn(tx, customerId, within), true));
	const sorted = sortOf(query);
	const here: InTx = (work) => inTx(async (tx) => await work(tx));
	yield* walk(here, listOf(customerId, sorted, sought?.found ?? null), shownOf(customerId, sorted, within), query.sort);
}

/** On which domains the asker sees people by what they are known by there; null: everybody. */
export const readProfiles = async (
	tx: Tx,
	customerId: number,
	query: { page: number; size: number } & Sought,
	within: Within,
): Promise<{ rows: ListedRow[]; counted: Counted }> => {
	const sorted = sortOf(query);
	const sought = await foundBy(tx, customerId, query.q, within, await fewOn(tx, customerId, within));
	const found = sought?.found ?? null;
	// Of many on a domain of very many, counting those of the list would ask everybody.
	const count = within !== null && found === null ? () => countOn(tx, customerId, within) : undefined;
	const page = await readPage(tx, listOf(customerId, sorted, found), shownOf(customerId, sorted, within), query, count);
	return sought?.more ? { ...page, counted: cut(page.counted) } : page;
};
