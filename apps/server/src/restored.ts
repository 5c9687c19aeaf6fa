/** What rests after a restore, since nobody knows what it did after the backup. */
import type { Client } from 'pg';
import { now } from './kernel/clock.ts';
import { dropWaitingMails } from './kernel/outbound/mail.ts';
import type { Secrets } from './kernel/secrets.ts';
import { txOver } from './kernel/storage/connect.ts';
import { restRestoredConsent } from './wings/consent/wing.ts';
import { REST_RESTORED } from './wings/engagement/wing.ts';
import { putOffShorterCounts } from './wings/insight/wing.ts';
import { putOffRestored } from './wings/tenancy/wing.ts';

const DAY_MS = 86_400_000;

/** What was laid to rest. */
export interface Resting {
	/** Campaigns that were under way or planned, and of how many customers. */
	readonly runs: number;
	readonly customers: number;
	/** Mails and letters of sign-up forms that waited. */
	readonly mails: number;
	/** What was to be erased or kept shorter before a day is over. */
	readonly erasures: number;
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
	const until = new Date(now().getTime() + DAY_MS);
	const { keyId, letters, shorter } = await restRestoredConsent(tx, secrets, at, until);
	const mails = (await dropWaitingMails(tx)) + letters;
	const erasures = (await putOffRestored(tx, until)) + (await putOffShorterCounts(tx, until)) + shorter;
	return { runs: rows.length, customers: new Set(rows.map(({ id }) => id)).size, mails, erasures, keyId };
};
