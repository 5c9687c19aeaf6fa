/** Works on one queue: as many jobs at once as it has places, customers in turns, and what has ended is said together. */
import { setImmediate as soon } from 'node:timers/promises';
import type { Claimed, Turn } from './turns.ts';

export interface WorkerParts {
	readonly name: string;
	/** How many jobs are under way at once. */
	readonly places: number;
	readonly handler: (data: unknown) => Promise<void>;
	readonly claim: (turn: Turn) => Promise<Claimed[]>;
	readonly done: (jobs: readonly Claimed[]) => Promise<void>;
	readonly failed: (jobs: readonly Claimed[], error: unknown) => Promise<void>;
	/** The queue itself does not answer; it is asked again with the next wake. */
	readonly broken: (error: unknown) => void;
}

export interface Worker {
	/** There may be something to do. */
	wake(): void;
	/** Begins nothing more and waits for what is under way, so long at most; what is not through by then is to be tried again. */
	stop(waitMs: number): Promise<void>;
}

/** @throws when the work is not over after so long; it may still go on */
const inTime = async (work: Promise<void>, seconds: number): Promise<void> => {
	let timer: NodeJS.Timeout | undefined;
	try {
		const over = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} s.`)), seconds * 1000);
		});
		await Promise.race([work, over]);
	} finally {
		clearTimeout(timer);
	}
};

export const createWorker = ({ name, places, handler, claim, done, failed, broken }: WorkerParts): Worker => {
	/** A customer never has the last place: somebody else's job would have to wait until one of theirs ends. */
	const each = Math.max(1, places - 1);
	const under = new Map<Claimed, Promise<void>>();
	const counts = new Map<string, number>();
	let ended: Claimed[] = [];
	let saying: Promise<void> | null = null;
	let looking: Promise<void> | null = null;
	let after = '';
	/** There may be something that nobody has taken up. */
	let wanted = false;
	/** Somebody has as many as they may: when one ends they may have more. */
	let held = false;
	let stopped = false;

	const count = (customer: string, by: 1 | -1): void => {
		const n = (counts.get(customer) ?? 0) + by;
		if (n === 0) counts.delete(customer);
		else counts.set(customer, n);
	};

	/** One statement for all that ended while the last one was under way. */
	const say = async (): Promise<void> => {
		while (ended.length > 0) {
			const jobs = ended;
			ended = [];
			// What cannot be said is done once more when its time is over: handlers bear that.
			await done(jobs).catch(broken);
		}
		saying = null;
	};

	const work = async (job: Claimed): Promise<void> => {
		try {
			await inTime(handler(job.data), job.expireInSeconds);
			ended.push(job);
			saying ??= say();
		} catch (error) {
			await failed([job], error).catch(broken);
		} finally {
			under.delete(job);
			count(job.customer, -1);
			if (wanted || held) look();
		}
	};

	const lookOn = async (): Promise<void> => {
		try {
			while (wanted && !stopped) {
				// Those that end in the same moment give their places back together.
				await soon();
				const free = places - under.size;
				if (free <= 0) return;
				wanted = false;
				// As the queue is told: what ends meanwhile is not known to it.
				const told = new Map(counts);
				const jobs = await claim({ queue: name, most: free, after, each, under: told });
				for (const job of jobs) {
					told.set(job.customer, (told.get(job.customer) ?? 0) + 1);
					count(job.customer, 1);
					under.set(job, work(job));
				}
				held = [...told.values()].some((n) => n >= each);
				after = lastOf(jobs, after);
				if (jobs.length === free) wanted = true;
			}
		} catch (error) {
			broken(error);
		} finally {
			looking = null;
		}
	};

	const look = (): void => {
		wanted = true;
		if (!stopped) looking ??= lookOn();
	};

	return {
		wake: look,
		async stop(waitMs) {
			stopped = true;
			await looking;
			let timer: NodeJS.Timeout | undefined;
			const late = new Promise<void>((resolve) => {
				timer = setTimeout(resolve, waitMs);
			});
			const through = async (): Promise<void> => {
				await Promise.all(under.values());
				await saying;
			};
			await Promise.race([through(), late]);
			clearTimeout(timer);
			if (under.size > 0) await failed([...under.keys()], new Error('The program ended before the job did.')).catch(broken);
		},
	};
};

/** Whose turn was the last of these, which go round from `after` on. */
const lastOf = (jobs: readonly Claimed[], after: string): string => {
	const customers = jobs.map(({ customer }) => customer).sort();
	return customers.findLast((customer) => customer <= after) ?? customers.at(-1) ?? after;
};
