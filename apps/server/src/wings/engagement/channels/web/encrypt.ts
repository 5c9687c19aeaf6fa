/** What a browser's push service carries and cannot read: RFC 8291 (keys) over RFC 8188 (one record of aes128gcm). */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

const RECORD = 4096;
const TAG = 16;
/** Salt, size of a record, length of the key's name, and the key that is named. */
const HEADER = 16 + 4 + 1 + 65;
/** Bytes that one message has at most: services take one record of 4,096. */
export const MOST_PLAIN = RECORD - HEADER - TAG - 1;

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
	Buffer.from(hkdfSync('sha256', secret, salt, info, length));

const freshPair = (): ECDH => {
	const pair = createECDH('prime256v1');
	pair.generateKeys();
	return pair;
};

/** A browser's keys, as base64url. */
export interface BrowserKeys {
	readonly p256dh: string;
	readonly auth: string;
}

/**
 * Encrypts a message for one browser. @param pair a pair of this message alone @param salt of this message alone
 * @throws where the browser's key is none, or the message is too long
 */
export const encrypt = (plain: Buffer, { p256dh, auth }: BrowserKeys, pair: ECDH = freshPair(), salt: Buffer = randomBytes(16)): Buffer => {
	if (plain.length > MOST_PLAIN) throw new Error(`A push is longer than ${MOST_PLAIN} bytes.`);
	const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), pair.getPublicKey()];
	const shared = pair.computeSecret(theirs);
	const secret = derived(shared, Buffer.from(auth, 'base64url'), Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32);
	const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
	const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
	const cipher = createCipheriv('aes-128-gcm', key, nonce);
	const size = Buffer.alloc(4);
	size.writeUInt32BE(RECORD);
	// The delimiter of the last record.
	const sealed = Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()]);
	return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed]);
};
