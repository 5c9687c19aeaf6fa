/** The worker's part of rules: wakes for customers of whose people something changed, and for time. */
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import { TOUCHED } from '../../people/wing.ts';
import { CLOCK_MS, followOn } from './follow.ts';
import { createAcquaintance } from './statistics.ts';

const Due = row({ customer_id: int });

/** Between a customer's passes: what changes meanwhile is looked at together. */
const REST_MS = 200;

/** Follows for as long as the process works. Answers how to stop. */
export const workRules = async ({ storage, log }: Pick<Kernel, 'storage' | 'log'>): Promise<() => Promise<void>> => {
	const acquaint = createAcquaintance({ storage, log });
	const step = async (customerId: number): Promise<boolean> => {
		await acquaint(customerId);
		return storage.inTenant(customerId, (tx) => followOn(tx, customerId));
	};
	const rounds = createRounds(step, {
		atOnce: 2,
		restMs: REST_MS,
		failed: (customerId, error) => log.error('rules were not followed', { customerId, error }),
	});
	const unlisten = await storage.listen(TOUCHED, (payload) => rounds.wake(Number(payload)));
	/** Whoever has rules that time changes something for, and what news of a moment missed. */
	const wakeAll = async (): Promise<void> => {
		const due = await storage.across.rows(
			Due,
			sql`select distinct customer_id from people_set where rule is not null and (built_to is not null or rule::text ~ '"within"|"inLast"')
			union select distinct customer_id from people_touched`,
		);
		for (const { customer_id: customerId } of due) rounds.wake(customerId);
	};
	const failed = (error: unknown): void => log.error('customers with rules could not be looked for', { error });
	const timer = setInterval(() => wakeAll().catch(failed), CLOCK_MS);
	timer.unref();
	await wakeAll();
	return async () => {
		clearInterval(timer);
		await unlisten();
		await rounds.stop();
	};
};
