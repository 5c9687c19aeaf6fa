/** The key pair by which push services know who sends (RFC 8292): made here where none is brought. */
import { createECDH } from 'node:crypto';
import type { Config, StoredSecrets } from './config.ts';

/** Bytes of a private key on P-256. */
const PRIVATE_BYTES = 32;

/** The public key of a private one, base64url; null: it is no key. */
export const publicKeyOf = (privateKey: string): string | null => {
	const pair = createECDH('prime256v1');
	try {
		pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
		return pair.getPublicKey('base64url', 'uncompressed');
	} catch {
		return null;
	}
};

const made = (): string => {
	const pair = createECDH('prime256v1');
	pair.generateKeys();
	const key = pair.getPrivateKey();
	return Buffer.concat([Buffer.alloc(PRIVATE_BYTES - key.length), key]).toString('base64url');
};

/** With a pair of our own where there was none, and the public key of a private one that came alone. */
export const withVapid = (config: Config, kept: StoredSecrets): { config: Config; kept: StoredSecrets } => {
	const given = String(config.publicKey).replace(/=+$/, '');
	const privateKey = kept.privateKey ?? (given === '' ? made() : '');
	if (privateKey === '') return { config, kept };
	return { config: { ...config, publicKey: given === '' ? (publicKeyOf(privateKey) ?? '') : given }, kept: { ...kept, privateKey } };
};
