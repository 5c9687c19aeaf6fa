/** A database that acknowledges what it has not written down. */
import type pg from 'pg';
import type { Log } from '../log.ts';

/**
 * Warns of settings with which a crash of the database takes back what it acknowledged. A message that was marked as begun would be
 * one that was not, and be handed over a second time. Of a cluster's nodes the coordinator is asked alone.
 */
export const warnForgetful = async (client: pg.ClientBase, log: Log): Promise<void> => {
	const { rows } = await client.query<{ name: string }>(
		`select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
	);
	if (rows.length > 0)
		log.warn('the database may forget what it acknowledged when it crashes, and people be written to twice: turn these on', {
			off: rows.map(({ name }) => name),
		});
};
