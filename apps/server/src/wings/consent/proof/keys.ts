/** Keys that sign heads: Ed25519, one in use, the private half sealed; every public half is published for ever. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { LedgerKey } from '@luvalla/contract/consent/proof.ts';
import { keyIdOf } from '@luvalla/verify/note.ts';
import { now } from '#kernel/clock.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { bytes, instant, orNull, type RowOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

export interface SigningKey {
	readonly keyId: string;
	/** 32 bytes. */
	readonly publicKey: Buffer;
	sign(text: string): Buffer;
}

const KeyRow = row({ key_id: text, public_key: bytes, created_at: instant, retired_at: orNull(instant) });
const SealedKey = row({ key_id: text, public_key: bytes, private_key: text });
const MarkedKey = row({ ...KeyRow, mark: text });
export type KeyRow = RowOf<typeof KeyRow>;

const markText = (keyId: string, publicKey: Buffer): string => `ledger key ${keyId} ${publicKey.toString('hex')}`;
const marked = (secrets: Secrets, keyId: string, publicKey: Buffer): string => secrets.sign(markText(keyId, publicKey));

const place = (keyId: string): string => `ledger_key.private_key.${keyId}`;

const newPair = (): { publicKey: Buffer; privateKey: KeyObject } => {
	const { publicKey, privateKey } = generateKeyPairSync('ed25519');
	return { publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'), privateKey };
};

const opened = (secrets: Secrets, keyId: string, publicKey: Buffer, sealed: string): SigningKey => {
	const privateKey = createPrivateKey({ key: Buffer.from(secrets.open(sealed, place(keyId)), 'base64'), format: 'der', type: 'pkcs8' });
	return { keyId, publicKey, sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey) };
};

/** Adds a key that is in use from now on; one that came first stays. */
const addKey = async (tx: Tx, secrets: Secrets): Promise<void> => {
	const { publicKey, privateKey } = newPair();
	const keyId = keyIdOf(publicKey);
	const sealed = secrets.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), place(keyId));
	await tx.run(sql`insert into ledger_key (key_id, public_key, private_key, mark, created_at)
		values (${keyId}, ${publicKey}, ${sealed}, ${marked(secrets, keyId, publicKey)}, ${now()})
		 on conflict ((retired_at is null)) where retired_at is null do nothing`);
};

/** The key in use; the first call on an installation makes it. */
export const signingKey = async (tx: Tx, secrets: Secrets): Promise<SigningKey> => {
	const read = () => tx.first(SealedKey, sql`select key_id, public_key, private_key from ledger_key where retired_at is null`);
	let row = await read();
	if (!row) {
		await addKey(tx, secrets);
		row = await read();
	}
	if (!row) throw new Error('There is no key to sign heads with.');
	return opened(secrets, row.key_id, row.public_key, row.private_key);
};

/**
 * Retires the key in use, destroys its private half and makes a new one. Later heads are signed by that.
 * @param at from when on the old key counts no more
 */
export const rotateKey = async (tx: Tx, secrets: Secrets, at = now()): Promise<KeyRow> => {
	await tx.run(sql`update ledger_key set retired_at = ${at}, private_key = null where retired_at is null`);
	await addKey(tx, secrets);
	const row = await tx.first(KeyRow, sql`select key_id, public_key, created_at, retired_at from ledger_key where retired_at is null`);
	if (!row) throw new Error('The new key is not there.');
	return row;
};

/** Every key this installation ever made, the one in use first. What somebody put into the database beside us is left out. */
export const allKeys = async (tx: Tx, secrets: Secrets): Promise<KeyRow[]> => {
	const rows = await tx.rows(
		MarkedKey,
		sql`select key_id, public_key, mark, created_at, retired_at from ledger_key order by retired_at desc nulls first, created_at desc`,
	);
	return rows.filter((row) => secrets.verify(markText(row.key_id, row.public_key), row.mark));
};

/** A key as calls answer it. */
export const shownKey = (row: KeyRow): LedgerKey => ({
	keyId: row.key_id,
	publicKey: row.public_key.toString('base64'),
	createdAt: row.created_at.toISOString(),
	retiredAt: row.retired_at?.toISOString() ?? null,
});
