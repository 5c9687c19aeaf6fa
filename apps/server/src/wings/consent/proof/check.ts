/**
 * The self-check: reads a log from its first entry to its last, makes every leaf again from the columns of its row, and holds
 * that against the entries, the tiles, the signed heads and the installation's log, and what is kept as present answers against
 * the records. It says what is not so, and where.
 * Costs one reading of the customer's records in log order and some ten microseconds a record.
 */
import type { Finding } from '@luvalla/contract/consent/proof.ts';
import { HASH_BYTES, hashLeaf, sha256 } from '@luvalla/verify/merkle.ts';
import { isHeadSigned, readHead } from '@luvalla/verify/receipt.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { bool, bytes, int, orNull, orNulls, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { checkPresent } from '../answers/check-present.ts';
import { leafOf } from '../intake/leaf.ts';
import { readLog } from './append.ts';
import { type ErasureBody, erasureLeaf, readErasure } from './erase.ts';
import { HEAD, HeadRow } from './heads.ts';
import { readInstallation } from './installation.ts';
import { allKeys } from './keys.ts';
import { PROVEN, ProvenRow, provenOf } from './store.ts';
import { customerTiles, installationTiles } from './tiles.ts';
import { createFrontier, perfectRoot, TILE_WIDTH, type Tiles } from './tree.ts';

/** Entries a statement reads: eight tiles. */
const BATCH = 8 * TILE_WIDTH;

export interface LogCheck {
	readonly size: number;
	readonly heads: number;
	readonly findings: Finding[];
}

const EntryRow = row({
	...orNulls(ProvenRow),
	position: int,
	kind: text,
	record_id: orNull(uuid),
	entry_leaf: bytes,
	erased_by: orNull(int),
	/** Of an erasure. */
	body: orNull(text),
	signature: orNull(bytes),
	key_id: orNull(text),
	/** Both instants of the record are whole milliseconds, as ours are. */
	whole: orNull(bool),
});
type EntryRow = RowOf<typeof EntryRow>;

const readEntries = (tx: Tx, customerId: number, from: number, to: number): Promise<EntryRow[]> =>
	tx.rows(
		EntryRow,
		sql`select e.position, e.kind, e.record_id, e.leaf as entry_leaf, e.erased_by, x.body, x.signature, x.key_id,
			date_trunc('milliseconds', r.at) = r.at and date_trunc('milliseconds', r.received_at) = r.received_at as whole, ${PROVEN}
		from ledger_entry e
		left join consent_record r on r.customer_id = ${customerId} and r.at = e.record_at and r.id = e.record_id
		left join ledger_erasure x on x.customer_id = ${customerId} and x.position = e.position
		where e.customer_id = ${customerId} and e.position >= ${from} and e.position < ${to} order by e.position`,
	);

const finding = (kind: Finding['kind'], position: number | null, recordId: string | null = null, other: number | null = null): Finding => ({
	kind,
	position,
	recordId,
	other,
});

/** What an entry's leaf must be, made again from what it stands for; null when that is not there. */
const remade = (customerId: number, row: EntryRow): Buffer | null => {
	if (row.kind === 'erasure') return row.body !== null && row.signature !== null ? erasureLeaf(row.body, row.signature) : null;
	return hasRecord(row) ? leafOf(row.salt, provenOf(customerId, row)) : null;
};

const hasRecord = (row: EntryRow): row is EntryRow & ProvenRow => row.salt !== null;

/** Reads tiles of level 0 for a batch of entries. */
const tileHashes = async (tiles: Tiles, from: number, to: number): Promise<(Buffer | undefined)[]> => {
	const wanted = [];
	for (let tile = Math.floor(from / TILE_WIDTH); tile * TILE_WIDTH < to; tile++) wanted.push({ level: 0, tile });
	const found = new Map((await tiles.read(wanted)).map((tile) => [tile.tile, tile.hashes]));
	return Array.from({ length: to - from }, (_, n) => {
		const at = ((from + n) % TILE_WIDTH) * HASH_BYTES;
		const hashes = found.get(Math.floor((from + n) / TILE_WIDTH));
		return hashes !== undefined && hashes.length >= at + HASH_BYTES ? hashes.subarray(at, at + HASH_BYTES) : undefined;
	});
};

/** Compares every tile above level 0 with the roots of what lies below it. */
const checkUpperTiles = async (tiles: Tiles, roots: readonly Buffer[]): Promise<Finding[]> => {
	const findings: Finding[] = [];
	let below = roots;
	for (let level = 1, span = TILE_WIDTH; below.length > 0; level++, span *= TILE_WIDTH) {
		const above: Buffer[] = [];
		for (let tile = 0; tile * TILE_WIDTH < below.length; tile++) {
			const right = Buffer.concat(below.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH));
			const [stored] = await tiles.read([{ level, tile }]);
			// More may have been appended since.
			if (stored?.hashes.subarray(0, right.length).equals(right) !== true) findings.push(finding('tile', tile * TILE_WIDTH * span));
			if (right.length === TILE_WIDTH * HASH_BYTES) above.push(perfectRoot(right));
		}
		below = above;
	}
	return findings;
};

