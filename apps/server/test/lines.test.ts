/** Lines before connections: a customer's own wait for each other, nobody else does, and no place is lost. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLines } from '../src/kernel/storage/lines.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Work that ends when it is let, in a line of two at once and three who wait. */
const stage = () => {
	const inLine = createLines({ atOnce: 2, waiting: 3, waitMs: 1000 }, 'busy_counting');
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const ask = (customerId: number, name: string, onItsWay = false): Promise<string> =>
		inLine(
			customerId,
			() =>
				new Promise<string>((done, failed) => {
					begun.push(name);
					ends.set(name, (error) => (error ? failed(error) : done(name)));
				}),
			onItsWay,
		);
	return { begun, ask, end: (name: string, error?: Error) => ends.get(name)?.(error) };
};
const settled = () => vi.advanceTimersByTimeAsync(0);

test('two of a customer are under way, the others in their order; another customer does not notice', async () => {
	const { begun, ask, end } = stage();
	const all = ['a', 'b', 'c', 'd'].map((name) => ask(1, name));
	const other = ask(2, 'x');
	await settled();
	expect(begun).toEqual(['a', 'b', 'x']);
	end('b');
	await settled();
	expect(begun).toEqual(['a', 'b', 'x', 'c']);
	for (const name of ['a', 'c', 'x']) end(name);
	await settled();
	end('d');
	expect(await Promise.all([...all, other])).toEqual(['a', 'b', 'c', 'd', 'x']);
});

test('a full line refuses; what is part of an answer that has begun waits all the same', async () => {
	const { begun, ask, end } = stage();
	const all = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(1, name));
	await expect(ask(1, 'f')).rejects.toMatchObject({ status: 429, code: 'busy_counting', retryAfterSeconds: 5 });
	const file = ask(1, 'g', true);
	for (const name of ['a', 'b', 'c', 'd', 'e', 'g']) {
		await settled();
		end(name);
	}
	expect(await Promise.all([...all, file])).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
	expect(begun).not.toContain('f');
});

test('whoever waits too long is refused, and their place is the next one’s', async () => {
	const { begun, ask, end } = stage();
	const [a, b, c] = ['a', 'b', 'c'].map((name) => ask(1, name));
	const late = expect(c).rejects.toMatchObject({ code: 'busy_counting' });
	await vi.advanceTimersByTimeAsync(1000);
	await late;
	const d = ask(1, 'd');
	end('a', new Error('no'));
	await expect(a).rejects.toThrow('no');
	await settled();
	expect(begun).toEqual(['a', 'b', 'd']);
	end('b');
	end('d');
	expect(await Promise.all([b, d])).toEqual(['b', 'd']);
	// Nobody is left: the next two begin at once.
	ask(1, 'h').catch(() => undefined);
	ask(1, 'i').catch(() => undefined);
	await settled();
	expect(begun.slice(3)).toEqual(['h', 'i']);
});
