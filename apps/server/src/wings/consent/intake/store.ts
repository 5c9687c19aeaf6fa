/** The two functions that the edge role may run. */
import * as z from 'zod';
import { bools, byteas, int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
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

/** The domain behind an id and what was published on it under this folder; null for an unknown domain. */
export const publishedFor = async (
	{ edgeSoon }: Pick<Storage, 'edgeSoon'>,
	domainId: string,
	folder: string,
): Promise<PublishedFor | null> => {
	const [row] = await edgeSoon.query<{
		customer_id: number;
		host: string;
		configuration_hash: Buffer | null;
		purposes: unknown;
		shared: string | null;
	}>('select customer_id, host, configuration_hash, purposes, edge_shared_domain($1, $2) as shared from edge_publication($1, $2)', [
		domainId,
		folder,
	]);
	if (!row) return null;
	return {
		customerId: row.customer_id,
		host: row.host,
		sharedDomain: row.shared,
		configurationHash: row.configuration_hash?.toString('hex') ?? null,
		purposes: new Map(row.purposes === null ? [] : Object.entries(Purposes.parse(row.purposes))),
	};
};

/** A record before the lane gives it its place in the server's order. */
export type Arrival = Omit<ProvenRecord, 'receivedAt' | 'batchPosition'> & {
	readonly configuration: string;
	readonly configurationHash: string;
	readonly network: string | null;
};

const INTAKE = `select edge_intake($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)::text as id`;

/** Stores a batch in one statement and commit; answers for each whether it was new. Measured in bench/edge-consents. */
export const storeArrivals = async (edge: Tx, arrivals: readonly Arrival[]): Promise<readonly ('stored' | 'known')[]> => {
	const receivedAt = receivedNow().toISOString();
	const rows = arrivals.map(({ network, ...arrival }, batchPosition) => {
		const record = { ...arrival, receivedAt, batchPosition } satisfies ProvenRecord;
		const salt = newSalt();
		return { record, salt, leaf: leafOf(salt, record), network };
	});
	const column = <T>(of: (row: (typeof rows)[number]) => T): T[] => rows.map(of);
	const fresh = await edge.query<{ id: string }>(INTAKE, [
		int4s(column((r) => r.record.customerId)),
		uuids(column((r) => r.record.domainId)),
		timestamps(column((r) => new Date(r.record.at))),
		uuids(column((r) => r.record.id)),
		uuids(column((r) => r.record.choiceId)),
		uuids(column((r) => r.record.purposeId)),
		int4s(column((r) => r.record.purposeVersion)),
		texts(column((r) => r.record.category)),
		bools(column((r) => r.record.value)),
		timestamps(column((r) => new Date(r.record.receivedAt))),
		int4s(column((r) => r.record.batchPosition)),
		texts(column((r) => r.record.how)),
		texts(column((r) => r.record.configuration)),
		byteas(column((r) => Buffer.from(r.record.configurationHash, 'hex'))),
		texts(column((r) => r.record.language)),
		bools(column((r) => r.record.gpc)),
		texts(column((r) => r.record.browser)),
		texts(column((r) => r.record.device)),
		texts(column((r) => r.record.country)),
		bools(column((r) => r.record.clockSkewed)),
		byteas(column((r) => r.salt)),
		byteas(column((r) => r.leaf)),
		texts(column((r) => r.network)),
		texts(column((r) => r.record.tcString)),
	]);
	// The same id twice in one batch is stored once: the first of them was new.
	const stored = new Set(fresh.map((row) => row.id));
	return arrivals.map(({ id }) => (stored.delete(id) ? 'stored' : 'known'));
};