const Size = row({ size: int });
const HeadLeaf = row({ head_id: uuid, leaf: bytes });
const LeafRow = row({ position: int, leaf: bytes });

/**
 * Checks one customer's log. Reads only; sees what its transaction sees.
 * @param secrets to tell keys of ours from keys that the database alone was given
 */
export const checkLog = async (tx: Tx, secrets: Secrets, customerId: number): Promise<LogCheck> => {
	const log = await readLog(tx, customerId);
	const heads = await tx.rows(HeadRow, sql`select ${HEAD} from ledger_head where customer_id = ${customerId} order by size, head_id`);
	const last = await tx.first(Size, sql`select coalesce(max(position) + 1, 0) as size from ledger_entry where customer_id = ${customerId}`);
	const size = log?.size ?? 0;
	const findings: Finding[] = [];
	// Taking entries away from the end shows in the size that a head or an entry still says.
	const most = Math.max(last?.size ?? 0, heads.at(-1)?.size ?? 0);
	if (size < most) findings.push(finding('shrunk', size, null, most));

	const keys = new Map((await allKeys(tx, secrets)).map((key) => [key.key_id, key.public_key]));
	const tiles = customerTiles(tx, customerId);
	const frontier = createFrontier();
	const tileRoots: Buffer[] = [];
	const headsBySize = Map.groupBy(heads, (head) => head.size);
	const roots = new Map<number, Buffer>();
	const noteRoot = (): void => {
		if (headsBySize.has(frontier.size)) roots.set(frontier.size, frontier.root());
	};
	noteRoot();
	/** Leaves that are not what they should be: to tell rows that changed places from rows that changed. */
	const odd: { position: number; recordId: string | null; found: Buffer; expected: Buffer }[] = [];
	/** Emptied places that an erasure has to answer for. */
	const emptied: { position: number; by: number; leaf: Buffer }[] = [];
	const erasures = new Map<number, ErasureBody | null>();

	for (let from = 0; from < size; from += BATCH) {
		const to = Math.min(from + BATCH, size);
		const rows = new Map((await readEntries(tx, customerId, from, to)).map((row) => [row.position, row]));
		const stored = await tileHashes(tiles, from, to);
		const fed: Buffer[] = [];
		for (let position = from; position < to; position++) {
			const row = rows.get(position);
			const hashed = stored[position - from];
			if (!row) findings.push(finding('entry', position));
			else {
				const made = remade(customerId, row);
				const expected = hashed ?? hashLeaf(row.entry_leaf);
				if (row.kind === 'erasure') {
					const key = keys.get(row.key_id ?? '');
					erasures.set(position, row.body !== null && row.signature !== null && key ? readErasure(row.body, row.signature, key) : null);
				}
				if (made === null && row.kind === 'record' && row.erased_by !== null)
					emptied.push({ position, by: row.erased_by, leaf: row.entry_leaf });
				else if (made === null) findings.push(finding('missing', position, row.record_id));
				else if (!hashLeaf(made).equals(expected)) odd.push({ position, recordId: row.record_id, found: hashLeaf(made), expected });
				else if (hasRecord(row) && (!row.leaf.equals(made) || row.whole !== true))
					findings.push(finding('changed', position, row.record_id));
				if (hashed !== undefined && !hashLeaf(row.entry_leaf).equals(hashed)) findings.push(finding('entry', position, row.record_id));
			}
			if (hashed === undefined) findings.push(finding('tile', position));
			// A place without anything still has to be counted; the heads then tell that it is wrong.
			const leaf = hashed ?? (row ? hashLeaf(row.entry_leaf) : Buffer.alloc(HASH_BYTES));
			frontier.add(leaf);
			fed.push(leaf);
			noteRoot();
		}
		for (let at = 0; at + TILE_WIDTH <= fed.length; at += TILE_WIDTH)
			tileRoots.push(perfectRoot(Buffer.concat(fed.slice(at, at + TILE_WIDTH))));
	}

	const belongs = new Map(odd.map((one) => [one.expected.toString('hex'), one.position]));
	for (const one of odd) {
		const other = belongs.get(one.found.toString('hex'));
		findings.push(finding(other === undefined ? 'changed' : 'reordered', one.position, one.recordId, other ?? null));
	}
	for (const { position, by, leaf } of emptied) {
		const named = erasures.get(by)?.entries.some((entry) => entry.position === position && entry.leaf === leaf.toString('hex'));
		if (named !== true || erasures.get(by)?.customerId !== customerId) findings.push(finding('missing', position));
	}
	findings.push(...(await checkUpperTiles(tiles, tileRoots)));
	findings.push(...checkHeads(heads, roots, log?.origin ?? '', [...keys.values()]));
	findings.push(...(await checkPlaces(tx, customerId, heads)));
	findings.push(...(await checkPresent(tx, customerId)));
	findings.sort((a, b) => (a.position ?? Number.MAX_SAFE_INTEGER) - (b.position ?? Number.MAX_SAFE_INTEGER));
	return { size, heads: heads.length, findings };
};

