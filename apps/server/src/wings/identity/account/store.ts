/** Reads of who somebody is. */
import type { Storage, Tx } from '#kernel/storage/storage.ts';

export const endSession = (tx: Tx, sessionId: string): Promise<object[]> =>
	tx.query(`delete from session where id = decode($1, 'hex')`, [sessionId]);

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
