/** The worker's part of rules: wakes for customers of whose people something changed, and for time. */
import { followNews } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import { TOUCHED } from '../../people/wing.ts';
import { CLOCK_MS, followOn } from './follow.ts';
import { createAcquaintance } from './statistics.ts';

const Due = row({ customer_id: int });

/** Between a customer's passes: what changes meanwhile is looked at together. */
const REST_MS = 200;

/** Follows for as long as the process works. Answers how to stop. */
export const workRules = ({ storage, log }: Pick<Kernel, 'storage' | 'log'>): Promise<() => Promise<void>> => {
	const acquaint = createAcquaintance({ storage, log });
	const step = async (customerId: number): Promise<boolean> => {
		await acquaint(customerId);
		return storage.inTenant(customerId, (tx) => followOn(tx, customerId));
	};
	return followNews(storage, step, {
		topic: TOUCHED,
		// Whoever has rules that time changes something for, and what news of a moment missed.
		due: async () => {
			const due = await storage.across.rows(
				Due,
				sql`select distinct customer_id from people_set where rule is not null and (built_to is not null or rule::text ~ '"within"|"inLast"')
				union select distinct customer_id from people_touched`,
			);
			return due.map(({ customer_id }) => customer_id);
		},
		lookMs: CLOCK_MS,
		notLooked: (error) => log.error('customers with rules could not be looked for', { error }),
		atOnce: 2,
		restMs: REST_MS,
		failed: (customerId, error) => log.error('rules were not followed', { customerId, error }),
	});
};
