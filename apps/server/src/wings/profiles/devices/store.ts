/** Tokens of apps that take messages. One is somebody's at a time; rows are locked in the order of their tokens. */
import { DEVICES_OF_ONE, PLATFORMS } from '@luvalla/contract/profiles/api.ts';
import { now } from '#kernel/clock.ts';
import { texts as manyTexts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, oneOf, orNull, type RowOf, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { alone, type Cluster, clustersOf } from '../../people/wing.ts';
import { touchPersons } from '../rules/follow.ts';

/** Dead ones that are kept beside the living. */
const DEAD_OF_ONE = 20;

const HadRow = row({ token: text, person: uuid, topics: texts, created_at: instant, dead_at: orNull(instant) });

/** A token as it is registered. */
export interface Given {
	readonly token: string;
	/** The id that it is registered for, and everybody who is one with it. */
	readonly own: string;
	readonly cluster: Cluster;
	readonly platform: (typeof PLATFORMS)[number];
	/** Undefined: they stay as they are. */
	readonly topics: readonly string[] | undefined;
}

/** These tokens as they are, held until the transaction ends. */
const holdTokens = async (tx: Tx, customerId: number, tokens: readonly string[]) => {
	const rows = await tx.rows(
		HadRow,
		sql`select token, person, topics, created_at, dead_at from device_token
		where customer_id = ${customerId} and token = any(${manyTexts(tokens)}::text[]) order by token for update`,
	);
	return new Map(rows.map((one) => [one.token, one]));
};

/**
 * Keeps them; answers those that were this person's already. Of a token that comes twice the last counts. Call it under `lockPeople`: who
 * is one with whom decides how many somebody has.
 */
export const keepTokens = async (tx: Tx, customerId: number, domainId: string, given: readonly Given[]): Promise<Set<string>> => {
	const last = [...new Map(given.map((one) => [one.token, one])).values()].sort((a, b) => (a.token < b.token ? -1 : 1));
	if (last.length === 0) return new Set();
	const had = await holdTokens(
		tx,
		customerId,
		last.map(({ token }) => token),
	);
	const at = now();
	const isTheirs = ({ token, cluster }: Given): boolean => cluster.members.includes(had.get(token)?.person ?? '');
	/** What stays of a token that is this person's already. */
	const kept = (one: Given) => (isTheirs(one) ? had.get(one.token) : undefined);
	await tx.run(sql`insert into device_token (customer_id, token, person, domain_id, platform, topics, created_at, last_seen_at)
		select ${customerId}::int, g.token, g.person, ${domainId}::uuid, g.platform, array(select jsonb_array_elements_text(g.topics::jsonb)), g.created, ${at}
		from unnest(${manyTexts(last.map(({ token }) => token))}::text[], ${uuids(last.map(({ own }) => own))}::uuid[],
			${manyTexts(last.map(({ platform }) => platform))}::text[],
			${manyTexts(last.map((one) => JSON.stringify(one.topics ?? kept(one)?.topics ?? [])))}::text[],
			${timestamps(last.map((one) => kept(one)?.created_at ?? at))}::timestamptz[]) g (token, person, platform, topics, created)
		on conflict (customer_id, token) do update set person = excluded.person, domain_id = excluded.domain_id, platform = excluded.platform,
			topics = excluded.topics, created_at = excluded.created_at, last_seen_at = excluded.last_seen_at, dead_at = null`);
	// A living one that is renewed makes no difference to anybody.
	const news = last.filter((one) => !isTheirs(one) || had.get(one.token)?.dead_at !== null);
	await dropOldest(
		tx,
		customerId,
		news.map(({ cluster }) => cluster),
	);
	const before = news.flatMap(({ token }) => had.get(token)?.person ?? []);
	await touchPersons(tx, customerId, [...new Set([...before, ...news.map(({ own }) => own)])], new Map(), false);
	return new Set(last.filter(isTheirs).map(({ token }) => token));
};

/** Of more than so many those that were not renewed for longest are dead, and of the dead ones the oldest go. */
const dropOldest = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	const each = [...new Map(clusters.map((one) => [one.kept, one])).values()];
	const ids = each.flatMap(({ kept, members }) => members.map((member) => ({ kept, member })));
	if (ids.length === 0) return;
	const places = sql`(select t.token, row_number() over (partition by g.kept order by t.dead_at is not null, t.last_seen_at desc, t.token) as place
		from unnest(${uuids(ids.map(({ member }) => member))}::uuid[], ${uuids(ids.map(({ kept }) => kept))}::uuid[]) g (member, kept)
		join device_token t on t.customer_id = ${customerId} and t.person = g.member) o`;
	await tx.run(sql`update device_token d set dead_at = ${now()} from ${places}
		where d.customer_id = ${customerId} and d.token = o.token and o.place > ${DEVICES_OF_ONE}::int and d.dead_at is null`);
	await tx.run(sql`delete from device_token d using ${places}
		where d.customer_id = ${customerId} and d.token = o.token and o.place > ${DEVICES_OF_ONE + DEAD_OF_ONE}::int`);
};

