/** What a backup brings back of consent that would contradict, or repeat, what was done after it. */
import type { Secrets } from '#kernel/secrets.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { allKeys, rotateKey } from './proof/keys.ts';

/**
 * Heads that were signed after the backup are of a log that is lost: the key that signed them ends at the backup, so that it never signs
 * another log of the same size. Letters of sign-up forms that had not left may have left since, and a shorter time for answers may have been
 * taken back. As owner; answers the new key's id, null where none had been made, and how many letters and times.
 * @param until nothing of the latter holds before
 */
export const restRestoredConsent = async (
	tx: Tx,
	secrets: Secrets,
	at: Date,
	until: Date,
): Promise<{ keyId: string | null; letters: number; shorter: number }> => ({
	keyId: (await allKeys(tx, secrets)).length > 0 ? (await rotateKey(tx, secrets, at)).key_id : null,
	letters: await tx.run(sql`update signup_request set letter = 'begun' where letter = 'waiting'`),
	shorter: await tx.run(sql`update purpose set shorter_at = ${until} where shorter_at < ${until}`),
});
