/**
 * What somebody chose of the messages that they permit: channels by which nothing comes, and how many may come at most. A channel that is
 * off is a no, kept as *stop everything* is (`stops.ts`): it goes with the person, and a keyed hash of each address of theirs stays, so
 * that whoever is named by it anew has said it, too. How many at most is no no: it goes when they are forgotten.
 */
import { CHANNELS, type Channel, channelAt } from '@luvalla/contract/channels.ts';
import type { Identifier } from '@luvalla/contract/people/identifiers.ts';
import { CAP_DAYS, type OwnCap } from '@luvalla/contract/people/own-choice.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { int4s, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, oneOf, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf } from '../persons/clusters.ts';
import { dropObjections, dropObjectionsTo, type Objection, readObjections, rememberObjections } from './objections.ts';
import { type Carries, hashesId, isAddress, type OwnedBy } from './stops.ts';

type Hashing = Pick<Secrets, 'hmac'>;

/** By a link of a letter, which whoever has the letter may press, or by themselves. */
const WAYS = ['letter', 'own'] as const;
export type ChoiceWay = (typeof WAYS)[number];

export interface ChannelNo {
	readonly person: string;
	readonly channel: Channel;
	readonly at: Date;
	readonly way: ChoiceWay;
}

/** Stands where other noes have their purpose, with the channel; alone it says that there is any. */
const CHANNEL_NO = 'channel';

const refused = (channel: Channel): string => `${CHANNEL_NO} ${channel}`;

const NoRow = row({ person: uuid, channel: int, said_at: instant, way: oneOf(WAYS) });

/** Channels by which nothing comes to these, by each of their ids. */
export const channelNoesOf = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<ChannelNo[]> =>
	(
		await tx.rows(
			NoRow,
			sql`select person, channel::int as channel, said_at, way from person_channel_no
			where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[]) order by channel, said_at`,
		)
	).map(({ person, channel, said_at: at, way }) => ({ person, channel: channelAt(channel), at, way }));

const PersonRow = row({ person: uuid });

/** Of these ids those that have a channel off. */
export const refusingChannel = async (tx: Tx, customerId: number, channel: Channel, persons: readonly string[]): Promise<string[]> =>
	(
		await tx.rows(
			PersonRow,
			sql`select person from person_channel_no
			where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[]) and channel = ${CHANNELS.indexOf(channel)}`,
		)
	).map(({ person }) => person);

const AnyRow = row({ channel: int });

/** Channels that anybody has off. */
export const channelsRefused = async (tx: Tx, customerId: number): Promise<Channel[]> =>
	(
		await tx.rows(
			AnyRow,
			sql`select c.channel from unnest(${int4s(CHANNELS.map((_, code) => code))}::int[]) c (channel)
			where exists (select 1 from person_channel_no o where o.customer_id = ${customerId} and o.channel = c.channel)`,
		)
	).map(({ channel }) => channelAt(channel));

const CapRow = row({ person: uuid, messages: int, days: int });

/** How many messages these chose at most, by each of their ids; of the others nothing. Of several each holds. */
export const ownCapsOf = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
): Promise<{ person: string; messages: number; days: number }[]> =>
	tx.rows(
		CapRow,
		sql`select person, messages, days from person_cap where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[])
		order by messages::float / days, days`,
	);

/** The cap of somebody, as it is shown and changed: of several the strictest. */
export const ownCapOf = async (tx: Tx, customerId: number, members: readonly string[]): Promise<OwnCap | null> => {
	const [found] = await ownCapsOf(tx, customerId, members);
	const days = CAP_DAYS.find((one) => one === found?.days);
	return found === undefined || days === undefined ? null : { messages: found.messages, days };
};

const OneRow = row({ one: int });

/** Whether any of these has a cap of their own, by any of their ids. Mostly nobody of the customer does. */
export const anyCapped = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<boolean> => {
	const any = await tx.rows(OneRow, sql`select 1 as one from person_cap where customer_id = ${customerId} limit 1`);
	if (any.length === 0) return false;
	const clusters = await clustersOf(tx, customerId, persons);
	return (await ownCapsOf(tx, customerId, [...new Set([...clusters.values()].flatMap(({ members }) => members))])).length > 0;
};

const insertNoes = (tx: Tx, customerId: number, noes: readonly ChannelNo[]): Promise<unknown> =>
	tx.run(sql`insert into person_channel_no (customer_id, person, channel, said_at, way)
		select ${customerId}::int, g.person, g.channel::smallint, min(g.at), max(g.way)
		from unnest(${uuids(noes.map(({ person }) => person))}::uuid[], ${int4s(noes.map(({ channel }) => CHANNELS.indexOf(channel)))}::int[],
			${timestamps(noes.map(({ at }) => at))}::timestamptz[], ${noes.map(({ way }) => way)}::text[]) g (person, channel, at, way)
		group by g.person, g.channel
		on conflict (customer_id, person, channel) do update set way = excluded.way where excluded.way = 'own' and person_channel_no.way <> 'own'`);

