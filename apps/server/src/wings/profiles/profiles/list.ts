/** Pages of people. What a page costs depends on the page, not on how many people there are. */

import { type Counted, type InTx, list, readPage, walk } from '#kernel/storage/lists.ts';
import { instant, int, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { findPersons, type Within } from '../../people/wing.ts';

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

const COLUMNS = sql`pn.person, pn.number, pn.created_at, p.first_name, p.last_name, p.city, p.seen_at`;

const peopleOf = (customerId: number): Sql => sql`person pn left join profile p on p.customer_id = ${customerId} and p.number = pn.number`;

const listOf = (customerId: number, sorted: string | undefined) =>
	list({
		row: ListedRow,
		columns: COLUMNS,
		// Whoever has a name, or was seen, stands in an index of that; nobody else is asked for.
		from:
			sorted === 'lastName' || sorted === 'seenAt'
				? sql`profile p join person pn on pn.customer_id = ${customerId} and pn.number = p.number`
				: peopleOf(customerId),
		orders: {
			createdAt: { by: sql`pn.number`, type: 'int' },
			lastName: { by: sql`lower(p.last_name)`, type: 'text' },
			seenAt: { by: sql`p.seen_at`, type: 'timestamptz' },
		},
		usual: '-createdAt',
		key: { by: sql`pn.person`, type: 'uuid' },
	});

const alive = (customerId: number): Sql =>
	sql`not exists (select 1 from person_alias a where a.customer_id = ${customerId} and a.gone = pn.person and a.undone_at is null)`;

/** People whose name begins so, or who have this attribute. */
const foundByFacts = async (tx: Tx, customerId: number, typed: string): Promise<string[]> => {
	const Found = row({ person: uuid });
	const [, key, value] = /^([^:]{1,80}):(.+)$/.exec(typed) ?? [];
	const like = `${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
	const words = typed.toLowerCase().split(/\s+/);
	const rows =
		key !== undefined && value !== undefined
			? await tx.rows(
					Found,
					sql`select person from profile where customer_id = ${customerId} and lower(attributes->>${key}::text) = ${value.trim().toLowerCase()} limit 5000`,
				)
			: await tx.rows(
					Found,
					sql`(select person from profile where customer_id = ${customerId} and last_name is not null and lower(last_name) like ${like} limit 2500)
					union (select person from profile where customer_id = ${customerId} and first_name is not null and lower(first_name) like ${like} limit 2500)
					union (select person from profile where customer_id = ${customerId} and last_name is not null
						and ${words.length > 1} and lower(first_name) = ${words[0] ?? ''} and lower(last_name) like ${`${(words.at(-1) ?? '').replace(/[\\%_]/g, '\\$&')}%`} limit 2500)`,
				);
	return rows.map(({ person }) => person);
};

/** The people that a list shows. @param found those that were looked for; null: everybody */
const shownOf = (customerId: number, sorted: string | undefined, found: readonly string[] | null, within: Within): Sql[] => [
	sql`pn.customer_id = ${customerId} and ${alive(customerId)}`,
	...(found === null ? [] : [sql`pn.person = any(${found}::uuid[])`]),
	...(sorted === 'lastName' ? [sql`p.customer_id = ${customerId} and p.last_name is not null`] : []),
	...(sorted === 'seenAt' ? [sql`p.customer_id = ${customerId} and p.seen_at is not null`] : []),
	...(within === null
		? []
		: [
				sql`exists (select 1 from person_identifier i
					join person_seen s on s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value and s.domain_id = any(${within}::uuid[])
				where i.customer_id = ${customerId} and i.person = any(coalesce(p.members, array[pn.person])))`,
			]),
];

/** Whom a search finds; null where nothing is looked for. */
const foundBy = async (tx: Tx, customerId: number, q: string | undefined, within: Within): Promise<string[] | null> => {
	const typed = q?.trim() ?? '';
	if (typed === '') return null;
	return [...new Set([...(await findPersons(tx, customerId, typed, within)), ...(await foundByFacts(tx, customerId, typed))])];
};

interface Sought {
	readonly sort?: string | undefined;
	readonly q?: string | undefined;
}

const sortOf = ({ sort }: Sought): string | undefined => sort?.replace(/^-/, '');

/** All of them, a short transaction a thousand; whom a search finds is settled when it begins. */
export async function* walkProfiles(inTx: InTx, customerId: number, query: Sought, within: Within): AsyncGenerator<ListedRow[]> {
	const found = await inTx((tx) => foundBy(tx, customerId, query.q, within));
	const sorted = sortOf(query);
	const here: InTx = (work) => inTx(async (tx) => await work(tx));
	yield* walk(here, listOf(customerId, sorted), shownOf(customerId, sorted, found, within), query.sort);
}

/** On which domains the asker sees people by what they are known by there; null: everybody. */
export const readProfiles = async (
	tx: Tx,
	customerId: number,
	query: { page: number; size: number } & Sought,
	within: Within,
): Promise<{ rows: ListedRow[]; counted: Counted }> => {
	const sorted = sortOf(query);
	const found = await foundBy(tx, customerId, query.q, within);
	return readPage(tx, listOf(customerId, sorted), shownOf(customerId, sorted, found, within), query);
};
