/** Whom a key names, within one customer. */
import { createRequire } from 'node:module';
import { IDENTIFIER_KINDS, type Identifier, type PersonKey } from '@luvalla/contract/people/identifiers.ts';
import { newId } from '#kernel/clock.ts';
import { texts } from '#kernel/storage/arrays.ts';
import { oneOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { alone, type Cluster, clustersOf } from './clusters.ts';

/** Held until the transaction ends: people of a customer are named and written one transaction at a time, so that two that name the same stranger make one person. */
export const lockPeople = (tx: Tx, customerId: number): Promise<number> =>
	tx.run(sql`select pg_advisory_xact_lock(hashtext('people'), ${customerId})`);

const require = createRequire(import.meta.url);
/** Loaded with the first number: a hundred files, which a start need not wait for. */
const numberPlan = (): typeof import('libphonenumber-js/min') => require('libphonenumber-js/min');
let plan: ReturnType<typeof numberPlan> | null = null;

/** E.164; null for what is no telephone number. @param country of numbers that name none, ISO 3166-1 alpha-2 */
export const normalPhone = (given: string, country?: string): string | null => {
	plan ??= numberPlan();
	const { isSupportedCountry, parsePhoneNumberFromString } = plan;
	const parsed = parsePhoneNumberFromString(given, country !== undefined && isSupportedCountry(country) ? country : undefined);
	return parsed?.isPossible() === true ? parsed.number : null;
};

/** The country of a number as E.164, ISO 3166-1 alpha-2; null: it says none. */
export const countryOfPhone = (phone: string): string | null => {
	plan ??= numberPlan();
	return plan.parsePhoneNumberFromString(phone)?.country ?? null;
};

/** What a key names, normalised; null when its telephone number is none. @param read the telephone number as `normalPhone` gave it for itself */
export const identifiersOf = ({ email, phone, externalId }: PersonKey, read: string | null = null): Identifier[] | null => {
	const number = phone === undefined || phone === read ? phone : normalPhone(phone);
	if (number === null) return null;
	return [
		...(email === undefined ? [] : [{ kind: 'email' as const, value: email }]),
		...(number === undefined ? [] : [{ kind: 'phone' as const, value: number }]),
		...(externalId === undefined ? [] : [{ kind: 'externalId' as const, value: externalId }]),
	];
};

/** A key whose names were normalised before, by `identifiersOf`: a telephone number costs five microseconds. */
export interface ReadKey extends PersonKey {
	readonly identifiers?: readonly Identifier[];
}

/** An identifier in one word: `email:anna@example.com`. */
export const wordOf = ({ kind, value }: Identifier): string => `${kind}:${value}`;

/** How a record names a person: by the first of these that was given. */
export const subjectOf = (identifiers: readonly Identifier[], luvallaId: string): string => {
	const [first] = identifiers;
	return first ? wordOf(first) : `luvallaId:${luvallaId}`;
};

export interface Named {
	/** The person that the key leads to: the kept id. */
	readonly person: string;
	/** The id that what the key names first was made for; no merge changes it. What is said of them is written under it. */
	readonly own: string;
	readonly cluster: Cluster;
	/** Somebody who was known before this batch. */
	readonly known: boolean;
	/** The luvallaId that they were named by; null: by something else alone. */
	readonly byId: string | null;
	readonly identifiers: readonly Identifier[];
	/** Those that led to nobody before this batch. */
	readonly fresh: readonly Identifier[];
}
export type Unnamed = 'malformed' | 'unknown_person' | 'person_conflict' | 'cannot_name';

/** Domains whose own admin asks; null: whoever answers for the customer. */
export type Within = readonly string[] | null;

const Owner = row({ kind: oneOf(IDENTIFIER_KINDS), value: text, person: uuid });
const Known = row({ person: uuid });
const Seen = row({ kind: text, value: text });

/** Words of these that are known on the domains. */
const seenOn = async (tx: Tx, customerId: number, words: readonly { kind: string; value: string }[], within: readonly string[]) => {
	const rows = await tx.rows(
		Seen,
		sql`select distinct s.kind, s.value from person_seen s
		where s.customer_id = ${customerId} and s.domain_id = any(${within}::uuid[])
			and (s.kind, s.value) in (select * from unnest(${words.map(({ kind }) => kind)}::text[],
				${words.map(({ value }) => value)}::text[]))`,
	);
	return new Set(rows.map(({ kind, value }) => `${kind}:${value}`));
};

/** Of these ids, those that are known on the domains by anything at all. */
const personsSeenOn = async (tx: Tx, customerId: number, members: readonly string[], within: readonly string[]): Promise<Set<string>> => {
	const rows = await tx.rows(
		Known,
		sql`select i.person from person_identifier i
			join person_seen s on s.customer_id = ${customerId} and s.kind = i.kind and s.value = i.value
			where i.customer_id = ${customerId} and i.person = any(${members}::uuid[]) and s.domain_id = any(${within}::uuid[])
		union
		select s.value::uuid from person_seen s
			where s.customer_id = ${customerId} and s.kind = 'luvallaId' and s.value = any(${members}::text[])
				and s.domain_id = any(${within}::uuid[])`,
	);
	return new Set(rows.map(({ person }) => person));
};

/** Whom something leads to, as far as a batch has come. */
interface Lead {
	readonly own: string;
	readonly cluster: Cluster;
	readonly known: boolean;
}

/**
 * Whom these keys name, in order. A stranger gets an id that is kept by `keepPeople`; the same stranger twice is one person.
 * A domain's own admin names strangers, and people by nothing but what is known of them on their domains: a key that says
 * more, less or something else is `cannot_name`, whatever the reason, so that nobody learns who is known elsewhere. A domain's own
 * machine (`mayAdd`) may also say more: what led to nobody is added.
 */
export const namePeople = async (
	tx: Tx,
	customerId: number,
	keys: readonly ReadKey[],
	within: Within = null,
	{ mayAdd = false }: { readonly mayAdd?: boolean } = {},
): Promise<(Named | Unnamed)[]> => {
	const given = keys.map((key) => (key.identifiers ?? identifiersOf(key))?.map((one) => ({ one, word: wordOf(one) })) ?? null);
	const all = [...new Map(given.flatMap((words) => words?.map(({ one, word }) => [word, one] as const) ?? [])).values()];
	const owners = await tx.rows(
		Owner,
		// One look into the key each, however many are known: joined as sets, every address of the customer may be read for it.
		sql`select g.kind, g.value, i.person
		from unnest(${texts(all.map(({ kind }) => kind))}::text[], ${texts(all.map(({ value }) => value))}::text[]) g (kind, value)
		cross join lateral (
			select o.person from person_identifier o where o.customer_id = ${customerId} and o.kind = g.kind and o.value = g.value limit 1
		) i`,
	);
	const ids = [...new Set(keys.flatMap(({ luvallaId }) => luvallaId?.toLowerCase() ?? []))];
	const people =
		ids.length === 0
			? []
			: await tx.rows(Known, sql`select person from person where customer_id = ${customerId} and person = any(${ids}::uuid[])`);
	const clusters = await clustersOf(
		tx,
		customerId,
		[...owners, ...people].map(({ person }) => person),
	);
	const lead = (own: string): Lead => ({ own, cluster: clusters.get(own) ?? alone(own), known: true });
	const before = new Map(owners.map((owner) => [wordOf(owner), lead(owner.person)]));
	const byId = new Map(people.map(({ person }) => [person, lead(person)]));
	const visible =
		within === null
			? null
			: {
					words: await seenOn(tx, customerId, all, within),
					persons: await personsSeenOn(
						tx,
						customerId,
						[...byId.values()].flatMap(({ cluster }) => cluster.members),
						within,
					),
				};
	/** What leads to whom: as it was, and what this batch adds. */
	const leads = new Map(before);
	return keys.map(({ luvallaId }, index) => {
		const words = given[index];
		if (!words) return 'malformed';
		const found = words.flatMap(({ word }) => leads.get(word) ?? []);
		const id = luvallaId === undefined ? undefined : byId.get(luvallaId.toLowerCase());
		const named = [...(id ? [id] : []), ...found];
		const several = new Set(named.map(({ cluster }) => cluster.kept)).size > 1;
		if (visible !== null) {
			const hidden =
				words.some(({ word }) => before.has(word) && !visible.words.has(word)) ||
				(luvallaId !== undefined && !id?.cluster.members.some((member) => visible.persons.has(member)));
			const adds = !mayAdd && named.length > 0 && found.length < words.length;
			if (hidden || several || adds) return 'cannot_name';
		}
		if (luvallaId !== undefined && !id) return 'unknown_person';
		if (several) return 'person_conflict';
		const [who = stranger()] = [...found, ...named];
		for (const { word } of words) if (!leads.has(word)) leads.set(word, who);
		return {
			person: who.cluster.kept,
			own: who.own,
			cluster: who.cluster,
			known: who.known,
			byId: luvallaId?.toLowerCase() ?? null,
			identifiers: words.map(({ one }) => one),
			fresh: words.flatMap(({ one, word }) => (before.has(word) ? [] : [one])),
		};
	});
};

const stranger = (): Lead => {
	const person = newId();
	return { own: person, cluster: alone(person), known: false };
};
