/** What the edge role may run for the intake. */
import * as z from 'zod';
import { composites, type FieldWriter, int4s } from '#kernel/storage/arrays.ts';
import { createTypeOf } from '#kernel/storage/composite-type.ts';
import { bytes, int, ints, json, orNull, row, sql, text, uuids } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { leafOf, newSalt, type ProvenRecord } from './leaf.ts';
import { receivedNow } from './order.ts';

export interface PublishedFor {
	readonly customerId: number;
	readonly host: string;
	/** Null when this folder was never published on this domain. */
	readonly configurationHash: string | null;
	/** Registrable domain whose hosts share the choice; null: only `host`. */
	readonly sharedDomain: string | null;
	/** Category key → the purpose version that was shown. */
	readonly purposes: ReadonlyMap<string, { id: string; version: number }>;
}

const Purposes = z.record(z.string(), z.object({ id: z.uuid(), version: z.int() }));

const PublishedRow = row({
	customer_id: int,
	host: text,
	configuration_hash: orNull(bytes),
	purposes: orNull(json(Purposes)),
	shared: orNull(text),
});

/** The domain behind an id and what was published on it under this folder; null for an unknown domain. */
export const publishedFor = async (
	{ edgeSoon }: Pick<Storage, 'edgeSoon'>,
	domainId: string,
	folder: string,
): Promise<PublishedFor | null> => {
	const row = await edgeSoon.first(
		PublishedRow,
		sql`select customer_id, host, configuration_hash, purposes, edge_shared_domain(${domainId}, ${folder}) as shared
			from edge_publication(${domainId}, ${folder})`,
	);
	if (!row) return null;
	return {
		customerId: row.customer_id,
		host: row.host,
		sharedDomain: row.shared,
		configurationHash: row.configuration_hash?.toString('hex') ?? null,
		purposes: new Map(Object.entries(row.purposes ?? {})),
	};
};

/** A record before the lane gives it its place in the server's order. */
export type Arrival = Omit<ProvenRecord, 'receivedAt' | 'batchPosition'> & {
	readonly configuration: string;
	readonly configurationHash: string;
	readonly network: string | null;
	/** Hash of the device's key (device-key.ts). */
	readonly deviceKey: Buffer | null;
};

type Row = ProvenRecord & Arrival & { readonly salt: Buffer; readonly leaf: Buffer };

const FIELDS = 23;
/** In the order of the type edge_arrival. */
const writeRow = (to: FieldWriter, one: Row): void => {
	to.int4(one.customerId);
	to.uuid(one.domainId);
	to.text(one.configuration);
	to.bytea(Buffer.from(one.configurationHash, 'hex'));
	to.uuid(one.purposeId);
	to.int4(one.purposeVersion);
	to.text(one.category);
	to.text(one.language);
	to.text(one.browser);
	to.text(one.device);
	to.text(one.country);
	to.text(one.network);
	to.text(one.tcString);
	to.uuid(one.id);
	to.uuid(one.choiceId);
	to.timestamp(Date.parse(one.at));
	to.int4(one.batchPosition);
	to.bool(one.value);
	to.bool(one.gpc);
	to.bool(one.clockSkewed);
	to.bytea(one.salt);
	to.bytea(one.leaf);
	to.bytea(one.deviceKey);
};

const Fresh = row({ fresh: orNull(uuids) });
const Differing = row({ places: ints });

/** `conflict`: the id is that of a record that says something else. */
export type Fate = 'stored' | 'known' | 'conflict';

/**
 * Stores a batch in one statement and commit; answers for each what became of it. Measured in bench/edge-consents.
 * @param told which were stored, once they are
 */
export const createArrivals = (edge: Tx, told: (stored: readonly Arrival[]) => void) => {
	const typeOf = createTypeOf(edge, 'edge_arrival');

	/** Those of known ids that say something else than what is stored. Asked only where an id is known: a replay, or a fault. */
	const differing = async (oid: number, rows: readonly Row[]): Promise<Set<Row>> => {
		const answer = await edge.first(
			Differing,
			sql`select edge_differs(${int4s(customersOf(rows))}, ${composites(oid, FIELDS, rows, writeRow)}) as places`,
		);
		return new Set(answer?.places.flatMap((place) => rows[place - 1] ?? []));
	};

	return async (arrivals: readonly Arrival[]): Promise<readonly Fate[]> => {
		const oid = await typeOf();
		const receivedAt = receivedNow();
		const at = receivedAt.toISOString();
		const rows = arrivals.map(({ network, deviceKey, ...arrival }, batchPosition): Row => {
			const record = { ...arrival, receivedAt: at, batchPosition } satisfies ProvenRecord;
			const salt = newSalt();
			return { ...record, network, deviceKey, salt, leaf: leafOf(salt, record) };
		});
		// Two batches with the same records meet them in the same order, so neither waits for what the other waits for. Of two with one
		// id the first stays the first: it is the one that is stored.
		const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
		const answer = await edge.first(
			Fresh,
			sql`select edge_intake(${receivedAt}, ${int4s(customersOf(rows))}, ${composites(oid, FIELDS, sorted, writeRow)}) as fresh`,
		);
		if (!answer || answer.fresh === null) {
			told(arrivals);
			return arrivals.map(() => 'stored');
		}
		// The same id twice in one batch is stored once: the first of them was new.
		const fresh = new Set(answer.fresh);
		const stored = new Set(rows.filter(({ id }) => fresh.delete(id)));
		told([...stored]);
		const others = await differing(
			oid,
			rows.filter((one) => !stored.has(one)),
		);
		return rows.map((one) => (stored.has(one) ? 'stored' : others.has(one) ? 'conflict' : 'known'));
	};
};

const customersOf = (rows: readonly Row[]): number[] => [...new Set(rows.map(({ customerId }) => customerId))].sort((a, b) => a - b);
