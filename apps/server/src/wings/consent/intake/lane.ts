/**
 * One lane of writes: the first arrival flushes at the next tick, what waited meanwhile goes with the next commit as
 * soon as the previous one is back. No timer: gathering for a few milliseconds is slower (architecture.md, rule 6).
 */

export interface Lane<Item, Outcome> {
	/** Settles after the commit that holds the item. */
	push(item: Item): Promise<Outcome>;
	/** Items not settled yet. */
	readonly waiting: number;
	/** Waits until nothing is under way. */
	drain(): Promise<void>;
}

interface Waiting<Item, Outcome> {
	readonly item: Item;
	readonly done: (outcome: Outcome) => void;
	readonly failed: (error: unknown) => void;
}

/**
 * `write` stores a batch and answers an outcome an item, in order. When it throws, each item is written again alone, so
 * one bad row sinks no other.
 */
export const createLane = <Item, Outcome>(
	write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
	most = 1000,
): Lane<Item, Outcome> => {
	let queue: Waiting<Item, Outcome>[] = [];
	let under = 0;
	let running: Promise<void> | null = null;

	const settle = async (batch: readonly Waiting<Item, Outcome>[]): Promise<void> => {
		try {
			const outcomes = await write(batch.map((w) => w.item));
			batch.forEach((w, i) => {
				const outcome = outcomes[i];
				if (outcome === undefined) w.failed(new Error('A batch was answered in part.'));
				else w.done(outcome);
			});
		} catch (error) {
			if (batch.length === 1) batch[0]?.failed(error);
			else for (const one of batch) await settle([one]);
		}
	};

	const run = async (): Promise<void> => {
		await new Promise<void>((next) => setImmediate(next));
		while (queue.length > 0) {
			const batch = queue.slice(0, most);
			queue = queue.slice(batch.length);
			under = batch.length;
			await settle(batch);
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
