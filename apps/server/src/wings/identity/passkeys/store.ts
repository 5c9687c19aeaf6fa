/** Passkeys in the database, and the challenges that they answer. */
import { bytes, instant, int, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const CHALLENGE_MINUTES = 5;

const PasskeyRow = row({
	id: text,
	user_id: uuid,
	name: text,
	public_key: bytes,
	counter: int,
	created_at: instant,
	used_at: orNull(instant),
});
export type PasskeyRow = RowOf<typeof PasskeyRow>;

const FIELDS = sql`id, user_id, name, public_key, counter, created_at, used_at`;

export const passkeysOf = (tx: Tx, userId: string): Promise<PasskeyRow[]> =>
	tx.rows(PasskeyRow, sql`select ${FIELDS} from passkey where user_id = ${userId} order by created_at`);

export const passkeyById = (tx: Tx, id: string): Promise<PasskeyRow | null> =>
	tx.first(PasskeyRow, sql`select ${FIELDS} from passkey where id = ${id}`);

/** One's own, held until the transaction ends. */
export const holdPasskey = (tx: Tx, id: string, userId: string): Promise<PasskeyRow | null> =>
	tx.first(PasskeyRow, sql`select ${FIELDS} from passkey where id = ${id} and user_id = ${userId} for update`);

interface NewPasskey {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly publicKey: Buffer;
	readonly counter: number;
	readonly transports: readonly string[];
}

/** Null where it is somebody's already. */
export const insertPasskey = (tx: Tx, p: NewPasskey): Promise<PasskeyRow | null> =>
	tx.first(
		PasskeyRow,
		sql`insert into passkey (id, user_id, name, public_key, counter, transports)
		values (${p.id}, ${p.userId}, ${p.name}, ${p.publicKey}, ${p.counter}, ${p.transports}) on conflict do nothing returning ${FIELDS}`,
	);

export const renamePasskey = (tx: Tx, id: string, name: string): Promise<number> =>
	tx.run(sql`update passkey set name = ${name} where id = ${id}`);

export const deletePasskey = (tx: Tx, id: string): Promise<number> => tx.run(sql`delete from passkey where id = ${id}`);

/** It has signed its person in. */
export const usePasskey = (tx: Tx, id: string, counter: number): Promise<number> =>
	tx.run(sql`update passkey set counter = ${counter}, used_at = now() where id = ${id}`);

export const keepChallenge = (tx: Tx, challenge: string, purpose: string): Promise<number> =>
	tx.run(sql`insert into passkey_challenge (challenge, purpose, expires_at)
		values (${challenge}, ${purpose}, now() + make_interval(mins => ${CHALLENGE_MINUTES}))`);

/** Takes a challenge away as it is answered: a second answer finds none. */
export const takeChallenge = async (tx: Tx, challenge: string, purpose: string): Promise<boolean> =>
	(await tx.run(sql`delete from passkey_challenge where challenge = ${challenge} and purpose = ${purpose} and expires_at > now()`)) > 0;
