/** What rests after a restore, since nobody knows what it did after the backup. */
import type { Client } from 'pg';
import { dropWaitingMails } from './kernel/outbound/mail.ts';
import type { Secrets } from './kernel/secrets.ts';
import { txOver } from './kernel/storage/connect.ts';
import { restRestoredConsent } from './wings/consent/wing.ts';
import { REST_RESTORED } from './wings/engagement/wing.ts';

/** What was laid to rest. */
export interface Resting {
	/** Campaigns that were under way or planned, and of how many customers. */
	readonly runs: number;
	readonly customers: number;
	/** Mails and letters of sign-up forms that waited. */
	readonly mails: number;
	/** Of the key that signs the ledger's heads from now on; null: there is no ledger. */
	readonly keyId: string | null;
}

/**
 * As owner, in the restore's transaction.
 * @param at when the backup was made
 */
export const restRestored = async (owner: Client, secrets: Secrets, at: Date): Promise<Resting> => {
	const { rows } = await owner.query<{ id: number }>(REST_RESTORED);
	const tx = txOver((text, values) => owner.query(text, values));
	const { keyId, letters } = await restRestoredConsent(tx, secrets, at);
	const mails = (await dropWaitingMails(tx)) + letters;
	return { runs: rows.length, customers: new Set(rows.map(({ id }) => id)).size, mails, keyId };
};
