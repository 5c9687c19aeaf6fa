/** Runs are moved on: whoever is still to be counted, begun or ended, customer by customer. */
import { now } from '#kernel/clock.ts';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { OpenRun } from '../runs/runs.ts';
import { conduct } from './conduct.ts';

/** A run that waits until its sets are counted is looked at so often: of that there is no news. */
const SOON_MS = 200;
/** A run that stays open is looked after so often. */
const OPEN_MS = 5_000;

export interface Conducting {
	/** This customer's runs are looked at. */
	readonly wake: (customerId: number) => void;
	readonly stop: () => Promise<void>;
}

export const createConducting = ({ storage, log }: Pick<Kernel, 'storage' | 'log'>): Conducting => {
	let stopping = false;
	/** Customers that are looked at again soon. */
	const soon = new Map<number, NodeJS.Timeout>();
	const lookSoon = (customerId: number): void => {
		if (stopping || soon.has(customerId)) return;
		const timer = setTimeout(() => {
			soon.delete(customerId);
			rounds.wake(customerId);
		}, SOON_MS);
		soon.set(customerId, timer);
	};
	/** Runs that stay open are many and quiet: each is moved on so often, or when nobody may enter it any more. */
	const movedMs = new Map<string, number>();
	const isLookedAt = (run: OpenRun): boolean => {
		if (run.state !== 'sending' || run.open_until === null || run.open_until <= now()) {
			movedMs.delete(run.run_id);
			return true;
		}
		const last = movedMs.get(run.run_id) ?? Number.NEGATIVE_INFINITY;
		if (performance.now() - last < OPEN_MS) return false;
		movedMs.set(run.run_id, performance.now());
		return true;
	};
	const rounds = createRounds(
		async (customerId) => {
			const more = await conduct(storage, customerId, isLookedAt);
			if (more === 'soon') lookSoon(customerId);
			return more === 'now';
		},
		{
			atOnce: 2,
			restMs: 100,
			failed: (customerId, error) => log.error('campaigns were not conducted', { customerId, error }),
		},
	);
	return {
		wake: (customerId) => rounds.wake(customerId),
		stop: async () => {
			stopping = true;
			for (const one of soon.values()) clearTimeout(one);
			await rounds.stop();
		},
	};
};
