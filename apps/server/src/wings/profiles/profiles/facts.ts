import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { int4s, texts, uuids as uuidsOf } from '#kernel/storage/arrays.ts';
import { instant, int, json, orNull, type RowOf, row, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';

/** An attribute's value: a day is text as YYYY-MM-DD. */
export const AttributeValue = z.union([z.string(), z.number(), z.boolean()]);
const Attributes = z.record(z.string(), AttributeValue);

/** What may be known of somebody. Absent: not known. */
export const Facts = z.object({
	firstName: z.string().optional(),
	lastName: z.string().optional(),
	street: z.string().optional(),
	postalCode: z.string().optional(),
	city: z.string().optional(),
	country: z.string().optional(),
	locale: z.string().optional(),
	timeZone: z.string().optional(),
	attributes: Attributes.optional(),
});
export type Facts = z.infer<typeof Facts>;

const ProfileRow = row({
	person: uuid,
	number: int,
	first_name: orNull(text),
	last_name: orNull(text),
	street: orNull(text),
	postal_code: orNull(text),
	city: orNull(text),
	country: orNull(text),
	locale: orNull(text),
	time_zone: orNull(text),
	attributes: json(Attributes),
	changed_at: instant,
	members: orNull(uuids),
});
export type ProfileRow = RowOf<typeof ProfileRow>;

const factsOf = (found: ProfileRow): Facts => ({
	...(found.first_name !== null && { firstName: found.first_name }),
	...(found.last_name !== null && { lastName: found.last_name }),
	...(found.street !== null && { street: found.street }),
	...(found.postal_code !== null && { postalCode: found.postal_code }),
	...(found.city !== null && { city: found.city }),
	...(found.country !== null && { country: found.country }),
	...(found.locale !== null && { locale: found.locale }),
	...(found.time_zone !== null && { timeZone: found.time_zone }),
	...(Object.keys(found.attributes).length > 0 && { attributes: found.attributes }),
});

/** Profiles of these kept ids, by id; nobody's is missing. */
export const readFacts = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, Facts>> =>
	new Map((await readProfiles(tx, customerId, persons)).map((found) => [found.person, factsOf(found)]));

const readProfiles = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<ProfileRow[]> =>
	persons.length === 0
		? []
		: tx.rows(
				ProfileRow,
				sql`select person, number, first_name, last_name, street, postal_code, city, country, locale, time_zone, attributes, changed_at, members
		from profile where customer_id = ${customerId} and person = any(${uuidsOf(persons)}::uuid[])`,
			);

const CalledRow = row({ person: uuid, name: text });

/** First and last name of those of these kept ids who have one. */
export const calledBy = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, string>> => {
	const rows = await tx.rows(
		CalledRow,
		sql`select person, concat_ws(' ', first_name, last_name) as name from profile
		where customer_id = ${customerId} and person = any(${persons}::uuid[]) and (first_name is not null or last_name is not null)`,
	);
	return new Map(rows.map(({ person, name }) => [person, name]));
};

const OwnRow = row({ person: uuid, facts: json(Facts) });

/** What is known of somebody on their own, and when their profile was changed last. */
export interface OwnFacts {
	readonly facts: Facts;
	readonly changedAt: Date;
}

/** What each of these is known by on their own; of whom nothing is known is missing. */
export const readOwnFacts = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, OwnFacts>> => {
	if (persons.length === 0) return new Map();
	const own = await tx.rows(
		OwnRow,
		sql`select person, facts from profile_own where customer_id = ${customerId} and person = any(${uuidsOf(persons)}::uuid[])`,
	);
	const profiles = await readProfiles(tx, customerId, persons);
	const alone = profiles.flatMap((found) =>
		found.members === null ? [[found.person, { facts: factsOf(found), changedAt: found.changed_at }] as const] : [],
	);
	const changedAt = new Map(profiles.map((found) => [found.person, found.changed_at]));
	return new Map([
		...alone,
		...own.map(({ person, facts }) => [person, { facts, changedAt: changedAt.get(person) ?? new Date(0) }] as const),
	]);
};

const readOwn = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, Facts>> =>
	new Map([...(await readOwnFacts(tx, customerId, persons))].map(([person, { facts }]) => [person, facts]));

/** The first that knows something says it; attributes key by key. */
export const composed = (own: readonly Facts[]): Facts => {
	const together: Facts = {};
	for (const one of [...own].reverse()) {
		const attributes = { ...together.attributes, ...one.attributes };
		Object.assign(together, one, Object.keys(attributes).length > 0 ? { attributes } : {});
	}
	return together;
};

/** One profile to keep. */
export interface KeptFacts {
	readonly person: string;
	readonly number: number;
	readonly facts: Facts;
	/** All ids and numbers of who are one; null: this one alone. */
	readonly members: readonly string[] | null;
	readonly numbers: readonly number[] | null;
}

/** An array as PostgreSQL reads it; none holds what would have to be quoted. */
const written = (values: readonly (string | number)[] | null): string | null => values && `{${values.join(',')}}`;

/** Writes profiles whole, in one statement: an array a column, since PostgreSQL takes apart one JSON of them all in as long as it stores them. */
export const writeProfiles = async (tx: Tx, customerId: number, kept: readonly KeptFacts[], at: Date = now()): Promise<void> => {
	if (kept.length === 0) return;
	const column = (of: (one: KeptFacts) => string | null | undefined): Buffer => texts(kept.map((one) => of(one) ?? null));
	await tx.run(sql`insert into profile (customer_id, person, number, first_name, last_name, street, postal_code, city, country, locale, time_zone,
			attributes, changed_at, members, numbers)
		select ${customerId}::int, g.person, g.number, g.first_name, g.last_name, g.street, g.postal_code, g.city, g.country, g.locale, g.time_zone,
			g.attributes::jsonb, ${at}::timestamptz, g.members::uuid[], g.numbers::int[]
		from unnest(${uuidsOf(kept.map(({ person }) => person))}::uuid[], ${int4s(kept.map(({ number }) => number))}::int[],
			${column(({ facts }) => facts.firstName)}::text[], ${column(({ facts }) => facts.lastName)}::text[],
			${column(({ facts }) => facts.street)}::text[], ${column(({ facts }) => facts.postalCode)}::text[],
			${column(({ facts }) => facts.city)}::text[], ${column(({ facts }) => facts.country)}::text[],
			${column(({ facts }) => facts.locale)}::text[], ${column(({ facts }) => facts.timeZone)}::text[],
			${column(({ facts }) => JSON.stringify(facts.attributes ?? {}))}::text[],
			${column(({ members }) => written(members))}::text[], ${column(({ numbers }) => written(numbers))}::text[])
			g (person, number, first_name, last_name, street, postal_code, city, country, locale, time_zone, attributes, members, numbers)
		on conflict (customer_id, person) do update set first_name = excluded.first_name, last_name = excluded.last_name, street = excluded.street,
			postal_code = excluded.postal_code, city = excluded.city, country = excluded.country, locale = excluded.locale,
			time_zone = excluded.time_zone, attributes = excluded.attributes, changed_at = excluded.changed_at,
			members = excluded.members, numbers = excluded.numbers`);
};

const writeOwn = async (tx: Tx, customerId: number, own: readonly { person: string; facts: Facts }[]): Promise<void> => {
	if (own.length === 0) return;
	await tx.run(sql`insert into profile_own (customer_id, person, facts)
		select ${customerId}::int, g.person, g.facts from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) g (person uuid, facts jsonb)
		on conflict (customer_id, person) do update set facts = excluded.facts`);
};

const NumberRow = row({ person: uuid, number: int });

export const numbersBy = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, number>> => {
	if (persons.length === 0) return new Map();
	const rows = await tx.rows(
		NumberRow,
		sql`select person, number from person where customer_id = ${customerId} and person = any(${uuidsOf(persons)}::uuid[])`,
	);
	return new Map(rows.map(({ person, number }) => [person, number]));
};

/** What was changed of somebody's facts: a value takes the place of what was there, null takes it away. */
export type FactChange = { readonly [K in keyof Omit<Facts, 'attributes'>]?: Facts[K] | null } & {
	readonly attributes?: Readonly<Record<string, z.infer<typeof AttributeValue> | null>>;
};

const isKnown = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined && value !== '';

/** The columns of a profile that hold one text each, in their order. */
const SINGLE = [
	'firstName',
	'lastName',
	'street',
	'postalCode',
	'city',
	'country',
	'locale',
	'timeZone',
] as const satisfies readonly (keyof Facts)[];

/** Letters in one piece: an Å of two signs is found by whoever looks for one of one. */
const inOnePiece = <T>(value: T): T | string => (typeof value === 'string' ? value.normalize('NFC') : value);

/** Both were read by their shapes before: once more for each row of a file would cost more than all the rest of this. */
export const changed = (before: Facts, change: FactChange): Facts => {
	const after: Facts = {};
	for (const name of SINGLE) {
		const value = name in change ? inOnePiece(change[name]) : before[name];
		if (isKnown(value)) after[name] = value;
	}
	const given = Object.entries(change.attributes ?? {}).map(([key, value]) => [key, inOnePiece(value)] as const);
	const attributes = [...new Map([...Object.entries(before.attributes ?? {}), ...given])].flatMap(([key, value]) =>
		isKnown(value) ? [[key, value] as const] : [],
	);
	return attributes.length > 0 ? { ...after, attributes: Object.fromEntries(attributes) } : after;
};

/** The part of a change that takes away. */
const takenAway = ({ attributes = {}, ...rest }: FactChange): FactChange => {
	const empty = (of: object) => Object.fromEntries(Object.entries(of).filter(([, value]) => value === null || value === ''));
	return { ...empty(rest), attributes: empty(attributes) };
};

/**
 * Changes what is known of people, by their clusters. Call it under `lockPeople`.
 * @param newcomers those whom this transaction has made known, with their numbers: of them nothing is looked for
 */
export const changeFacts = async (
	tx: Tx,
	customerId: number,
	changes: readonly { readonly cluster: Cluster; readonly change: FactChange }[],
	newcomers: ReadonlyMap<string, number> = new Map(),
): Promise<void> => {
	const kept = changes.flatMap(({ cluster }) => (newcomers.has(cluster.kept) ? [] : [cluster.kept]));
	const facts = await readFacts(tx, customerId, kept);
	const members = changes.flatMap(({ cluster }) => (cluster.members.length > 1 ? cluster.members : []));
	const own = members.length > 0 ? await readOwn(tx, customerId, members) : new Map<string, Facts>();
	const numbers = new Map([...newcomers, ...(await numbersBy(tx, customerId, [...kept, ...members]))]);
	const owned: { person: string; facts: Facts }[] = [];
	const written = new Map<string, KeptFacts>();
	for (const { cluster, change } of changes) {
		const number = numbers.get(cluster.kept);
		if (number === undefined) continue;
		const after = changed(facts.get(cluster.kept) ?? {}, change);
		facts.set(cluster.kept, after);
		const several = cluster.members.length > 1;
		if (several) {
			// What is given is known of the kept one; what is taken away is known of none of them any more.
			for (const member of cluster.members) {
				const mine = changed(own.get(member) ?? {}, member === cluster.kept ? change : takenAway(change));
				own.set(member, mine);
				owned.push({ person: member, facts: mine });
			}
		}
		written.set(cluster.kept, {
			person: cluster.kept,
			number,
			facts: after,
			members: several ? cluster.members : null,
			numbers: several ? cluster.members.flatMap((member) => numbers.get(member) ?? []) : null,
		});
	}
	await writeOwn(tx, customerId, [...new Map(owned.map((one) => [one.person, one])).values()]);
	await writeProfiles(tx, customerId, [...written.values()]);
};

/** Gives these what they knew on their own before; null takes all of it away. Call it under `lockPeople`. */
export const restoreFacts = async (
	tx: Tx,
	customerId: number,
	restored: readonly { readonly cluster: Cluster; readonly person: string; readonly own: OwnFacts | null }[],
): Promise<void> => {
	const gone = restored.flatMap(({ cluster, person, own }) => (own === null || cluster.members.length > 1 ? [person] : []));
	if (gone.length > 0) await tx.run(sql`delete from profile where customer_id = ${customerId} and person = any(${gone}::uuid[])`);
	const alone = restored.filter(({ cluster, own }) => own !== null && cluster.members.length === 1);
	const numbers = await numbersBy(
		tx,
		customerId,
		alone.map(({ person }) => person),
	);
	for (const [at, some] of Map.groupBy(alone, ({ own }) => own?.changedAt.getTime() ?? 0))
		await writeProfiles(
			tx,
			customerId,
			some.flatMap(({ person, own }) => {
				const number = numbers.get(person);
				return own === null || number === undefined ? [] : [{ person, number, facts: own.facts, members: null, numbers: null }];
			}),
			new Date(at),
		);
	const several = restored.filter(({ cluster }) => cluster.members.length > 1);
	if (several.length === 0) return;
	await tx.run(
		sql`delete from profile_own where customer_id = ${customerId} and person = any(${several.map(({ person }) => person)}::uuid[])`,
	);
	await writeOwn(
		tx,
		customerId,
		several.flatMap(({ person, own }) => (own === null ? [] : [{ person, facts: own.facts }])),
	);
	await recompose(tx, customerId, [...new Set(several.map(({ cluster }) => cluster))]);
};

/** Puts together anew what is known of these clusters, after it changed who is one with whom. */
export const recompose = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	const members = [...new Set(clusters.flatMap((cluster) => cluster.members))];
	const own = await readOwn(tx, customerId, members);
	const numbers = await numbersBy(tx, customerId, members);
	await tx.run(sql`delete from profile where customer_id = ${customerId} and person = any(${members}::uuid[])`);
	await tx.run(sql`delete from profile_own where customer_id = ${customerId} and person = any(${members}::uuid[])`);
	const several = clusters.filter((cluster) => cluster.members.length > 1);
	await writeOwn(
		tx,
		customerId,
		several.flatMap((cluster) => cluster.members.flatMap((person) => (own.has(person) ? [{ person, facts: own.get(person) ?? {} }] : []))),
	);
	await writeProfiles(
		tx,
		customerId,
		clusters.flatMap((cluster) => {
			const number = numbers.get(cluster.kept);
			// Of the others the one who was known first comes first.
			const others = cluster.members.slice(1).sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
			const known = [cluster.kept, ...others].flatMap((member) => own.get(member) ?? []);
			const one = cluster.members.length === 1;
			if (number === undefined || (one && known.length === 0)) return [];
			return [
				{
					person: cluster.kept,
					number,
					facts: composed(known),
					members: one ? null : cluster.members,
					numbers: one ? null : cluster.members.flatMap((member) => numbers.get(member) ?? []),
				},
			];
		}),
	);
};
