/** Reads of who somebody is. */
import { orNull, row, sql, text } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

const Ended = row({ provider_uid: orNull(text) });

/** Ends one session of a person; answers the provider's session of that browser, or undefined when there is no such session. */
export const endSession = async (tx: Tx, userId: string, sessionId: string): Promise<string | null | undefined> => {
	const [ended] = await tx.rows(
		Ended,
		sql`delete from session where id = decode(${sessionId}, 'hex') and user_id = ${userId} returning provider_uid`,
	);
	return ended?.provider_uid;
};

/** The provider's session of the browser that asks. */
export const providerOf = async (tx: Tx, sessionId: string): Promise<string | null> => {
	const [found] = await tx.rows(Ended, sql`select provider_uid from session where id = decode(${sessionId}, 'hex')`);
	return found?.provider_uid ?? null;
};

export const emailOf = async (storage: Storage, userId: string): Promise<string> => {
	const [row] = await storage.inPlatform((tx) => tx.query<{ email: string }>('select email from app_user where id = $1', [userId]));
	return row?.email ?? '';
};

export const phoneOf = async (storage: Storage, userId: string): Promise<string> => {
	const [row] = await storage.inPlatform((tx) =>
		tx.query<{ phone_number: string }>('select phone_number from app_user where id = $1', [userId]),
	);
	return row?.phone_number ?? '';
};
