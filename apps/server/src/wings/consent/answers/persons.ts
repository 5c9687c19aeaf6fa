/** Who somebody is: what they are known by, within one customer. */
import type { PersonKey } from '@luvalla/contract/consent/answers.ts';
import type { Identifier } from '@luvalla/contract/consent/people.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { newId } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** E.164; null for what is no telephone number. */
export const normalPhone = (given: string): string | null => {
	const parsed = parsePhoneNumberFromString(given);
	return parsed?.isPossible() === true ? parsed.number : null;
};

/** What a key names, normalised; null when its telephone number is none. */
export const identifiersOf = ({ email, phone, externalId }: PersonKey): Identifier[] | null => {
	const number = phone === undefined ? undefined : normalPhone(phone);
	if (number === null) return null;
	return [
		...(email === undefined ? [] : [{ kind: 'email' as const, value: email }]),
		...(number === undefined ? [] : [{ kind: 'phone' as const, value: number }]),
		...(externalId === undefined ? [] : [{ kind: 'externalId' as const, value: externalId }]),
	];
};

/** How a record names a person: by the first of these that was given. */
export const subjectOf = (identifiers: readonly Identifier[], luvallaId: string): string => {
	const [first] = identifiers;
	return first ? `${first.kind}:${first.value}` : `luvallaId:${luvallaId}`;
};

/** Whom a key names. `known`: somebody who was known before this batch. */
export type Named = { readonly person: string; readonly known: boolean; readonly identifiers: readonly Identifier[] };
export type Unnamed = 'malformed' | 'unknown_person' | 'person_conflict';

const keyOf = ({ kind, value }: Identifier): string => `${kind}:${value}`;

/** Whom these keys name, in order. A stranger gets an id that is kept by `keepPeople`; the same stranger twice is one person. */
export const namePeople = async (tx: Tx, customerId: number, keys: readonly PersonKey[]): Promise<(Named | Unnamed)[]> => {
	const given = keys.map(identifiersOf);
	const all = given.flatMap((identifiers) => identifiers ?? []);
	const rows = await tx.query<Identifier & { person: string }>(
		`select i.kind, i.value, i.person from consent_identifier i
		where i.customer_id = $1 and (i.kind, i.value) in (select * from unnest($2::text[], $3::text[]))`,
		[customerId, all.map(({ kind }) => kind), all.map(({ value }) => value)],
	);
	const people = await tx.query<{ person: string }>(
		'select person from consent_person where customer_id = $1 and person = any($2::uuid[])',
		[customerId, keys.flatMap(({ luvallaId }) => luvallaId ?? [])],
	);
	const owners = new Map(rows.map((row) => [keyOf(row), row.person]));
	const known = new Set([...people, ...rows].map((row) => row.person));
	return keys.map(({ luvallaId }, index) => {
		const identifiers = given[index];
		if (!identifiers) return 'malformed';
		const named = new Set(identifiers.flatMap((one) => owners.get(keyOf(one)) ?? []));
		if (luvallaId !== undefined) {
			if (!known.has(luvallaId.toLowerCase())) return 'unknown_person';
			named.add(luvallaId.toLowerCase());
		}
		if (named.size > 1) return 'person_conflict';
		const [person = newId()] = named;
		for (const one of identifiers) owners.set(keyOf(one), person);
		return { person, known: known.has(person), identifiers };
	});
};

/** Makes these people known by all that was said of them. */
export const keepPeople = async (tx: Tx, customerId: number, named: readonly Named[]): Promise<void> => {
	await tx.query('insert into consent_person (customer_id, person) select $1, p from unnest($2::uuid[]) p on conflict do nothing', [
		customerId,
		[...new Set(named.filter(({ known }) => !known).map(({ person }) => person))],
	]);
	const rows = named.flatMap(({ person, identifiers }) => identifiers.map(({ kind, value }) => ({ kind, value, person })));
	await tx.query(
		`insert into consent_identifier (customer_id, kind, value, person)
		select $1, kind, value, person from unnest($2::text[], $3::text[], $4::uuid[]) g (kind, value, person) on conflict do nothing`,
		[customerId, rows.map(({ kind }) => kind), rows.map(({ value }) => value), rows.map(({ person }) => person)],
	);
};

/** Held until the transaction ends: a customer's answers are written one transaction at a time, so that two that name the same stranger make one person. */
export const lockPeople = (tx: Tx, customerId: number): Promise<object[]> =>
	tx.query(`select pg_advisory_xact_lock(hashtext('consent people'), $1)`, [customerId]);
