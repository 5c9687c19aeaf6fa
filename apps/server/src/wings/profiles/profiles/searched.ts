/** What people are searched by beside what they are known by: their name, where they live, and attributes. */
import type { Searched } from '#kernel/hooks.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { empty, join, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, type FoundPeople, factBeginning, maybeInside, type Within } from '../../people/wing.ts';
import { readFacts } from './facts.ts';

/** Columns that are searched as attributes are, `city:Turku`; an attribute of the same name is found too. */
const NAMED_COLUMNS: Readonly<Record<string, Sql>> = {
	city: sql`p.city`,
	postalcode: sql`p.postal_code`,
	country: sql`p.country`,
};

/** By kept ids. */
export const searchedBy = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, readonly Searched[]>> =>
	new Map(
		[...(await readFacts(tx, customerId, persons))].map(([person, { firstName, lastName, city, postalCode, country, attributes = {} }]) => [
			person,
			[
				...(firstName === undefined && lastName === undefined ? [] : [{ value: [firstName, lastName].filter(Boolean).join(' ') }]),
				...(city === undefined ? [] : [{ key: 'city', value: city }]),
				...(postalCode === undefined ? [] : [{ key: 'postalcode', value: postalCode }]),
				...(country === undefined ? [] : [{ key: 'country', value: country }]),
				...Object.entries(attributes).map(([key, value]) => ({ key, value })),
			],
		]),
	);

const FoundRow = row({ person: uuid });

/** Those of these (kept ids) of whom it is so. */
const those = async (tx: Tx, customerId: number, persons: readonly string[], holds: Sql): Promise<string[]> =>
	persons.length === 0
		? []
		: (
				await tx.rows(
					FoundRow,
					sql`select p.person from profile p where p.customer_id = ${customerId} and p.person = any(${uuids(persons)}::uuid[]) and ${holds}`,
				)
			).map(({ person }) => person);

const keptOf = (clusters: readonly Cluster[]): string[] => clusters.map(({ kept }) => kept);

/** Those of these in whose name, town, postal code or attributes this stands: texts and numbers, not yes and no. */
export const knownInside = (tx: Tx, customerId: number, clusters: readonly Cluster[], inside: string): Promise<string[]> => {
	const stands = (text: Sql): Sql => sql`position(lower(${inside}::text) in lower(${text})) > 0`;
	const holds = join(
		[
			stands(sql`concat_ws(' ', p.first_name, p.last_name)`),
			stands(sql`coalesce(p.city, '')`),
			stands(sql`coalesce(p.postal_code, '')`),
			sql`exists (select 1 from jsonb_each(p.attributes) a (key, value)
				where jsonb_typeof(a.value) in ('string', 'number') and ${stands(sql`a.value #>> '{}'`)})`,
		],
		' or ',
	);
	return those(tx, customerId, keptOf(clusters), sql`(${holds})`);
};

/** People with an attribute, city, postal code or country that begins so; a number, yes or no is asked for whole. */
export const knownAs = async (
	tx: Tx,
	customerId: number,
	{ key, value }: { readonly key: string; readonly value: string },
	within: Within,
	few: readonly Cluster[] | null,
	every: boolean,
): Promise<FoundPeople> => {
	const asked = value.normalize('NFC').trim();
	const small = key.toLowerCase();
	const column = Object.hasOwn(NAMED_COLUMNS, small) ? NAMED_COLUMNS[small] : undefined;
	const keys = [...new Set([key, ...(column ? [small] : [])])];
	const facts = keys.flatMap((one) => factBeginning(one, asked));
	const { clusters, more } = await maybeInside(tx, customerId, { names: [], facts }, within, few, every);
	const there = column ? sql`or starts_with(lower(${column}), lower(${asked}::text))` : empty;
	const found = await those(
		tx,
		customerId,
		keptOf(clusters),
		sql`(case when jsonb_typeof(p.attributes -> ${key}::text) = 'string' then starts_with(lower(p.attributes ->> ${key}::text), lower(${asked}::text))
			else lower(p.attributes ->> ${key}::text) = lower(${asked}::text) end ${there})`,
	);
	return { found, more };
};