const hashNoes = async (
	tx: Tx,
	secrets: Hashing,
	customerId: number,
	names: readonly OwnedBy[],
	noes: readonly Pick<ChannelNo, 'channel' | 'at'>[],
): Promise<void> => {
	const byPerson = Map.groupBy(names.filter(isAddress), (one) => one.person);
	for (const { channel, at: until } of noes)
		for (const [person, own] of byPerson)
			await rememberObjections(
				tx,
				secrets,
				customerId,
				own.flatMap(({ kind, value }) => [CHANNEL_NO, refused(channel)].map((purposeId) => ({ identifier: { kind, value }, purposeId }))),
				{ erasure: hashesId(secrets, customerId, person, refused(channel)), until },
			);
};

/** Whose choice it is, and how they said it. @property members all who are one: each keeps it, should they be two again */
export interface Chooser {
	readonly members: readonly string[];
	readonly names: readonly OwnedBy[];
	readonly at: Date;
	readonly way: ChoiceWay;
}

/** Nothing comes to them by this channel from now on. */
export const refuseChannel = async (
	tx: Tx,
	secrets: Hashing,
	customerId: number,
	{ members, names, at, way }: Chooser,
	channel: Channel,
): Promise<void> => {
	await insertNoes(
		tx,
		customerId,
		members.map((person) => ({ person, channel, at, way })),
	);
	await hashNoes(tx, secrets, customerId, names, [{ channel, at }]);
};

/** They take it back themselves. @param proven an address that is theirs for certain: what was said by it before they were erased is taken back, too */
export const allowChannel = async (
	tx: Tx,
	secrets: Hashing,
	customerId: number,
	members: readonly string[],
	channel: Channel,
	proven: Identifier | null = null,
): Promise<void> => {
	await tx.run(
		sql`delete from person_channel_no where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[])
			and channel = ${CHANNELS.indexOf(channel)}`,
	);
	for (const member of members) await dropObjections(tx, customerId, hashesId(secrets, customerId, member, refused(channel)));
	if (proven !== null) await dropObjectionsTo(tx, secrets, customerId, [{ identifier: proven, purposeId: refused(channel) }]);
};

/** At most so many messages; null: as many as come. */
export const chooseCap = async (
	tx: Tx,
	customerId: number,
	{ members, at }: Pick<Chooser, 'members' | 'at'>,
	cap: OwnCap | null,
): Promise<void> => {
	if (cap === null) {
		await tx.run(sql`delete from person_cap where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[])`);
		return;
	}
	await tx.run(sql`insert into person_cap (customer_id, person, messages, days, said_at)
		select ${customerId}::int, person, ${cap.messages}::int, ${cap.days}::int, ${at}::timestamptz from unnest(${uuids(members)}::uuid[]) person
		on conflict (customer_id, person) do update set messages = excluded.messages, days = excluded.days, said_at = excluded.said_at`);
};

/** Whoever comes to be known by an address that a channel was refused by has refused it, too. */
export const heedChannelNoes = async (tx: Tx, secrets: Hashing, customerId: number, addresses: readonly OwnedBy[]): Promise<void> => {
	const read = (asked: readonly Objection[]) => readObjections(tx, secrets, customerId, asked);
	const any = await read(addresses.map(({ kind, value }) => ({ identifier: { kind, value }, purposeId: CHANNEL_NO })));
	const refusing = addresses.filter((_, place) => any[place]);
	if (refusing.length === 0) return;
	const asked = refusing.flatMap(({ kind, value, person }) =>
		CHANNELS.map((channel) => ({ person, channel, objection: { identifier: { kind, value }, purposeId: refused(channel) } })),
	);
	const since = await read(asked.map(({ objection }) => objection));
	const noes = asked.flatMap(({ person, channel }, place): ChannelNo[] => {
		const at = since[place] ?? null;
		return at === null ? [] : [{ person, channel, at, way: 'own' }];
	});
	if (noes.length > 0) await insertNoes(tx, customerId, noes);
};

/** Of addresses that are about to lead to nobody, by which a channel was refused stays remembered. */
export const carryChannelNoes: Carries = async (tx, secrets, customerId, addresses, membersOf) => {
	const everybody = [...new Set(addresses.flatMap(({ person }) => membersOf(person)))];
	const noes = await channelNoesOf(tx, customerId, everybody);
	if (noes.length === 0) return;
	for (const [person, own] of Map.groupBy(addresses, (one) => one.person)) {
		const members = membersOf(person);
		await hashNoes(
			tx,
			secrets,
			customerId,
			own,
			noes.filter((one) => members.includes(one.person)),
		);
	}
};

/** Nothing is known of these any more. */
export const forgetChoices = async (tx: Tx, customerId: number, gone: readonly string[]): Promise<void> => {
	await tx.run(sql`delete from person_channel_no where customer_id = ${customerId} and person = any(${uuids(gone)}::uuid[])`);
	await tx.run(sql`delete from person_cap where customer_id = ${customerId} and person = any(${uuids(gone)}::uuid[])`);
};
