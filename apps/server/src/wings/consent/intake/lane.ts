/**
 * One lane of writes: what waits goes with the next commit as soon as the previous one is back and no arrival came in for
 * a few ticks of the event loop. No timer: gathering for a few milliseconds is slower (architecture.md, rule 6), but a
 * commit's answers bring their senders' next records within moments, and leaving with the first of them would leave the
 * others to a commit of their own (measured at 20 connections: 7,000 → 8,900 records a second, 2.5 → 1.9 ms).
 */

/** Some tens of microseconds each. */
const QUIET_TICKS = 4;

const tick = (): Promise<void> => new Promise((next) => setImmediate(next));

export interface Lane<Item, Outcome> {
	/** Settles after the commit that holds the item. */
	push(item: Item): Promise<Outcome>;
	/** Items not settled yet. */
	readonly waiting: number;
	/** Waits until nothing is under way. */
	drain(): Promise<void>;
}

/** An item, and who is to be told what became of it. */
export interface Waiting<Item, Outcome> {
	readonly item: Item;
	readonly done: (outcome: Outcome) => void;
	readonly failed: (error: unknown) => void;
}

/** Tells each its outcome, in their order. */
export const settle = <Item, Outcome>(batch: readonly Waiting<Item, Outcome>[], outcomes: readonly Outcome[]): void => {
	batch.forEach((w, i) => {
		const outcome = outcomes[i];
		if (outcome === undefined) w.failed(new Error('A batch was answered in part.'));
		else w.done(outcome);
	});
};

export const reject = <Item, Outcome>(batch: readonly Waiting<Item, Outcome>[], error: unknown): void => {
	for (const one of batch) one.failed(error);
};

/** `write` stores a batch and answers an outcome an item, in order. What becomes of a batch for which it throws, `failed` says. */
export const createLane = <Item, Outcome>(
	write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
	failed: (batch: Waiting<Item, Outcome>[], error: unknown) => void,
	most = 1000,
): Lane<Item, Outcome> => {
	let queue: Waiting<Item, Outcome>[] = [];
	let under = 0;
	let running: Promise<void> | null = null;

	const gather = async (): Promise<void> => {
		for (let quiet = 0, seen = queue.length; quiet < QUIET_TICKS && seen < most; ) {
			await tick();
			quiet = queue.length === seen ? quiet + 1 : 0;
			seen = queue.length;
		}
	};

	const run = async (): Promise<void> => {
		await tick();
		while (queue.length > 0) {
			await gather();
			const batch = queue.slice(0, most);
			queue = queue.slice(batch.length);
			under = batch.length;
			try {
				settle(batch, await write(batch.map(({ item }) => item)));
			} catch (error) {
				failed(batch, error);
			}
			under = 0;
		}
		running = null;
	};

	return {
		push: (item) =>
			new Promise((done, failed) => {
				queue.push({ item, done, failed });
				running ??= run();
			}),
		get waiting() {
			return queue.length + under;
		},
		async drain() {
			while (running) await running;
		},
	};
};
