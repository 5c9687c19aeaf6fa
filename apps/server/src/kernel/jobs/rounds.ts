/**
 * Work that news wakes, customer by customer: never two passes of one customer at once, and what is told during a pass is one
 * more pass. Customers take turns, a step each, so that nobody waits behind another one's million.
 */
import type { Storage } from '../storage/storage.ts';

export interface Rounds {
	/** There is something to do for this customer. */
	wake(customerId: number): void;
	/** Lets the steps under way end, and begins no more. */
	stop(): Promise<void>;
}

export interface RoundsOptions {
	/** Customers that are worked on at the same time. */
	readonly atOnce: number;
	/** Rest between a customer's passes: what comes meanwhile is done together. */
	readonly restMs: number;
	/** A step that failed; it is done again with the next news. */
	readonly failed: (customerId: number, error: unknown) => void;
}

/** `step` does a limited piece of work and answers whether there is more. */
export const createRounds = (step: (customerId: number) => Promise<boolean>, { atOnce, restMs, failed }: RoundsOptions): Rounds => {
	const queue = new Set<number>();
	const under = new Map<number, Promise<void>>();
	/** Those who rest, and whether they were woken meanwhile. */
	const resting = new Map<number, { timer: NodeJS.Timeout; again: boolean }>();
	let stopped = false;

	const wake = (customerId: number): void => {
		const rest = resting.get(customerId);
		if (rest) rest.again = true;
		else queue.add(customerId);
		next();
	};

	const next = (): void => {
		for (const customerId of queue) {
			if (stopped || under.size >= atOnce) return;
			if (under.has(customerId)) continue;
			queue.delete(customerId);
			under.set(customerId, turn(customerId));
		}
	};

	const turn = async (customerId: number): Promise<void> => {
		let more = false;
		try {
			more = await step(customerId);
		} catch (error) {
			failed(customerId, error);
		}
		under.delete(customerId);
		if (more) queue.add(customerId);
		else if (!stopped) rest(customerId);
		next();
	};

	const rest = (customerId: number): void => {
		const timer = setTimeout(() => {
			const again = resting.get(customerId)?.again;
			resting.delete(customerId);
			if (again) wake(customerId);
		}, restMs);
		resting.set(customerId, { timer, again: queue.delete(customerId) });
	};

	return {
		wake,
		async stop() {
			stopped = true;
			for (const { timer } of resting.values()) clearTimeout(timer);
			resting.clear();
			while (under.size > 0) await Promise.all(under.values());
		},
	};
};

/** What rounds follow: news of a moment, and what they are looked for by. */
export interface News extends RoundsOptions {
	/** Its payload is the customer. */
	readonly topic: string;
	/** Customers for whom there is something to do: by time, or by news that were missed. */
	readonly due: () => Promise<readonly number[]>;
	readonly lookMs: number;
	readonly notLooked: (error: unknown) => void;
}

/** Rounds for as long as the process works. Answers how to stop. */
export const followNews = async (
	storage: Pick<Storage, 'listen'>,
	step: (customerId: number) => Promise<boolean>,
	{ topic, due, lookMs, notLooked, ...options }: News,
): Promise<() => Promise<void>> => {
	const rounds = createRounds(step, options);
	const unlisten = await storage.listen(topic, (payload) => rounds.wake(Number(payload)));
	const look = async (): Promise<void> => {
		for (const customerId of await due()) rounds.wake(customerId);
	};
	const timer = setInterval(() => void look().catch(notLooked), lookMs);
	timer.unref();
	await look().catch(notLooked);
	return async () => {
		clearInterval(timer);
		await unlisten();
		await rounds.stop();
	};
};
