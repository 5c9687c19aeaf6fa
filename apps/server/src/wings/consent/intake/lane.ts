/**
 * One lane of writes: what waits goes with the next commit as soon as one is back and no arrival came in for
 * a few ticks of the event loop. No timer: gathering for a few milliseconds is slower (architecture.md, rule 6), but a
 * commit's answers bring their senders' next records within moments, and leaving with the first of them would leave the
 * others to a commit of their own (measured at 20 connections: 7,000 → 8,900 records a second, 2.5 → 1.9 ms).
 */

/** Some tens of microseconds each. */
const QUIET_TICKS = 4;
/** While one commit is under way, so many are worth another one beside it: the program and the database work at the same time. */
const SECOND_FROM = 8;
const MOST_FLIGHTS = 2;

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

/**
 * @param write stores a batch and answers an outcome an item, in order
 * @param failed says what becomes of a batch for which `write` throws
 * @param share chooses who goes first when more wait than go at once
 */
export const createLane = <Item, Outcome>(
	write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
	failed: (batch: Waiting<Item, Outcome>[], error: unknown) => void,
	share: (queue: readonly Waiting<Item, Outcome>[], most: number) => Waiting<Item, Outcome>[],
	most = 1000,
): Lane<Item, Outcome> => {
	let queue: Waiting<Item, Outcome>[] = [];
	let under = 0;
	const flights = new Set<Promise<void>>();
	let gathering: Promise<void> | null = null;

	/** Until no arrival came in for a few ticks. */
	const gather = async (): Promise<void> => {
		await tick();
		for (let quiet = 0, seen = queue.length; quiet < QUIET_TICKS && seen < most; ) {
			await tick();
			quiet = queue.length === seen ? quiet + 1 : 0;
			seen = queue.length;
		}
	};

	const take = (): Waiting<Item, Outcome>[] => {
		const batch = queue.length > most ? share(queue, most) : queue;
		const going = new Set(batch);
		queue = batch === queue ? [] : queue.filter((one) => !going.has(one));
		return batch;
	};

	const fly = async (batch: Waiting<Item, Outcome>[]): Promise<void> => {
		try {
			settle(batch, await write(batch.map(({ item }) => item)));
		} catch (error) {
			failed(batch, error);
		}
		under -= batch.length;
	};

	const start = (): void => {
		const enough = flights.size === 0 ? 1 : SECOND_FROM;
		if (gathering || queue.length < enough || flights.size >= MOST_FLIGHTS) return;
		gathering = gather().then(() => {
			gathering = null;
			const batch = take();
			under += batch.length;
			const flight = fly(batch).finally(() => {
				flights.delete(flight);
				start();
			});
			flights.add(flight);
			start();
		});
	};

	return {
		push: (item) =>
			new Promise((done, failed) => {
				queue.push({ item, done, failed });
				start();
			}),
		get waiting() {
			return queue.length + under;
		},
		async drain() {
			while (gathering || flights.size > 0) await (gathering ?? Promise.all(flights));
		},
	};
};
