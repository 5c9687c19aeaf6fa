/**
 * A lane of writes for many customers in which none holds up the others. All go together as long as that works. When a commit
 * fails, each customer's part is tried apart, beside the lane, with a short time limit; a part that fails is tried row by row,
 * so one bad row sinks no other. A customer of whom nothing can be stored is refused at once for a moment, and then tried
 * apart until it answers (kernel/storage/reach.ts). Nothing of this is acknowledged before its commit.
 */
import { Away } from '#kernel/http/errors.ts';
import { faultOf, isSlow, type Reach } from '#kernel/storage/reach.ts';
import { createLane, type Lane, reject, settle, type Waiting } from './lane.ts';

/** Parts that are tried at the same time; each has a connection of its own (LIMITS.edgeSoon). */
const MOST_TRIED = 4;
/** Rows of one customer that may wait for a try apart. */
const MOST_APART = 1000;
/** What a process lets wait before it says that it is busy, and how much of it one customer's: seconds of work. */
const MOST_WAITING = 20_000;
const MOST_OF_ONE = 10_000;
/** Rows that fail one after the other before the customer is given up for now. */
const ROWS_TRIED = 3;

type Write<Item, Outcome> = (items: readonly Item[]) => Promise<readonly Outcome[]>;

/** Those of a full queue that go next: each customer's in turn, so that one customer's thousands do not hold up another's one. */
export const fairShare = <W extends { readonly item: { readonly customerId: number } }>(queue: readonly W[], most: number): W[] => {
	const each = [...Map.groupBy(queue, ({ item }) => item.customerId).values()];
	const chosen: W[] = [];
	for (let turn = 0; chosen.length < most; turn++)
		for (const rows of each) {
			const next = rows[turn];
			if (next && chosen.length < most) chosen.push(next);
		}
	return chosen;
};

/**
 * @param together stores rows of several customers in one commit
 * @param apart stores rows of one customer, within a short time
 * @param most that go into one commit; as a lane's unless it says otherwise
 * @throws Away 503, from `push`, while the customer cannot be reached
 */
export const createFairLane = <Item extends { readonly customerId: number }, Outcome>(
	reach: Reach,
	together: Write<Item, Outcome>,
	apart: Write<Item, Outcome>,
	most?: number,
): Lane<Item, Outcome> => {
	type Rows = Waiting<Item, Outcome>[];
	/** By customer, those who wait to be tried, and those who are. */
	const held = new Map<number, Rows>();
	const turns: number[] = [];
	const running = new Set<Promise<void>>();

	/** By customer, those in the lane. */
	const inLane = new Map<number, number>();

	const leave = (items: readonly Item[]): void => {
		for (const { customerId } of items) {
			const left = (inLane.get(customerId) ?? 0) - 1;
			if (left > 0) inLane.set(customerId, left);
			else inLane.delete(customerId);
		}
	};

	const lane = createLane<Item, Outcome>(
		(items) => together(items).finally(() => leave(items)),
		(batch, error) => {
			if (faultOf(error) === 'database') reject(batch, error);
			else for (const [customerId, rows] of Map.groupBy(batch, ({ item }) => item.customerId)) hold(customerId, rows);
		},
		fairShare,
		most,
	);

	const hold = (customerId: number, rows: Rows): void => {
		const waiting = held.get(customerId);
		if (waiting) waiting.push(...rows);
		else {
			held.set(customerId, rows);
			turns.push(customerId);
		}
		if (running.size < MOST_TRIED) {
			const run = takeTurns().finally(() => running.delete(run));
			running.add(run);
		}
	};

	const takeTurns = async (): Promise<void> => {
		for (let customerId = turns.shift(); customerId !== undefined; customerId = turns.shift()) await attempt(customerId);
	};

	/** Until nobody of the customer waits; then they go with everybody again. */
	const attempt = async (customerId: number): Promise<void> => {
		for (let rows = held.get(customerId) ?? []; rows.length > 0; rows = held.get(customerId) ?? []) {
			held.set(customerId, []);
			try {
				settle(rows, await apart(rows.map(({ item }) => item)));
				reach.found(customerId);
			} catch (error) {
				if (faultOf(error) === 'database') reject(rows, error);
				else if (isSlow(error)) giveUp(customerId, rows, error);
				else await singly(customerId, rows);
			}
		}
		held.delete(customerId);
	};

	const singly = async (customerId: number, rows: Rows): Promise<void> => {
		let failed: Rows = [];
		for (const [index, one] of rows.entries()) {
			try {
				settle([one], await apart([one.item]));
				reach.found(customerId);
				reject(failed, new Error('This record could not be stored.'));
				failed = [];
			} catch (error) {
				const fault = faultOf(error);
				if (fault === 'data') reject([one], error);
				else if (fault === 'database') return reject([...failed, ...rows.slice(index)], error);
				else {
					failed.push(one);
					if (failed.length === ROWS_TRIED || isSlow(error) || index === rows.length - 1)
						return giveUp(customerId, [...failed, ...rows.slice(index + 1)], error);
				}
			}
		}
		reject(failed, new Error('This record could not be stored.'));
	};

	const giveUp = (customerId: number, rows: Rows, error: unknown): void => {
		reach.lost(customerId, error);
		const waiting = held.get(customerId) ?? [];
		held.set(customerId, []);
		reject([...rows, ...waiting], new Away(reach.waitSeconds(customerId) ?? 1));
	};

	return {
		push(item) {
			const wait = reach.waitSeconds(item.customerId);
			const waiting = held.get(item.customerId);
			if (wait !== null || (waiting && waiting.length >= MOST_APART)) return Promise.reject(new Away(wait ?? 1));
			if (!waiting && !reach.isSuspect(item.customerId)) {
				const mine = inLane.get(item.customerId) ?? 0;
				if (mine >= MOST_OF_ONE || lane.waiting >= MOST_WAITING) return Promise.reject(new Away(1));
				inLane.set(item.customerId, mine + 1);
				return lane.push(item);
			}
			return new Promise((done, failed) => hold(item.customerId, [{ item, done, failed }]));
		},
		get waiting() {
			return [...held.values()].reduce((sum, rows) => sum + rows.length, lane.waiting);
		},
		async drain() {
			await lane.drain();
			while (running.size > 0) await Promise.all(running);
		},
	};
};
