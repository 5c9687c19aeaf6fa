/** Visitors' records that let them be remembered. */
import type { Kernel } from '#kernel/kernel.ts';
import { byteas, int4s, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { atOf, identificationId } from '../ids.ts';

/** A visitor's record, as a page of a domain names it. */
export interface Visited {
	readonly id: string;
	readonly domainId: string;
	/** Hash of the key that the device tells. */
	readonly key: Buffer;
}

const Permitting = row({ place: int, purpose_id: orNull(uuid) });

/**
 * The purposes whose yes these records are, where that yes lets its visitor be remembered: by the banner it was said under, and by
 * the one that is live now. Null for a record that does not; who is missing has no record on that domain that came with that key.
 */
export const permitting = async <One extends Visited>(
	tx: Tx,
	customerId: number,
	visited: readonly One[],
): Promise<Map<One, string | null>> => {
	if (visited.length === 0) return new Map();
	const rows = await tx.rows(
		Permitting,
		sql`select g.place, case when r.value and p.remembers = r.category and l.purposes -> l.remembers ->> 'id' = r.purpose_id::text
				then r.purpose_id end as purpose_id
		from unnest(${timestamps(visited.map(({ id }) => atOf(id)))}::timestamptz[], ${uuids(visited.map(({ id }) => id))}::uuid[],
			${uuids(visited.map(({ domainId }) => domainId))}::uuid[], ${byteas(visited.map(({ key }) => key))}::bytea[],
			${int4s(visited.map((_, place) => place))}::int[]) g (at, id, domain_id, key, place)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id and r.domain_id = g.domain_id
			and r.person is null and r.how = 'banner' and r.device_key = g.key
		join domain d on d.customer_id = ${customerId} and d.domain_id = r.domain_id
		left join publication p on p.customer_id = ${customerId} and p.folder = r.configuration
		left join publication l on l.customer_id = ${customerId} and l.folder = d.live_banner ->> 'folder'`,
	);
	return new Map(rows.flatMap((one) => visited.slice(one.place, one.place + 1).map((who) => [who, one.purpose_id] as const)));
};

const Others = row({ there: bool });

/** Whether this record came with another key; one that came without, or is gone, says nothing against it. */
export const isOthers = async (tx: Tx, customerId: number, { id, key }: Visited): Promise<boolean> => {
	const found = await tx.first(
		Others,
		sql`select exists (select 1 from consent_record where customer_id = ${customerId} and at = ${atOf(id)} and id = ${id}
			and device_key <> ${key}) as there`,
	);
	return found?.there === true;
};

const Identified = row({ id: uuid, person: uuid });

/** Whose these visitors' records turned out to be, by the record; those of nobody are missing. */
export const identifiedAs = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	records: readonly string[],
): Promise<Map<string, string>> => {
	if (records.length === 0) return new Map();
	const linked = new Map(records.map((record) => [identificationId(secrets, atOf(record), record), record]));
	const ids = [...linked.keys()];
	const rows = await tx.rows(
		Identified,
		sql`select r.id, r.person from unnest(${timestamps(ids.map(atOf))}::timestamptz[], ${uuids(ids)}::uuid[]) g (at, id)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
		where r.person is not null and r.how = 'identification'`,
	);
	return new Map(rows.flatMap(({ id, person }) => [[linked.get(id) ?? '', person] as const]));
};

/** Visitors of the moment; another one costs 5 µs. */
const MOST_IDS = 10_000;

/** Under which id each of these would stand had it become a person's: the intake asks it of the same visitors again and again. */
export const createIdentificationIds = (secrets: Kernel['secrets']): ((record: string) => string) => {
	const known = new Map<string, string>();
	return (record) => {
		const hit = known.get(record);
		if (hit !== undefined) return hit;
		const made = identificationId(secrets, atOf(record), record);
		if (known.size >= MOST_IDS) known.clear();
		known.set(record, made);
		return made;
	};
};

const Live = row({ category: text, purpose: text });

/** The category of the domain's live banner whose yes lets visitors be remembered. */
export const remembersOn = async (
	tx: Tx,
	customerId: number,
	domainId: string,
): Promise<{ readonly category: string; readonly purpose: string } | null> => {
	return tx.first(
		Live,
		sql`select l.remembers as category, l.purposes -> l.remembers ->> 'name' as purpose
		from domain d join publication l on l.customer_id = ${customerId} and l.folder = d.live_banner ->> 'folder'
		where d.customer_id = ${customerId} and d.domain_id = ${domainId} and l.remembers is not null and l.purposes ? l.remembers`,
	);
};
