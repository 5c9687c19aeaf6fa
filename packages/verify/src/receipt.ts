/**
 * Checks a receipt with nothing but the receipt and the public key: canonical JSON → salt → leaf → inclusion → signed head
 * of the customer's log → inclusion of that head → signed head of the installation's log.
 */
import { canonicalJson, parseCanonical } from './canonical.ts';
import { HASH_BYTES, hashLeaf, includes, isExtension, sha256 } from './merkle.ts';
import { type Checkpoint, isSignedBy, keyIdOf, type Note, parseCheckpoint, parseNote } from './note.ts';

export const RECEIPT_TYPE = 'luvalla-consent-receipt';
export const RECEIPT_VERSION = 1;

/** Hashes and salt in hex, heads as signed notes, positions from 0. */
export interface Receipt {
	readonly type: typeof RECEIPT_TYPE;
	readonly version: typeof RECEIPT_VERSION;
	/** Canonical JSON of the record, to the byte. */
	readonly record: string;
	readonly salt: string;
	readonly leaf: string;
	readonly position: number;
	readonly inclusion: readonly string[];
	readonly head: string;
	readonly keyId: string;
	readonly installation: { readonly position: number; readonly inclusion: readonly string[]; readonly head: string };
	/** What was published and shown; null where the answer was given elsewhere. */
	readonly shown: { readonly folder: string; readonly hash: string } | null;
	/** Where the log answers; a path under it is asked for newer heads and consistency. */
	readonly address: string;
	/** The same for people and other programs, in the words of the Data Privacy Vocabulary. It proves nothing by itself. */
	readonly consent: Readonly<Record<string, unknown>>;
}

export type CheckName =
	| 'form'
	| 'record'
	| 'leaf'
	| 'inclusion'
	| 'signature'
	| 'installation inclusion'
	| 'installation signature'
	| 'shown'
	| 'summary';

export interface Check {
	readonly name: CheckName;
	readonly ok: boolean;
	readonly sentence: string;
}

export interface Checked {
	readonly ok: boolean;
	/** In order; the first that failed is the last. */
	readonly checks: readonly Check[];
	/** What the record says, once it is proven to be canonical. */
	readonly record: Readonly<Record<string, unknown>> | null;
	readonly head: Checkpoint | null;
	readonly installationHead: Checkpoint | null;
}

const HEX = /^(?:[0-9a-f]{2})+$/;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isHash = (value: unknown): value is string => typeof value === 'string' && HEX.test(value) && value.length === 2 * HASH_BYTES;
const isPath = (value: unknown): value is string[] => Array.isArray(value) && value.length <= 64 && value.every(isHash);
const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The receipt in what a file or an answer of the API holds; null when there is none in it. */
export const readReceipt = (given: unknown): Receipt | null => {
	const value = isRecord(given) && isRecord(given.data) ? given.data : given;
	if (!isRecord(value)) return null;
	const { record, salt, leaf, position, inclusion, head, keyId, installation, shown, address, consent } = value;
	if (value.type !== RECEIPT_TYPE || value.version !== RECEIPT_VERSION) return null;
	if (!isText(record) || !isHash(salt) || !isHash(leaf) || !isPosition(position) || !isPath(inclusion)) return null;
	if (!isText(head) || !isText(keyId) || !isText(address) || !isRecord(consent)) return null;
	if (!isRecord(installation) || !isPosition(installation.position) || !isPath(installation.inclusion) || !isText(installation.head))
		return null;
	const seen = shown === null ? null : isRecord(shown) && isText(shown.folder) && isText(shown.hash) ? shown : undefined;
	if (seen === undefined) return null;
	return {
		type: RECEIPT_TYPE,
		version: RECEIPT_VERSION,
		record,
		salt,
		leaf,
		position,
		inclusion,
		head,
		keyId,
		installation: { position: installation.position, inclusion: installation.inclusion, head: installation.head },
		shown: seen && { folder: String(seen.folder), hash: String(seen.hash) },
		address,
		consent,
	};
};

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** A checkpoint and the note it stands in. */
export interface Head {
	readonly note: Note;
	readonly checkpoint: Checkpoint;
}

/** null for what is no signed checkpoint. */
export const readHead = (whole: string): Head | null => {
	const note = parseNote(whole);
	const checkpoint = note && parseCheckpoint(note.text);
	return note && checkpoint ? { note, checkpoint } : null;
};

/** Signed under its own origin by one of the keys, and by the one it names. */
export const isHeadSigned = ({ note, checkpoint }: Head, keys: readonly Uint8Array[]): boolean =>
	keys.some((raw) => (checkpoint.keyId === null || checkpoint.keyId === keyIdOf(raw)) && isSignedBy(note, checkpoint.origin, raw));

/** The leaf of a customer's head in the installation's log: what is signed and its signatures, to the byte. */
const headLeaf = (head: string): Buffer => sha256(Buffer.from(head, 'utf8'));

interface Proven {
	record: Record<string, unknown> | null;
	head: Checkpoint | null;
	installationHead: Checkpoint | null;
}

const check = (name: CheckName, ok: boolean, good: string, bad: string): Check => ({ name, ok, sentence: ok ? good : bad });

