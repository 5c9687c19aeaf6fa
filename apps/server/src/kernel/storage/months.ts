/** The nightly job that makes months ahead. Migrating makes the first ones, so a new database never waits for it. */
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { ensureMonthsAhead } from './partitions.ts';
import type { Storage } from './storage.ts';

export const startMonths = async (storage: Storage, jobs: Jobs, log: Log): Promise<void> => {
	await jobs.schedule('months', '17 2 * * *', async () => {
		const made = await storage.asOwner(ensureMonthsAhead);
		if (made.length > 0) log.info('made months ahead', { tables: made });
	});
};
