/** Work that news wakes: no customer twice at once, everybody's turn, nothing told in vain. */
import { expect, test } from 'vitest';
import { createRounds } from '../src/kernel/jobs/rounds.ts';

/** Steps that end when they are let. */
const stage = (atOnce: number, restMs = 0) => {
	const begun: number[] = [];
	const under: { customerId: number; end: (more: boolean | Error) => void }[] = [];
	const failures: number[] = [];
	const rounds = createRounds(
		(customerId) =>
			new Promise((done, failed) => {
				begun.push(customerId);
				under.push({ customerId, end: (more) => (more instanceof Error ? failed(more) : done(more)) });
			}),
		{ atOnce, restMs, failed: (customerId) => failures.push(customerId) },
	);
	const end = async (more: boolean | Error): Promise<void> => {
		under.shift()?.end(more);
		await new Promise((next) => setTimeout(next, restMs + 5));
	};
	return { rounds, begun, under, failures, end };
};

test('customers take turns, a step each', async () => {
	const { rounds, begun, end } = stage(1);
	for (const customerId of [1, 2, 3]) rounds.wake(customerId);
	for (const more of [true, false, false, true, false]) await end(more);
	expect(begun).toEqual([1, 2, 3, 1, 1]);
});

test('a customer is worked on once at a time, and what is told meanwhile is one more step', async () => {
	const { rounds, begun, under, end } = stage(4);
	for (let n = 0; n < 5; n++) rounds.wake(1);
	rounds.wake(2);
	expect(under.map(({ customerId }) => customerId)).toEqual([1, 2]);
	await end(false);
	await end(false);
	expect(begun).toEqual([1, 2, 1]);
	await end(false);
	expect(begun).toEqual([1, 2, 1]);
});

test('what is told while a customer rests is done after the rest, together', async () => {
	const { rounds, begun, under, end } = stage(1, 40);
	rounds.wake(1);
	under.shift()?.end(false);
	await new Promise((next) => setTimeout(next, 5));
	for (let n = 0; n < 5; n++) rounds.wake(1);
	expect(begun).toEqual([1]);
	await expect.poll(() => begun).toEqual([1, 1]);
	await end(false);
	expect(begun).toEqual([1, 1]);
});

test('a step that failed keeps nobody waiting and is done again with the next news', async () => {
	const { rounds, begun, failures, end } = stage(1);
	rounds.wake(1);
	rounds.wake(2);
	await end(new Error('gone'));
	expect([begun, failures]).toEqual([[1, 2], [1]]);
	await end(false);
	rounds.wake(1);
	await expect.poll(() => begun).toEqual([1, 2, 1]);
});

test('stopping waits for what is under way and begins no more', async () => {
	const { rounds, begun, under } = stage(1);
	rounds.wake(1);
	rounds.wake(2);
	let stopped = false;
	const stopping = rounds.stop().then(() => {
		stopped = true;
	});
	await new Promise((next) => setTimeout(next, 5));
	expect(stopped).toBe(false);
	under.shift()?.end(true);
	await stopping;
	expect(begun).toEqual([1]);
});
