/** Campaigns that a backup brings back while they were under way. */
import type { Client } from 'pg';

/**
 * Nobody knows to whom they wrote after the backup, and who said no: each rests until somebody lets it go on. As owner, in the
 * restore's transaction.
 */
export const restRestored = async (owner: Client): Promise<{ runs: number; customers: number }> => {
	const { rows } = await owner.query<{ id: number }>(
		`update campaign_run set state = 'paused', why = 'restored' where kind = 'real' and state in ('waiting', 'preparing', 'sending')
		returning customer_id as id`,
	);
	return { runs: rows.length, customers: new Set(rows.map(({ id }) => id)).size };
};
