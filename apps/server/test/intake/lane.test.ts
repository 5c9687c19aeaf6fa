/** The lane of writes: nothing is acknowledged that was not stored, nothing is lost on the way, and nobody's thousands go first. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/kernel/log.ts';
import { createReach } from '../../src/kernel/storage/reach.ts';
import { createFairLane, fairShare } from '../../src/wings/consent/intake/fair.ts';
import { createLane, reject, type Waiting } from '../../src/wings/consent/intake/lane.ts';

type Item = { customerId: number };
type Write = (items: readonly Item[]) => Promise<string[]>;

const failed = (code: string): pg.DatabaseError => Object.assign(new pg.DatabaseError(`failed with ${code}`, 0, 'error'), { code });
const fates = (pushed: Promise<string>[]): Promise<string[]> =>
	Promise.all(pushed.map((one) => one.catch((error: unknown) => (error instanceof Error ? error.message : String(error)))));
/** A commit that is back when it is told to be. */
const held = () => {
	let go = (): void => {};
	const gone = new Promise<void>((done) => {
		go = done;
	});
	let began = (): void => {};
	const begun = new Promise<void>((done) => {
		began = done;
	});
	const write: Write = async (items) => {
		began();
		await gone;
		return items.map(() => 'stored');
	};
	return { go: () => go(), begun, write };
};

/** A lane is not drained while a commit is under way, and is once it is over. */
const drainsAfter = async (lane: { drain(): Promise<void> }, commit: ReturnType<typeof held>): Promise<void> => {
	let drained = false;
	const drain = lane.drain().then(() => {
		drained = true;
	});
	for (let turn = 0; turn < 10; turn++) await new Promise((next) => setImmediate(next));
	expect(drained).toBe(false);
	commit.go();
	await drain;
};

describe('a lane', () => {
	const first = (queue: readonly Waiting<Item, string>[], most: number) => queue.slice(0, most);
	const laneOf = (write: Write, most?: number) => createLane<Item, string>(write, reject, first, most);

	it('acknowledges nothing that was answered in part', async () => {
		const lane = laneOf(async (items) => items.slice(1).map(() => 'stored'));
		expect(await fates([1, 2].map((customerId) => lane.push({ customerId })))).toEqual(['stored', 'A batch was answered in part.']);
	});

	it('keeps for the next commit what did not go with one', async () => {
		const sizes: number[] = [];
		const lane = laneOf(async (items) => {
			sizes.push(items.length);
			return items.map(({ customerId }) => `stored ${customerId}`);
		}, 2);
		expect(await fates([1, 2, 3, 4, 5].map((customerId) => lane.push({ customerId })))).toEqual(
			[1, 2, 3, 4, 5].map((customerId) => `stored ${customerId}`),
		);
		expect(sizes).toEqual([2, 2, 1]);
	});

	it('ends after the commit that is under way, and counts what is in it until then', async () => {
		const commit = held();
		const lane = laneOf(commit.write);
		const stored = lane.push({ customerId: 1 });
		await commit.begun;
		expect(lane.waiting).toBe(1);
		await drainsAfter(lane, commit);
		expect([await stored, lane.waiting]).toEqual(['stored', 0]);
	});
});

describe('a fair lane', () => {
	it('takes each customer in turn when more wait than go at once', () => {
		const queue = [1, 1, 1, 1, 2, 3, 3].map((customerId, at) => ({ item: { customerId }, at }));
		expect(fairShare(queue, 4).map(({ at }) => at)).toEqual([0, 4, 5, 1]);
		expect(fairShare(queue, 6).map(({ at }) => at)).toEqual([0, 4, 5, 1, 6, 2]);
	});

	it('tells a customer whose ten thousand wait to come back, and no other one', async () => {
		const commit = held();
		const lane = createFairLane<Item, string>(createReach(createLog({ logLevel: 'error' })), commit.write, commit.write);
		const mine = Array.from({ length: 10_000 }, () => lane.push({ customerId: 1 }));
		await expect(lane.push({ customerId: 1 })).rejects.toThrow('503 unavailable');
		const other = lane.push({ customerId: 2 });
		commit.go();
		expect([await other, new Set(await Promise.all(mine)).size]).toEqual(['stored', 1]);
		// And is taken again once they are stored.
		expect(await lane.push({ customerId: 1 })).toBe('stored');
	});

	it('ends after the last that is tried apart', async () => {
		const commit = held();
		const together: Write = async () => {
			throw failed('22000');
		};
		const lane = createFairLane<Item, string>(createReach(createLog({ logLevel: 'error' })), together, commit.write);
		const stored = lane.push({ customerId: 1 });
		await commit.begun;
		await drainsAfter(lane, commit);
		expect(await stored).toBe('stored');
	});
});
