/** Public keys in every form people have them in. */
import { createPublicKey } from 'node:crypto';
import { ED25519_BYTES, parseVerifierKey } from './note.ts';

const ofPem = (text: string): Buffer | null => {
	try {
		const { x, crv } = createPublicKey(text).export({ format: 'jwk' });
		return crv === 'Ed25519' && x !== undefined ? Buffer.from(x, 'base64url') : null;
	} catch {
		return null;
	}
};

const ofText = (text: string): Buffer | null => {
	if (text.includes('-----BEGIN')) return ofPem(text);
	const verifier = parseVerifierKey(text);
	if (verifier) return verifier.cosigns ? null : verifier.raw;
	if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
	if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
	const raw = Buffer.from(text, 'base64');
	return raw.length === ED25519_BYTES ? raw : null;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `{ keys: [{ publicKey }] }`, with or without `data` around it: what `/edge/v1/ledger/key` answers. */
const ofAnswer = (text: string): Buffer[] => {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return [];
	}
	const data = isRecord(value) && isRecord(value.data) ? value.data : value;
	const keys = isRecord(data) && Array.isArray(data.keys) ? data.keys : [];
	return keys.flatMap((one: unknown) => {
		const raw = isRecord(one) && typeof one.publicKey === 'string' ? ofText(one.publicKey) : null;
		return raw ? [raw] : [];
	});
};

/**
 * Raw Ed25519 keys in a text: PEM, 64 hex digits, base64 of 32 bytes, a verifier key (`name+hash+key`), or the key answer of
 * an installation, which may hold several. Empty when there is none.
 */
export const readKeys = (text: string): Buffer[] => {
	const trimmed = text.trim();
	if (trimmed.startsWith('{')) return ofAnswer(trimmed);
	const raw = ofText(trimmed);
	return raw ? [raw] : [];
};