/** Each check stands on those before it: whoever takes them stops at the first that failed. @param found what was proven by then */
function* checksOf(given: unknown, keys: readonly Uint8Array[], found: Proven): Generator<Check> {
	const receipt = readReceipt(given);
	yield check('form', receipt !== null, 'This is a consent receipt.', 'This is no consent receipt that this program can read.');
	if (!receipt) return;

	const record = parseCanonical(receipt.record);
	found.record = record;
	const notCanonical = 'The record is not in canonical form, so it was changed.';
	yield check('record', record !== null, 'The record is in its canonical form.', notCanonical);
	if (!record) return;

	const leaf = sha256(bytes(receipt.salt), Buffer.from(receipt.record, 'utf8'));
	yield check(
		'leaf',
		leaf.toString('hex') === receipt.leaf,
		'Record and salt make the leaf.',
		'Record and salt do not make the leaf: one of the three was changed.',
	);

	const head = readHead(receipt.head);
	found.head = head?.checkpoint ?? null;
	yield check(
		'inclusion',
		head !== null && includes(hashLeaf(leaf), receipt.position, head.checkpoint.size, receipt.inclusion.map(bytes), head.checkpoint.root),
		`The leaf is number ${receipt.position + 1} of the ${head?.checkpoint.size} under the head.`,
		'The leaf does not lead to the root of the head: the record is not in this log, or not at this place.',
	);
	if (!head) return;
	yield check(
		'signature',
		isHeadSigned(head, keys) && head.checkpoint.keyId === receipt.keyId,
		`The head of ${head.checkpoint.time ?? 'unknown time'} is signed by key ${receipt.keyId}.`,
		'The head is not signed by the key you gave.',
	);

	const { position, inclusion, head: note } = receipt.installation;
	const above = readHead(note);
	found.installationHead = above?.checkpoint ?? null;
	yield check(
		'installation inclusion',
		above !== null &&
			includes(hashLeaf(headLeaf(receipt.head)), position, above.checkpoint.size, inclusion.map(bytes), above.checkpoint.root),
		`That head is number ${position + 1} of the ${above?.checkpoint.size} heads in the log of the installation.`,
		'The head does not lead to the root of the installation’s log.',
	);
	if (!above) return;
	yield check(
		'installation signature',
		isHeadSigned(above, keys),
		`The installation’s head of ${above.checkpoint.time ?? 'unknown time'} is signed by your key.`,
		'The installation’s head is not signed by the key you gave.',
	);

	yield check(
		'shown',
		(receipt.shown?.folder ?? null) === record.configuration && (receipt.shown?.hash ?? null) === record.configurationHash,
		receipt.shown === null
			? 'The record names nothing that was shown: the answer was given elsewhere.'
			: 'What was shown is the configuration that the record names.',
		'The receipt says that something else was shown than the record does.',
	);
	yield check(
		'summary',
		summaryAgrees(receipt.consent, record),
		'The summary for people says what the record says.',
		'The summary for people says something else than the record does.',
	);
}

/**
 * @param given what stood in the file: a receipt, or an answer with one as `data`
 * @param keys raw Ed25519 public keys that may have signed
 */
export const checkReceipt = (given: unknown, keys: readonly Uint8Array[]): Checked => {
	const checks: Check[] = [];
	const found: Proven = { record: null, head: null, installationHead: null };
	for (const one of checksOf(given, keys, found)) {
		checks.push(one);
		if (!one.ok) break;
	}
	return { ok: checks.every(({ ok }) => ok), checks, ...found };
};

/** What the summary repeats from the record must be the same there. */
const summaryAgrees = (consent: Receipt['consent'], record: Record<string, unknown>): boolean => {
	const { repeats } = consent;
	return isRecord(repeats) && canonicalJson(repeats) === canonicalJson(summaryOf(record));
};

/** The facts of a record that its summary must repeat to the letter. */
export const summaryOf = (record: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
	id: record.id,
	at: record.at,
	domainId: record.domainId,
	purposeId: record.purposeId,
	purposeVersion: record.purposeVersion,
	value: record.value,
});

export type Compared =
	| { readonly ok: true; readonly sentence: string }
	| { readonly ok: false; readonly sentence: string; readonly code: 'other log' | 'shrunk' | 'rewritten' };

/** Is the log under the newer head the log under the older one, with more behind it? `proof` as RFC 9162 has it, hashes in hex. */
export const compareHeads = (older: Checkpoint, newer: Checkpoint, proof: readonly string[]): Compared => {
	if (older.origin !== newer.origin)
		return { ok: false, code: 'other log', sentence: `The heads are of different logs: ${older.origin} and ${newer.origin}.` };
	if (older.size > newer.size)
		return {
			ok: false,
			code: 'shrunk',
			sentence: `The log had ${older.size} entries and now has ${newer.size}: entries were taken away.`,
		};
	if (!isPath([...proof]) || !isExtensionOf(older, newer, proof))
		return {
			ok: false,
			code: 'rewritten',
			sentence: `The log of ${newer.size} entries does not begin with the ${older.size} entries it had before: it was rewritten.`,
		};
	return { ok: true, sentence: `The first ${older.size} of the ${newer.size} entries are what they were.` };
};

const isExtensionOf = (older: Checkpoint, newer: Checkpoint, proof: readonly string[]): boolean =>
	isExtension(older.size, newer.size, proof.map(bytes), older.root, newer.root);
