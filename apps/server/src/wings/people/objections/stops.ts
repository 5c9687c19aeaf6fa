/**
 * Who stopped everything: no marketing of the customer reaches them, on whatever basis, by whatever address. It is the person's, so it
 * goes on to addresses that they get later; of each address of theirs a keyed hash stays besides, also of one that is taken away from
 * them, so that whoever is named by it anew (by a file, after an erasure) has stopped everything, too. Everybody who did is a row here:
 * whoever asks needs no hash. Only the person takes it back (`unstop`).
 */
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { membersOf } from '../persons/clusters.ts';
import { dropObjections, dropObjectionsTo, readObjections, rememberObjections } from './objections.ts';

type Hashing = Pick<Secrets, 'hmac'>;
/** Something that somebody is, or was, known by. */
export type OwnedBy = Identifier & { readonly person: string };

/** Of addresses that are about to lead to nobody, keeps what their owners, each with all that are one with them, refused. */
export type Carries = (
	tx: Tx,
	secrets: Hashing,
	customerId: number,
	addresses: readonly OwnedBy[],
	membersOf: (person: string) => readonly string[],
) => Promise<void>;

/** Stands where every other no has its purpose. */
const EVERY_PURPOSE = 'marketing';

/** Whether mail, or a message, reaches somebody by it. */
export const isAddress = ({ kind }: Identifier): boolean => kind === 'email' || kind === 'phone';

/** Under which a person's hashes stand. Who drops what an erasure remembers names it by its id, and has no business here. */
export const hashesId = (secrets: Hashing, customerId: number, person: string, what?: string): string => {
	const named = what === undefined ? '' : `:${what}`;
	const hex = secrets.hmac('stopped everything').update(`${customerId}:${person}${named}`).digest('hex');
	// Shaped as a UUID of random bits.
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const insertStops = (tx: Tx, customerId: number, stops: readonly { person: string; at: Date }[]): Promise<unknown> =>
	tx.run(sql`insert into person_stop (customer_id, person, stopped_at)
		select ${customerId}::int, g.person, min(g.at) from unnest(${uuids(stops.map(({ person }) => person))}::uuid[],
			${timestamps(stops.map(({ at }) => at))}::timestamptz[]) g (person, at)
		group by g.person
		on conflict (customer_id, person) do nothing`);

const hashAddresses = async (tx: Tx, secrets: Hashing, customerId: number, names: readonly OwnedBy[], until: Date): Promise<void> => {
	for (const [person, own] of Map.groupBy(names.filter(isAddress), (one) => one.person))
		await rememberObjections(
			tx,
			secrets,
			customerId,
			own.map(({ kind, value }) => ({ identifier: { kind, value }, purposeId: EVERY_PURPOSE })),
			{ erasure: hashesId(secrets, customerId, person), until },
		);
};

/** They stop everything. @param members all who are one: each keeps it, should they be two again; `names`: what they are known by */
export const stopEverything = async (
	tx: Tx,
	secrets: Hashing,
	customerId: number,
	{ members, names, at }: { readonly members: readonly string[]; readonly names: readonly OwnedBy[]; readonly at: Date },
): Promise<void> => {
	await insertStops(
		tx,
		customerId,
		members.map((person) => ({ person, at })),
	);
	await hashAddresses(tx, secrets, customerId, names, at);
};

/** They take it back themselves. @param proven an address that is theirs for certain: what was stopped by it before they were erased is taken back, too */
export const unstop = async (
	tx: Tx,
	secrets: Hashing,
	customerId: number,
	members: readonly string[],
	proven: Identifier | null = null,
): Promise<void> => {
	await tx.run(sql`delete from person_stop where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[])`);
	for (const member of members) await dropObjections(tx, customerId, hashesId(secrets, customerId, member));
	if (proven !== null) await dropObjectionsTo(tx, secrets, customerId, [{ identifier: proven, purposeId: EVERY_PURPOSE }]);
};

const StopRow = row({ person: uuid, stopped_at: instant });

/** When these stopped everything, by any of their ids; of the others nothing. */
export const stopsOf = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, Date>> =>
	new Map(
		(
			await tx.rows(
				StopRow,
				sql`select person, stopped_at from person_stop where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[])`,
			)
		).map((one) => [one.person, one.stopped_at]),
	);

/** Since when each of these addresses is one that everything was stopped by; null where it is not. */
export const stopsBy = (tx: Tx, secrets: Hashing, customerId: number, addresses: readonly Identifier[]): Promise<(Date | null)[]> =>
	readObjections(
		tx,
		secrets,
		customerId,
		addresses.map(({ kind, value }) => ({ identifier: { kind, value }, purposeId: EVERY_PURPOSE })),
	);

/** Whoever comes to be known by an address that everything was stopped by has stopped everything. */
export const heedStops = async (tx: Tx, secrets: Hashing, customerId: number, addresses: readonly OwnedBy[]): Promise<void> => {
	const since = await stopsBy(tx, secrets, customerId, addresses);
	const stops = addresses.flatMap(({ person }, place) => {
		const at = since[place] ?? null;
		return at === null ? [] : [{ person, at }];
	});
	if (stops.length > 0) await insertStops(tx, customerId, stops);
};

/** Of addresses that are about to lead to nobody, what belongs to somebody who stopped everything stays remembered. */
export const carryStops: Carries = async (tx, secrets, customerId, addresses, membersOf) => {
	const stops = await stopsOf(tx, customerId, [...new Set(addresses.flatMap(({ person }) => membersOf(person)))]);
	if (stops.size === 0) return;
	for (const [person, own] of Map.groupBy(addresses, (one) => one.person)) {
		const since = membersOf(person).flatMap((member) => stops.get(member) ?? []);
		const [at] = since.sort((a, b) => a.getTime() - b.getTime());
		if (at !== undefined) await hashAddresses(tx, secrets, customerId, own, at);
	}
};

const OwnerRow = row({ person: uuid });

/** Whether whoever has this address stopped everything, or would have if somebody had it. */
export const stoppedBy = async (tx: Tx, secrets: Hashing, customerId: number, address: Identifier): Promise<boolean> => {
	const owner = await tx.first(
		OwnerRow,
		sql`select person from person_identifier where customer_id = ${customerId} and kind = ${address.kind} and value = ${address.value}`,
	);
	// Of somebody who is known it is known; a hash may be older than what they took back.
	if (owner) return (await stopsOf(tx, customerId, (await membersOf(tx, customerId, owner.person)).members)).size > 0;
	const [since] = await stopsBy(tx, secrets, customerId, [address]);
	return since !== null && since !== undefined;
};
