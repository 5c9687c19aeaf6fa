/**
 * Everything that hangs on SECRET_KEY: sealing secrets at rest, signing links, deriving passwords.
 * Each purpose has a key of its own (HKDF-SHA-256 with the purpose as info), so that one use never helps against another.
 */
import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	createSecretKey,
	type Hmac,
	hkdfSync,
	type KeyObject,
	randomBytes,
	timingSafeEqual,
} from 'node:crypto';

export interface Secrets {
	/** AES-256-GCM; `aad` binds the ciphertext to its place (table, column, row), so it opens nowhere else. Text: `v1.<key id>.<iv>.<ciphertext and tag>`. */
	seal(plain: string, aad: string): string;
	/** @throws SecretError when sealed by another key, for another place, or changed. */
	open(sealed: string, aad: string): string;
	/** 32 bytes for this label, the same for ever. */
	derive(label: string): Buffer;
	/** An HMAC-SHA-256 by the key of this label. The key is made once: of bytes it would cost 20 µs with each, of 24. */
	hmac(label: string): Hmac;
	/** base64url HMAC-SHA-256. */
	sign(text: string): string;
	verify(text: string, signature: string): boolean;
	/** Short public name of the key: kept in the database, so that a stranger is refused. */
	fingerprint: string;
}

export class SecretError extends Error {
	override readonly name = 'SecretError';
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export const createSecrets = (secretKey: string): Secrets => {
	const derive = (label: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'luvalla', label, 32));
	const sealingKey = derive('seal');
	const fingerprint = derive('fingerprint').subarray(0, 8).toString('hex');
	const keys = new Map<string, KeyObject>();
	const hmac = (label: string): Hmac => {
		const key = keys.get(label) ?? createSecretKey(derive(label));
		keys.set(label, key);
		return createHmac('sha256', key);
	};
	const sign = (text: string): string => hmac('sign').update(text).digest('base64url');

	return {
		derive,
		hmac,
		sign,
		fingerprint,
		verify(text, signature) {
			const right = Buffer.from(sign(text));
			const given = Buffer.from(signature);
			return right.length === given.length && timingSafeEqual(right, given);
		},
		seal(plain, aad) {
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(aad));
			const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
			return `v1.${fingerprint}.${iv.toString('base64url')}.${body.toString('base64url')}`;
		},
		open(sealed, aad) {
			const [version, keyId, iv, body] = sealed.split('.');
			if (version !== 'v1' || iv === undefined || body === undefined) throw new SecretError('This is not a sealed secret.');
			if (keyId !== fingerprint) throw new SecretError(`This secret was sealed with another SECRET_KEY (${keyId}).`);
			const bytes = Buffer.from(body, 'base64url');
			if (bytes.length < TAG_BYTES) throw new SecretError('This sealed secret is cut short.');
			const decipher = createDecipheriv('aes-256-gcm', sealingKey, Buffer.from(iv, 'base64url')).setAAD(Buffer.from(aad));
			decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
			try {
				return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()]).toString('utf8');
			} catch (cause) {
				throw new SecretError('This secret was changed or belongs to another place.', { cause });
			}
		},
	};
};
