/** Browsers that take pushes: one subscription a device, which is whose the device is and goes with it. */
import { now } from '#kernel/clock.ts';
import { texts as manyTexts, uuids } from '#kernel/storage/arrays.ts';
import { instant, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { alone, clustersOf } from '../../people/wing.ts';

/** Messages for one person go to so many of their browsers, those seen last. */
export const BROWSERS_OF_ONE = 20;

/** A subscription as a browser made it. */
export interface GivenSubscription {
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
	/** The public key that it was made for. */
	readonly serverKey: string;
}

const DeadRow = row({ dead_at: orNull(instant) });

/**
 * Keeps the one subscription of a device, which its caller holds; `dead`: the service knows that one no more, and the browser has to make
 * another. One that was another device's moves: it is the browser's, whoever is remembered there.
 */
export const keepSubscription = async (
	tx: Tx,
	customerId: number,
	deviceId: string,
	{ endpoint, p256dh, auth, serverKey }: GivenSubscription,
): Promise<'kept' | 'dead'> => {
	const at = now();
	await tx.run(sql`select pg_advisory_xact_lock(hashtext('subscription ' || ${customerId}::int), hashtext(${endpoint}))`);
	const had = await tx.first(
		DeadRow,
		sql`select dead_at from push_subscription where customer_id = ${customerId} and endpoint = ${endpoint} and auth = ${auth}`,
	);
	if (had !== null && had.dead_at !== null) return 'dead';
	await tx.run(
		sql`delete from push_subscription where customer_id = ${customerId} and device_id = ${deviceId} and endpoint <> ${endpoint}`,
	);
	await tx.run(sql`insert into push_subscription (customer_id, endpoint, device_id, p256dh, auth, server_key, created_at, last_seen_at)
		values (${customerId}, ${endpoint}, ${deviceId}, ${p256dh}, ${auth}, ${serverKey}, ${at}, ${at})
		on conflict (customer_id, endpoint) do update set device_id = excluded.device_id, p256dh = excluded.p256dh, auth = excluded.auth,
			server_key = excluded.server_key, last_seen_at = excluded.last_seen_at, dead_at = null`);
	return 'kept';
};

/** Forgets what these devices registered. */
export const dropSubscriptions = (tx: Tx, customerId: number, devices: readonly string[]): Promise<number> =>
	tx.run(sql`delete from push_subscription where customer_id = ${customerId} and device_id = any(${uuids(devices)}::uuid[])`);

/** These are dead, unless they were renewed since. @param asOf when it was asked whether they live */
export const retireSubscriptions = (tx: Tx, customerId: number, endpoints: readonly string[], asOf: Date): Promise<number> =>
	tx.run(sql`update push_subscription set dead_at = ${now()}
		where customer_id = ${customerId} and endpoint = any(${manyTexts(endpoints.toSorted())}::text[]) and dead_at is null and last_seen_at <= ${asOf}`);

const SubscriptionRow = row({
	endpoint: text,
	device_id: uuid,
	person: uuid,
	p256dh: text,
	auth: text,
	server_key: text,
	host: text,
	browser: text,
	system: text,
	created_at: instant,
	last_seen_at: instant,
	dead_at: orNull(instant),
});
export type SubscriptionRow = RowOf<typeof SubscriptionRow>;

/** Subscriptions on devices of these ids, the one that was renewed last first. @param on on devices of these domains alone; null: on any */
export const subscriptionsOfIds = (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	on: readonly string[] | null,
): Promise<SubscriptionRow[]> =>
	tx.rows(
		SubscriptionRow,
		sql`select s.endpoint, s.device_id, d.person, s.p256dh, s.auth, s.server_key, coalesce(o.host, '') as host, d.browser, d.system,
			s.created_at, s.last_seen_at, s.dead_at
		from device d join push_subscription s on s.customer_id = ${customerId} and s.device_id = d.device_id
		left join domain o on o.customer_id = ${customerId} and o.domain_id = d.domain_id
		where d.customer_id = ${customerId} and d.person = any(${uuids(persons)}::uuid[])
			and (${on}::uuid[] is null or d.domain_id = any(${on}::uuid[]))
		order by s.last_seen_at desc, s.endpoint`,
	);

/** Living subscriptions of each of these persons and whoever is one with them, on one domain. */
export const livingSubscriptions = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	domainId: string,
): Promise<Map<string, SubscriptionRow[]>> => {
	const clusters = await clustersOf(tx, customerId, persons);
	const membersOf = (person: string): readonly string[] => (clusters.get(person) ?? alone(person)).members;
	const rows = await subscriptionsOfIds(tx, customerId, [...new Set(persons.flatMap(membersOf))], [domainId]);
	const own = Map.groupBy(
		rows.filter((one) => one.dead_at === null),
		({ person }) => person,
	);
	return new Map(
		persons.map((person) => {
			const found = membersOf(person).flatMap((member) => own.get(member) ?? []);
			return [person, found.toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime()).slice(0, BROWSERS_OF_ONE)];
		}),
	);
};

const BrowserRow = row({ person: uuid });

/** Those of these persons' ids who may be remembered in a browser, their own or of somebody who is one with them. */
export const inBrowsers = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<Set<string>> => {
	const clusters = await clustersOf(tx, customerId, persons);
	const membersOf = (person: string): readonly string[] => (clusters.get(person) ?? alone(person)).members;
	const rows = await tx.rows(
		BrowserRow,
		sql`select distinct person from device where customer_id = ${customerId} and person = any(${uuids([...new Set(persons.flatMap(membersOf))])}::uuid[])`,
	);
	const there = new Set(rows.map(({ person }) => person));
	return new Set(persons.filter((person) => membersOf(person).some((member) => there.has(member))));
};
