/**
 * Devices of visitors who may be remembered. A device's row is locked before anything of it is written, and goes before its events,
 * so that what arrives at the same moment is there before the row is gone, or is not taken.
 */
import type { DEVICE_KINDS } from '@luvalla/contract/profiles/visitors.ts';
import { now } from '#kernel/clock.ts';
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, orNull, type RowOf, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Cluster } from '../../people/wing.ts';
import { COUNTED, CountedEvent, tellEventsGone } from '../events/counted.ts';
import { markSeen } from '../profiles/seen.ts';
import { touchNumbers, touchPersons } from '../rules/follow.ts';
import { dropSubscriptions } from './subscriptions.ts';

const DeviceRow = row({
	device_id: uuid,
	domain_id: uuid,
	purpose_id: uuid,
	person: orNull(uuid),
	/** It was taken back while it was being met. */
	over: bool,
	/** It was not seen for a while. */
	stale: bool,
});
export type DeviceRow = RowOf<typeof DeviceRow>;

/** When a device is seen again sooner than this, its row stays as it is. */
const SEEN = sql`interval '1 minute'`;

const There = row({ there: bool });

/** Whether the customer has any. */
export const hasDevices = async (tx: Tx, customerId: number): Promise<boolean> => {
	const found = await tx.first(There, sql`select exists (select 1 from device where customer_id = ${customerId}) as there`);
	return found?.there === true;
};

/** These devices, held until the transaction ends. */
export const holdDevices = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Map<string, DeviceRow>> => {
	const rows = await tx.rows(
		DeviceRow,
		sql`select d.device_id, d.domain_id, d.purpose_id, d.person, d.last_seen_at < ${now()}::timestamptz - ${SEEN} as stale,
			exists (select 1 from device_end e where e.customer_id = ${customerId} and e.device_id = d.device_id) as over
		from device d where d.customer_id = ${customerId} and d.device_id = any(${uuids(ids)}::uuid[]) order by d.device_id for update of d`,
	);
	return new Map(rows.map((one) => [one.device_id, one]));
};

/**
 * Held until the transaction ends, before anything else of these: for whoever may meet devices for the first time, or is told to
 * forget one. What is not there yet has no row to hold, and each would overlook what the other has not committed.
 */
export const lockDevices = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<void> => {
	await tx.run(
		sql`select pg_advisory_xact_lock(hashtext('device ' || ${customerId}::int), hashtext(g::text)) from unnest(${uuids(ids.toSorted())}::uuid[]) g`,
	);
};

const Ended = row({ device_id: uuid });
const Whose = row({ person: orNull(uuid) });

/** Those of these that were taken back. */
export const endedOf = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<Set<string>> => {
	const rows = await tx.rows(
		Ended,
		sql`select device_id from device_end where customer_id = ${customerId} and device_id = any(${uuids(ids)}::uuid[])`,
	);
	return new Set(rows.map((one) => one.device_id));
};

/** A device as it is met. */
export interface Met {
	readonly id: string;
	readonly domainId: string;
	readonly purposeId: string;
	readonly browser: string;
	readonly system: string;
	readonly kind: (typeof DEVICE_KINDS)[number];
}

/** Keeps devices that were met, and when. */
export const meetDevices = async (tx: Tx, customerId: number, met: readonly Met[]): Promise<void> => {
	if (met.length === 0) return;
	const at = now();
	const sorted = met.toSorted((a, b) => (a.id < b.id ? -1 : 1));
	await tx.run(sql`insert into device as d (customer_id, device_id, domain_id, purpose_id, browser, system, kind, first_seen_at, last_seen_at)
		select ${customerId}::int, g.id, g.domain_id, g.purpose_id, g.browser, g.system, g.kind, ${at}, ${at}
		from unnest(${uuids(sorted.map(({ id }) => id))}::uuid[], ${uuids(sorted.map(({ domainId }) => domainId))}::uuid[],
			${uuids(sorted.map(({ purposeId }) => purposeId))}::uuid[], ${texts(sorted.map(({ browser }) => browser))}::text[],
			${texts(sorted.map(({ system }) => system))}::text[], ${texts(sorted.map(({ kind }) => kind))}::text[])
			g (id, domain_id, purpose_id, browser, system, kind)
		on conflict (customer_id, device_id) do update set last_seen_at = excluded.last_seen_at, browser = excluded.browser,
			system = excluded.system, kind = excluded.kind
			where excluded.last_seen_at - d.last_seen_at > ${SEEN}`);
};

