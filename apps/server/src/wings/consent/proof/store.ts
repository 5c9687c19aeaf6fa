/**
 * Reading logs: heads, places, rows as they stand. The newest head is the one over most entries; ids tell apart those over as
 * many. By time alone, a clock that once ran ahead would put its head before all later ones.
 */
import * as z from 'zod';
import { bool, bytes, instant, int, json, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { everyHost } from '../../tenancy/wing.ts';
import { Wording } from '../answers/purposes.ts';
import { atOf } from '../ids.ts';
import type { ProvenRecord } from '../intake/leaf.ts';
import { HEAD, HeadRow } from './heads.ts';

const Count = row({ n: int });

/** A page of the customer's heads, newest first, and how many there are. */
export const listHeads = async (tx: Tx, customerId: number, offset: number, limit: number): Promise<{ rows: HeadRow[]; total: number }> => {
	const rows = await tx.rows(
		HeadRow,
		sql`select ${HEAD} from ledger_head where customer_id = ${customerId}
			order by size desc, head_id desc offset ${offset} limit ${limit}`,
	);
	const count = await tx.first(Count, sql`select count(*)::int as n from ledger_head where customer_id = ${customerId}`);
	return { rows, total: count?.n ?? 0 };
};

/** The customer's newest head; null before the first record was sealed. */
export const newestHead = (tx: Tx, customerId: number): Promise<HeadRow | null> =>
	tx.first(HeadRow, sql`select ${HEAD} from ledger_head where customer_id = ${customerId} order by size desc, head_id desc limit 1`);

const INSTALLATION_HEADS = sql`select h.head_id, h.size, h.root, h.signed_at, h.key_id,
		h.note || coalesce((select string_agg(c.line || e'\\n', '' order by c.witness) from installation_cosignature c
			where c.head_id = h.head_id), '') as note
	from installation_head h order by h.size desc, h.head_id desc`;

/** The installation's newest head, with the cosignatures that witnesses gave. */
export const newestInstallationHead = (tx: Tx): Promise<HeadRow | null> => tx.first(HeadRow, sql`${INSTALLATION_HEADS} limit 1`);

/** The installation's, each with its cosignatures. */
export const listInstallationHeads = async (tx: Tx, offset: number, limit: number): Promise<{ rows: HeadRow[]; total: number }> => {
	const rows = await tx.rows(HeadRow, sql`${INSTALLATION_HEADS} offset ${offset} limit ${limit}`);
	const count = await tx.first(Count, sql`select count(*)::int as n from installation_head`);
	return { rows, total: count?.n ?? 0 };
};

const Placed = row({ head_id: uuid, position: int });

/** A head of the customer and its place in the installation's log. */
export interface PlacedHead extends HeadRow {
	position: number;
}

/**
 * The newest head that covers `position` and has its place in the installation's log. Two steps, because a tenant's rows
 * and the platform's stand in tables that never join: the last few heads, then the first of them that has a place.
 */
export const newestPlacedHead = async (tx: Tx, customerId: number, position: number): Promise<PlacedHead | null> => {
	const heads = await tx.rows(
		HeadRow,
		sql`select ${HEAD} from ledger_head where customer_id = ${customerId} and size > ${position}
			order by size desc, head_id desc limit 20`,
	);
	const places = await tx.rows(
		Placed,
		sql`select head_id, position from installation_entry where head_id = any(${heads.map((head) => head.head_id)})`,
	);
	const placed = new Map(places.map((one) => [one.head_id, one.position]));
	for (const head of heads) {
		const place = placed.get(head.head_id);
		if (place !== undefined) return { ...head, position: place };
	}
	return null;
};

const EntryRow = row({ position: int, leaf: bytes });
export type EntryRow = RowOf<typeof EntryRow>;

/** Where a record stands in its customer's log; null while it has no place, or when it was erased. */
export const entryOf = (tx: Tx, customerId: number, recordId: string): Promise<EntryRow | null> =>
	tx.first(EntryRow, sql`select position, leaf from ledger_entry where record_id = ${recordId} and customer_id = ${customerId}`);

/** Somebody who moves an instant out of every calendar makes it a number here; the self-check has to read it all the same. */
const anyInstant: typeof instant = { ...instant, fits: () => true };
/** A record's row as the database has it. */
export const ProvenRow = row({
	id: uuid,
	at: anyInstant,
	choice_id: uuid,
	domain_id: uuid,
	purpose_id: uuid,
	purpose_version: int,
	category: text,
	value: bool,
	received_at: anyInstant,
	batch_position: int,
	how: text,
	configuration: orNull(text),
	configuration_hash: orNull(bytes),
	language: text,
	gpc: bool,
	browser: text,
	device: text,
	country: orNull(text),
	tc_string: orNull(text),
	clock_skewed: bool,
	person: orNull(uuid),
	subject: orNull(text),
	source: orNull(text),
	recorded_by: orNull(text),
	salt: bytes,
	leaf: bytes,
});
export type ProvenRow = RowOf<typeof ProvenRow>;

/** Columns of a ProvenRow, of a table called `r`. */
export const PROVEN = sql`r.id, r.at, r.choice_id, r.domain_id, r.purpose_id, r.purpose_version, r.category, r.value, r.received_at,
	r.batch_position, r.how,
	r.configuration, r.configuration_hash, r.language, r.gpc, r.browser, r.device, r.country, r.tc_string, r.clock_skewed, r.person,
		r.subject, r.source, r.recorded_by, r.salt, r.leaf`;

/** The record that a row says: what its leaf must have been made of. */
export const provenOf = (customerId: number, row: ProvenRow): ProvenRecord => ({
	customerId,
	id: row.id,
	choiceId: row.choice_id,
	domainId: row.domain_id,
	purposeId: row.purpose_id,
	purposeVersion: row.purpose_version,
	category: row.category,
	value: row.value,
	at: isoOf(row.at),
	receivedAt: isoOf(row.received_at),
	batchPosition: row.batch_position,
	how: row.how,
	configuration: row.configuration,
	configurationHash: row.configuration_hash?.toString('hex') ?? null,
	language: row.language,
	gpc: row.gpc,
	browser: row.browser,
	device: row.device,
	country: row.country,
	tcString: row.tc_string,
	clockSkewed: row.clock_skewed,
	person: row.person ?? undefined,
	subject: row.subject ?? undefined,
	source: row.source ?? undefined,
	by: row.recorded_by ?? undefined,
});

/** An instant that somebody moved out of every calendar still has to be told as something. */
const isoOf = (at: Date): string => (Number.isFinite(new Date(at).getTime()) ? at.toISOString() : String(at));

const ReceiptRow = row({
	...ProvenRow,
	host: text,
	customer: text,
	business_id: text,
	address: text,
	/** ISO 3166-1 alpha-2, or nothing. */
	country_code: text,
	purpose_name: text,
	legal_basis: text,
	retention_months: orNull(int),
	wording: json(Wording),
	/** Of what was published and shown; null where nothing of ours was. */
	title: orNull(text),
	version: orNull(int),
	/** JSON, as it was published. */
	config: orNull(text),
	pictures: orNull(json(z.record(z.string(), z.string()))),
});
export type ReceiptRow = RowOf<typeof ReceiptRow>;

/** One record with what its receipt shows. Pictures are those of the published folder's layers, by their hashes (hex). */
export const readForReceipt = (tx: Tx, customerId: number, id: string): Promise<ReceiptRow | null> =>
	tx.first(
		ReceiptRow,
		sql`select ${PROVEN}, d.host, c.name as customer, c.business_id, c.address, c.country_code, p.name as purpose_name, p.legal_basis,
			p.retention_months, v.wording, coalesce(f.title, s.title) as title, coalesce(f.version, s.version) as version, f.config,
			(select jsonb_object_agg(i.path, encode(i.sha256, 'hex')) from publication_file i
				where i.customer_id = ${customerId} and i.folder = r.configuration and i.path like 'pictures/%') as pictures
		from consent_record r
		join customer c on c.customer_id = ${customerId}
		join ${everyHost(customerId)} d on d.domain_id = r.domain_id
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		join purpose_version v on v.customer_id = ${customerId} and v.purpose_id = r.purpose_id and v.version = r.purpose_version
		left join publication f on f.customer_id = ${customerId} and f.folder = r.configuration
		left join signup_publication s on s.customer_id = ${customerId} and s.folder = r.configuration
		where r.customer_id = ${customerId} and r.at = ${atOf(id)} and r.id = ${id}`,
	);

const Picture = row({ path: text, bytes });
export type Picture = RowOf<typeof Picture>;

/** Pictures of a published folder, in the order of their paths. */
export const readPictures = (tx: Tx, customerId: number, folder: string, paths: readonly string[]): Promise<Picture[]> =>
	tx.rows(
		Picture,
		sql`select f.path, b.bytes from publication_file f join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
		where f.customer_id = ${customerId} and f.folder = ${folder} and f.path = any(${paths}) order by f.path`,
	);