/** Each head says the root that its entries have, and is signed by a key of ours. Of a row of wrong roots only the first tells where. */
const checkHeads = (heads: readonly HeadRow[], roots: ReadonlyMap<number, Buffer>, origin: string, keys: readonly Buffer[]): Finding[] => {
	const findings: Finding[] = [];
	let good = 0;
	let wrong = false;
	for (const row of heads) {
		const head = readHead(row.note);
		const said = head?.checkpoint;
		if (!head || !said || said.origin !== origin || said.size !== row.size || !said.root.equals(row.root) || !isHeadSigned(head, keys)) {
			findings.push(finding('head', null, null, row.size));
			continue;
		}
		if (roots.get(row.size)?.equals(row.root) === true) good = row.size;
		else if (!wrong) {
			wrong = true;
			// Between the last head that was right and this one.
			findings.push(finding('head', good, null, row.size));
		}
	}
	return findings;
};

/** Every head stands in the installation's log as it is, or waits to; and none that stands there is gone here. */
const checkPlaces = async (tx: Tx, customerId: number, heads: readonly HeadRow[]): Promise<Finding[]> => {
	const placed = await tx.rows(
		HeadLeaf,
		sql`select head_id, leaf from installation_entry where customer_id = ${customerId}
		union all select head_id, leaf from installation_waiting where customer_id = ${customerId}`,
	);
	const leaves = new Map(placed.map((one) => [one.head_id, one.leaf]));
	const findings = heads
		.filter((head) => leaves.get(head.head_id)?.equals(sha256(Buffer.from(head.note, 'utf8'))) !== true)
		.map((head) => finding('installation', null, null, head.size));
	const known = new Set(heads.map((head) => head.head_id));
	if (placed.some((one) => !known.has(one.head_id))) findings.push(finding('head', null));
	return findings;
};

/** The installation's own log: entries → tiles → heads, in the same way. */
export const checkInstallation = async (tx: Tx, secrets: Secrets): Promise<LogCheck> => {
	const log = await readInstallation(tx);
	if (!log) return { size: 0, heads: 0, findings: [] };
	const keys = (await allKeys(tx, secrets)).map((key) => key.public_key);
	const heads = await tx.rows(HeadRow, sql`select ${HEAD} from installation_head order by size, head_id`);
	const findings: Finding[] = [];
	if (log.size < (heads.at(-1)?.size ?? 0)) findings.push(finding('shrunk', log.size, null, heads.at(-1)?.size));
	const tiles = installationTiles(tx);
	const frontier = createFrontier();
	const wanted = new Set(heads.map((head) => head.size));
	const roots = new Map<number, Buffer>();
	const tileRoots: Buffer[] = [];
	for (let from = 0; from < log.size; from += BATCH) {
		const to = Math.min(from + BATCH, log.size);
		const rows = await tx.rows(
			LeafRow,
			sql`select position, leaf from installation_entry where position >= ${from} and position < ${to} order by position`,
		);
		const leaves = new Map(rows.map((row) => [row.position, hashLeaf(row.leaf)]));
		const stored = await tileHashes(tiles, from, to);
		const fed: Buffer[] = [];
		for (let position = from; position < to; position++) {
			const [hashed, leaf] = [stored[position - from], leaves.get(position)];
			if (!hashed || leaf?.equals(hashed) !== true) findings.push(finding(hashed ? 'entry' : 'tile', position));
			frontier.add(hashed ?? leaf ?? Buffer.alloc(HASH_BYTES));
			fed.push(hashed ?? leaf ?? Buffer.alloc(HASH_BYTES));
			if (wanted.has(frontier.size)) roots.set(frontier.size, frontier.root());
		}
		for (let at = 0; at + TILE_WIDTH <= fed.length; at += TILE_WIDTH)
			tileRoots.push(perfectRoot(Buffer.concat(fed.slice(at, at + TILE_WIDTH))));
	}
	findings.push(...(await checkUpperTiles(tiles, tileRoots)), ...checkHeads(heads, roots, log.origin, keys));
	return { size: log.size, heads: heads.length, findings };
};