/** Ends these for good: the rows, then what anonymous visitors did there. What a person's device told stays the person's. */
export const endDevices = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<void> => {
	if (ids.length === 0) return;
	const given = uuids(ids.toSorted());
	await tx.run(
		sql`insert into device_end (customer_id, device_id, at) select ${customerId}::int, g, ${now()} from unnest(${given}::uuid[]) g on conflict do nothing`,
	);
	const gone = await tx.rows(
		Whose,
		sql`delete from device where customer_id = ${customerId} and device_id = any(${given}::uuid[]) returning person`,
	);
	await dropSubscriptions(tx, customerId, ids);
	const told = await tx.rows(
		CountedEvent,
		sql`delete from visitor_event where customer_id = ${customerId} and device_id = any(${given}::uuid[]) returning ${COUNTED}`,
	);
	await tellEventsGone(tx, customerId, told);
	// They may have no other browser.
	const persons = [...new Set(gone.flatMap(({ person }) => person ?? []))];
	if (persons.length > 0) await touchPersons(tx, customerId, persons, new Map(), false);
};

/** Whose device it is; null: nobody's who is known. */
export const personOn = async (tx: Tx, customerId: number, id: string): Promise<string | null> =>
	(await tx.first(Whose, sql`select person from device where customer_id = ${customerId} and device_id = ${id}`))?.person ?? null;

const Numbered = row({ number: int });
const Moved = row({ id: uuid, at: instant });
const Left = row({ id: uuid, ...CountedEvent });

/** These are a person's from now on, with all that was done there. Call it under `lockPeople`, for a person who is there. */
export const linkDevices = async (tx: Tx, customerId: number, person: string, ids: readonly string[]): Promise<void> => {
	const found = await tx.first(Numbered, sql`select number from person where customer_id = ${customerId} and person = ${person}`);
	if (!found || ids.length === 0) return;
	const given = uuids(ids);
	await tx.run(sql`update device set person = ${person} where customer_id = ${customerId} and device_id = any(${given}::uuid[])`);
	const moved = await tx.rows(
		Moved,
		sql`insert into event (customer_id, at, id, number, domain_id, type, properties, received_at, how)
		select ${customerId}::int, v.at, v.id, ${found.number}::int, v.domain_id, v.type, v.properties, v.received_at, 'visitor'
		from visitor_event v where v.customer_id = ${customerId} and v.device_id = any(${given}::uuid[])
		on conflict do nothing returning id, at`,
	);
	const left = await tx.rows(
		Left,
		sql`delete from visitor_event where customer_id = ${customerId} and device_id = any(${given}::uuid[]) returning id, ${COUNTED}`,
	);
	// Their events stay counted as they are; one that the person told of already is there once from now on.
	const came = new Set(moved.map(({ id }) => id));
	await tellEventsGone(
		tx,
		customerId,
		left.filter(({ id }) => !came.has(id)),
	);
	await touchNumbers(tx, customerId, [found.number]);
	if (moved.length === 0) return;
	await markSeen(
		tx,
		customerId,
		moved.map(({ at }) => ({ number: found.number, at })),
	);
};

/** Slots of these persons (kept ids) and purposes where a no holds. */
export const refusedOf = async (
	tx: Tx,
	customerId: number,
	asked: readonly { readonly person: string; readonly purposeId: string }[],
): Promise<Set<string>> => {
	if (asked.length === 0) return new Set();
	const No = row({ person: uuid, purpose_id: uuid });
	const rows = await tx.rows(
		No,
		sql`select person, purpose_id from consent_state where customer_id = ${customerId} and not value and (person, purpose_id) in
			(select * from unnest(${uuids(asked.map(({ person }) => person))}::uuid[], ${uuids(asked.map(({ purposeId }) => purposeId))}::uuid[]))`,
	);
	return new Set(rows.map((one) => `${one.person} ${one.purpose_id}`));
};

/** Ends devices of these whose person says no to what lets them be remembered. Call it under `lockPeople`. */
export const settleDevices = async (tx: Tx, customerId: number, clusters: readonly Cluster[]): Promise<void> => {
	const ids = clusters.flatMap(({ kept, members }) => members.map((member) => ({ kept, member })));
	if (ids.length === 0) return;
	const over = await tx.rows(
		Ended,
		sql`select d.device_id
		from unnest(${uuids(ids.map(({ member }) => member))}::uuid[], ${uuids(ids.map(({ kept }) => kept))}::uuid[]) g (member, kept)
		join device d on d.customer_id = ${customerId} and d.person = g.member
		join consent_state s on s.customer_id = ${customerId} and s.person = g.kept and s.purpose_id = d.purpose_id and not s.value`,
	);
	await endDevices(
		tx,
		customerId,
		over.map((one) => one.device_id),
	);
};

/** Takes away everything of these persons' devices. */
export const forgetDevices = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<void> => {
	const own = await tx.rows(
		Ended,
		sql`select device_id from device where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[]) order by device_id for update`,
	);
	await endDevices(
		tx,
		customerId,
		own.map((one) => one.device_id),
	);
};
