/** How much waits in the job queue, by job, and since when. */
import * as z from 'zod';
import type { Measures } from '../http/measures.ts';
import type { Storage } from '../storage/storage.ts';

const Waiting = z.object({ name: z.string(), waiting: z.coerce.number(), oldest: z.coerce.number() });

/** What is due and nobody works on; jobs for later are not. */
const WAITING = `select name, count(*) as waiting, extract(epoch from now() - min(greatest(start_after, created_on))) as oldest
	from pgboss.job_common where state < 'active' and not blocked and start_after <= now() group by name order by name`;

/** Tells of the queue as it is for all processes together. */
export const measureJobs = (measures: Measures, storage: Pick<Storage, 'queue'>): void => {
	const read = async () => (await storage.queue.executeSql(WAITING)).rows.map((one) => Waiting.parse(one));
	measures.gauge('luvalla_jobs_waiting', 'Jobs that are due and not begun, of all processes.', async () =>
		(await read()).map(({ name: job, waiting: value }) => ({ labels: { job }, value })),
	);
	measures.gauge('luvalla_jobs_oldest_seconds', 'For how long the first of them has been due.', async () =>
		(await read()).map(({ name: job, oldest: value }) => ({ labels: { job }, value })),
	);
};