const GoneRow = row({ token: text, person: uuid });

/** Forgets these; answers those that were there. @param on registered on these domains alone; null: on any */
export const removeTokens = async (
	tx: Tx,
	customerId: number,
	tokens: readonly string[],
	on: readonly string[] | null,
): Promise<Set<string>> => {
	await holdTokens(tx, customerId, tokens);
	const gone = await tx.rows(
		GoneRow,
		sql`delete from device_token where customer_id = ${customerId} and token = any(${manyTexts(tokens)}::text[])
			and (${on}::uuid[] is null or domain_id = any(${on}::uuid[])) returning token, person`,
	);
	await touchPersons(tx, customerId, [...new Set(gone.map(({ person }) => person))], new Map(), false);
	return new Set(gone.map(({ token }) => token));
};

/** These are dead, unless they were renewed since. @param asOf when it was asked whether they live */
export const retireTokens = async (tx: Tx, customerId: number, tokens: readonly string[], asOf: Date): Promise<void> => {
	await holdTokens(tx, customerId, tokens);
	const dead = await tx.rows(
		GoneRow,
		sql`update device_token set dead_at = ${now()} where customer_id = ${customerId} and token = any(${manyTexts(tokens)}::text[])
			and dead_at is null and last_seen_at <= ${asOf} returning token, person`,
	);
	await touchPersons(tx, customerId, [...new Set(dead.map(({ person }) => person))], new Map(), false);
};

/** Everything of these persons' devices. */
export const forgetTokens = (tx: Tx, customerId: number, persons: readonly string[]): Promise<number> =>
	tx.run(sql`delete from device_token where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[])`);

const OwnRow = row({
	token: text,
	person: uuid,
	domain_id: uuid,
	host: text,
	platform: oneOf(PLATFORMS),
	topics: texts,
	created_at: instant,
	last_seen_at: instant,
	dead_at: orNull(instant),
});
export type TokenRow = RowOf<typeof OwnRow>;

/** Tokens of these ids, the one that was renewed last first. @param on registered on these domains alone; null: on any */
export const tokensOf = (tx: Tx, customerId: number, persons: readonly string[], on: readonly string[] | null): Promise<TokenRow[]> =>
	tx.rows(
		OwnRow,
		sql`select t.token, t.person, t.domain_id, coalesce(d.host, '') as host, t.platform, t.topics, t.created_at, t.last_seen_at, t.dead_at
		from device_token t left join domain d on d.customer_id = ${customerId} and d.domain_id = t.domain_id
		where t.customer_id = ${customerId} and t.person = any(${uuids(persons)}::uuid[])
			and (${on}::uuid[] is null or t.domain_id = any(${on}::uuid[]))
		order by t.last_seen_at desc, t.token`,
	);

/** Devices of each of these persons and whoever is one with them; whoever has none is missing. */
export const devicesOf = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Map<string, TokenRow[]>> => {
	const clusters = await clustersOf(tx, customerId, persons);
	const membersOf = (person: string): readonly string[] => (clusters.get(person) ?? alone(person)).members;
	const rows = await tokensOf(tx, customerId, [...new Set(persons.flatMap(membersOf))], null);
	const own = Map.groupBy(rows, ({ person }) => person);
	return new Map(
		persons.flatMap((person) => {
			const found = membersOf(person).flatMap((member) => own.get(member) ?? []);
			const sorted = found.toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
			return found.length === 0 ? [] : [[person, sorted] as const];
		}),
	);
};

/** The living ones of these, as many as get a message. */
export const livingOf = (devices: readonly TokenRow[]): TokenRow[] =>
	devices.filter((one) => one.dead_at === null).slice(0, DEVICES_OF_ONE);
