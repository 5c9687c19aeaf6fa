/**
 * Signed notes and checkpoints, as c2sp.org/signed-note, c2sp.org/tlog-checkpoint and c2sp.org/tlog-cosignature write
 * them: a few lines of text, an empty line, and signature lines `— name base64(4 bytes of key hash, signature)`.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { HASH_BYTES, sha256 } from './merkle.ts';

export const ED25519_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KEY_HASH_BYTES = 4;
const TIME_BYTES = 8;
/** Kinds of signature, in keys and key hashes. */
const ED25519 = 0x01;
const COSIGNATURE = 0x04;

/** How DER introduces a raw Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** @param raw 32 bytes */
export const publicKeyOf = (raw: Uint8Array): KeyObject =>
	createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });

/** What a key is called in heads and receipts: 16 hex digits of its SHA-256. */
export const keyIdOf = (raw: Uint8Array): string => sha256(raw).subarray(0, 8).toString('hex');

/** The four bytes by which a signature line names its key. */
export const keyHashOf = (name: string, raw: Uint8Array, kind: number = ED25519): Buffer =>
	sha256(Buffer.from(`${name}\n`, 'utf8'), Buffer.of(kind), raw).subarray(0, KEY_HASH_BYTES);

/** `name+hash+key`, by which witnesses and other tools are told a key. */
export const verifierKeyOf = (name: string, raw: Uint8Array): string =>
	`${name}+${keyHashOf(name, raw).toString('hex')}+${Buffer.concat([Buffer.of(ED25519), raw]).toString('base64')}`;

export interface VerifierKey {
	readonly name: string;
	readonly raw: Buffer;
	/** It signs cosignatures, as witnesses do, not checkpoints. */
	readonly cosigns: boolean;
}

/** null for what is no Ed25519 key in that form, or carries a hash that is not its own. */
export const parseVerifierKey = (text: string): VerifierKey | null => {
	const [, name, hashed, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? [];
	if (name === undefined || hashed === undefined || encoded === undefined) return null;
	const bytes = Buffer.from(encoded, 'base64');
	const kind = bytes[0];
	const raw = bytes.subarray(1);
	if ((kind !== ED25519 && kind !== COSIGNATURE) || raw.length !== ED25519_BYTES) return null;
	if (keyHashOf(name, raw, kind).toString('hex') !== hashed) return null;
	return { name, raw, cosigns: kind === COSIGNATURE };
};

export interface NoteSignature {
	readonly name: string;
	readonly keyHash: Buffer;
	readonly bytes: Buffer;
	/** The line as it stands, without its end. */
	readonly line: string;
}

export interface Note {
	/** What is signed, its last newline included. */
	readonly text: string;
	readonly signatures: readonly NoteSignature[];
}

/** null for what is no signed note. */
export const parseNote = (whole: string): Note | null => {
	const end = whole.lastIndexOf('\n\n');
	if (end < 0 || !whole.endsWith('\n')) return null;
	const signatures: NoteSignature[] = [];
	for (const line of whole.slice(end + 2, -1).split('\n')) {
		const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
		if (name === undefined || encoded === undefined) return null;
		const bytes = Buffer.from(encoded, 'base64');
		// One text for the same bytes: base64 has bits that say nothing.
		if (bytes.length <= KEY_HASH_BYTES || bytes.toString('base64') !== encoded) return null;
		signatures.push({ name, keyHash: bytes.subarray(0, KEY_HASH_BYTES), bytes: bytes.subarray(KEY_HASH_BYTES), line });
	}
	return { text: whole.slice(0, end + 1), signatures };
};

/** The line of an Ed25519 signature over a note's text. */
export const signatureLine = (name: string, raw: Uint8Array, signature: Uint8Array): string =>
	`— ${name} ${Buffer.concat([keyHashOf(name, raw), signature]).toString('base64')}`;

/** Is the note signed by this key under this name? */
export const isSignedBy = (note: Note, name: string, raw: Uint8Array): boolean => {
	const hashed = keyHashOf(name, raw);
	return note.signatures.some(
		(one) =>
			one.name === name &&
			one.keyHash.equals(hashed) &&
			one.bytes.length === SIGNATURE_BYTES &&
			verify(null, Buffer.from(note.text, 'utf8'), publicKeyOf(raw), one.bytes),
	);
};

/** The second at which a witness with this key cosigned the note (its kind of signature covers the time); null when it did not. */
export const cosignedAt = (note: Note, name: string, raw: Uint8Array): number | null => {
	const hashed = keyHashOf(name, raw, COSIGNATURE);
	for (const one of note.signatures) {
		if (one.name !== name || !one.keyHash.equals(hashed) || one.bytes.length !== TIME_BYTES + SIGNATURE_BYTES) continue;
		const seconds = one.bytes.readBigUInt64BE(0);
		const said = Buffer.from(`cosignature/v1\ntime ${seconds}\n${note.text}`, 'utf8');
		if (verify(null, said, publicKeyOf(raw), one.bytes.subarray(TIME_BYTES))) return Number(seconds);
	}
	return null;
};

/** A tree head as a checkpoint says it. */
export interface Checkpoint {
	/** Which log: one name for ever. */
	readonly origin: string;
	readonly size: number;
	readonly root: Buffer;
	/** ISO 8601, by the signer's clock; null when the checkpoint says none. */
	readonly time: string | null;
	/** Which key signed; null when the checkpoint does not say. */
	readonly keyId: string | null;
}

/** The text to sign. Time and key id stand in extension lines. */
export const checkpointText = ({ origin, size, root, time, keyId }: Checkpoint): string =>
	[origin, String(size), root.toString('base64'), ...(time ? [`time ${time}`] : []), ...(keyId ? [`key ${keyId}`] : []), ''].join('\n');

/** null for what is no checkpoint. */
export const parseCheckpoint = (text: string): Checkpoint | null => {
	const lines = text.split('\n');
	const [origin, digits, encoded] = lines;
	if (!text.endsWith('\n') || !origin || !/^(0|[1-9]\d{0,15})$/.test(digits ?? '') || !/^[A-Za-z0-9+/]{43}=$/.test(encoded ?? ''))
		return null;
	const size = Number(digits);
	const root = Buffer.from(encoded ?? '', 'base64');
	if (!Number.isSafeInteger(size) || root.length !== HASH_BYTES || root.toString('base64') !== encoded) return null;
	const extension = (name: string): string | null =>
		lines
			.slice(3)
			.find((line) => line.startsWith(`${name} `))
			?.slice(name.length + 1) ?? null;
	return { origin, size, root, time: extension('time'), keyId: extension('key') };
};
