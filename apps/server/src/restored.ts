/** What rests after a restore, since nobody knows what it did after the backup. */
import type { Client } from 'pg';
import { REST_RESTORED } from './wings/engagement/wing.ts';

/** Campaigns that were under way or planned. As owner, in the restore's transaction. */
export const restRestored = async (owner: Client): Promise<{ runs: number; customers: number }> => {
	const { rows } = await owner.query<{ id: number }>(REST_RESTORED);
	return { runs: rows.length, customers: new Set(rows.map(({ id }) => id)).size };
};
