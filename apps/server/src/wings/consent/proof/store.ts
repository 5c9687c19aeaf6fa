/**
 * Reading logs: heads, places, rows as they stand. The newest head is the one over most entries; ids tell apart those over as
 * many. By time alone, a clock that once ran ahead would put its head before all later ones.
 */
import type { Tx } from '#kernel/storage/storage.ts';
import { atOf } from '../ids.ts';
import type { ProvenRecord } from '../intake/leaf.ts';
import type { HeadRow } from './heads.ts';

const HEAD = 'head_id, size, root, signed_at, key_id, note';

/** A page of the customer's heads, newest first, and how many there are. */
export const listHeads = async (tx: Tx, customerId: number, offset: number, limit: number): Promise<{ rows: HeadRow[]; total: number }> => {
	const rows = await tx.query<HeadRow>(
		`select ${HEAD} from ledger_head where customer_id = $1 order by size desc, head_id desc offset $2 limit $3`,
		[customerId, offset, limit],
	);
	const [count] = await tx.query<{ n: number }>('select count(*)::int as n from ledger_head where customer_id = $1', [customerId]);
	return { rows, total: count?.n ?? 0 };
};

/** The customer's newest head; null before the first record was sealed. */
export const newestHead = async (tx: Tx, customerId: number): Promise<HeadRow | null> => {
	const [row] = await tx.query<HeadRow>(`select ${HEAD} from ledger_head where customer_id = $1 order by size desc, head_id desc limit 1`, [
		customerId,
	]);
	return row ?? null;
};

const INSTALLATION_HEADS = `select h.head_id, h.size, h.root, h.signed_at, h.key_id,
		h.note || coalesce((select string_agg(c.line || e'\\n', '' order by c.witness) from installation_cosignature c where c.head_id = h.head_id), '') as note
	from installation_head h order by h.size desc, h.head_id desc`;

/** The installation's newest head, with the cosignatures that witnesses gave. */
export const newestInstallationHead = async (tx: Tx): Promise<HeadRow | null> => {
	const [row] = await tx.query<HeadRow>(`${INSTALLATION_HEADS} limit 1`);
	return row ?? null;
};

/** The installation's, each with its cosignatures. */
export const listInstallationHeads = async (tx: Tx, offset: number, limit: number): Promise<{ rows: HeadRow[]; total: number }> => {
	const rows = await tx.query<HeadRow>(`${INSTALLATION_HEADS} offset $1 limit $2`, [offset, limit]);
	const [count] = await tx.query<{ n: number }>('select count(*)::int as n from installation_head');
	return { rows, total: count?.n ?? 0 };
};

/** A head of the customer and its place in the installation's log. */
export interface PlacedHead extends HeadRow {
	position: number;
}

/**
 * The newest head that covers `position` and has its place in the installation's log. Two steps, because a tenant's rows
 * and the platform's stand in tables that never join: the last few heads, then the first of them that has a place.
 */
export const newestPlacedHead = async (tx: Tx, customerId: number, position: number): Promise<PlacedHead | null> => {
	const heads = await tx.query<HeadRow>(
		`select ${HEAD} from ledger_head where customer_id = $1 and size > $2 order by size desc, head_id desc limit 20`,
		[customerId, position],
	);
	const places = await tx.query<{ head_id: string; position: number }>(
		'select head_id, position from installation_entry where head_id = any($1)',
		[heads.map((head) => head.head_id)],
	);
	const placed = new Map(places.map((one) => [one.head_id, one.position]));
	for (const head of heads) {
		const place = placed.get(head.head_id);
		if (place !== undefined) return { ...head, position: place };
	}
	return null;
};

export interface EntryRow {
	position: number;
	leaf: Buffer;
}

/** Where a record stands in its customer's log; null while it has no place, or when it was erased. */
export const entryOf = async (tx: Tx, customerId: number, recordId: string): Promise<EntryRow | null> => {
	const [row] = await tx.query<EntryRow>('select position, leaf from ledger_entry where record_id = $2 and customer_id = $1', [
		customerId,
		recordId,
	]);
	return row ?? null;
};

/** A record's row as the database has it, with what a receipt says besides. */
export interface ProvenRow {
	id: string;
	at: Date;
	choice_id: string;
	domain_id: string;
	purpose_id: string;
	purpose_version: number;
	category: string;
	value: boolean;
	received_at: Date;
	batch_position: number;
	how: string;
	configuration: string | null;
	configuration_hash: Buffer | null;
	language: string;
	gpc: boolean;
	browser: string;
	device: string;
	country: string | null;
	tc_string: string | null;
	clock_skewed: boolean;
	person: string | null;
	subject: string | null;
	source: string | null;
	recorded_by: string | null;
	salt: Buffer;
	leaf: Buffer;
}

/** Columns of a ProvenRow, of a table called `r`. */
export const PROVEN = `r.id, r.at, r.choice_id, r.domain_id, r.purpose_id, r.purpose_version, r.category, r.value, r.received_at, r.batch_position, r.how,
	r.configuration, r.configuration_hash, r.language, r.gpc, r.browser, r.device, r.country, r.tc_string, r.clock_skewed, r.person, r.subject, r.source, r.recorded_by, r.salt, r.leaf`;

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

export interface ReceiptRow extends ProvenRow {
	host: string;
	customer: string;
	business_id: string;
	address: string;
	/** ISO 3166-1 alpha-2, or nothing. */
	country_code: string;
	purpose_name: string;
	legal_basis: string;
	retention_months: number | null;
	wording: Record<string, { name: string; about: string }>;
	/** Of what was published and shown; null where nothing of ours was. */
	title: string | null;
	version: number | null;
	/** JSON, as it was published. */
	config: string | null;
	pictures: Record<string, string> | null;
}

/** One record with what its receipt shows. Pictures are those of the published folder's layers, by their hashes (hex). */
export const readForReceipt = async (tx: Tx, customerId: number, id: string): Promise<ReceiptRow | null> => {
	const [row] = await tx.query<ReceiptRow>(
		`select ${PROVEN}, d.host, c.name as customer, c.business_id, c.address, c.country_code, p.name as purpose_name, p.legal_basis, p.retention_months, v.wording, f.title, f.version, f.config,
			(select jsonb_object_agg(i.path, encode(i.sha256, 'hex')) from publication_file i
				where i.customer_id = $1 and i.folder = r.configuration and i.path like 'pictures/%') as pictures
		from consent_record r
		join customer c on c.customer_id = $1
		join domain d on d.customer_id = $1 and d.domain_id = r.domain_id
		join purpose p on p.customer_id = $1 and p.purpose_id = r.purpose_id
		join purpose_version v on v.customer_id = $1 and v.purpose_id = r.purpose_id and v.version = r.purpose_version
		left join publication f on f.customer_id = $1 and f.folder = r.configuration
		where r.customer_id = $1 and r.at = $2 and r.id = $3`,
		[customerId, atOf(id), id],
	);
	return row ?? null;
};

export interface Picture {
	path: string;
	bytes: Buffer;
}

/** Pictures of a published folder, in the order of their paths. */
export const readPictures = (tx: Tx, customerId: number, folder: string, paths: readonly string[]): Promise<Picture[]> =>
	tx.query(
		`select f.path, b.bytes from publication_file f join blob b on b.customer_id = $1 and b.sha256 = f.sha256
		where f.customer_id = $1 and f.folder = $2 and f.path = any($3) order by f.path`,
		[customerId, folder, paths],
	);
