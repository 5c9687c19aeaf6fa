import { describe, expect, it } from 'vitest';
import { createBuckets } from '../src/kernel/access/buckets.ts';
import { hostOf, truncateIp } from '../src/kernel/access/limits.ts';
import { createTurns } from '../src/kernel/access/turns.ts';

describe('an address', () => {
	it.each([
		['10.1.2.3', '10.1.2.3', '10.1.2.0/24'],
		['::ffff:10.1.2.3', '10.1.2.3', '10.1.2.0/24'],
		['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
		['2001:DB8:1:2::ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
		['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
		['::1', '0:0:0:0::/64', '0:0:0::/48'],
		['nonsense', 'unknown', null],
	])('%s is counted as %s and kept as %s', (ip, host, network) => {
		expect([hostOf(ip), truncateIp(ip)]).toEqual([host, network]);
	});
});

describe('a bucket', () => {
	it('takes as many at once, then one as each is refilled, and says to the second when', () => {
		let at = 0;
		const { take } = createBuckets(() => at);
		for (let n = 0; n < 10; n++) expect(take('a', 10, 60)).toBe(0);
		expect([take('a', 10, 60), take('b', 10, 60)]).toEqual([6, 0]);
		at += 5_999;
		expect(take('a', 10, 60)).toBe(1);
		at += 1;
		expect([take('a', 10, 60), take('a', 10, 60)]).toEqual([0, 6]);
		at += 60_000;
		for (let n = 0; n < 10; n++) expect(take('a', 10, 60)).toBe(0);
		expect(take('a', 10, 60)).toBe(6);
	});

	it('forgets nobody who has used it up, however many come by', () => {
		let at = 0;
		const { take } = createBuckets(() => at);
		for (let n = 0; n < 3; n++) take('greedy', 3, 3600);
		for (let n = 0; n < 25_000; n++) {
			at += 1;
			take(`passer-by ${n}`, 1, 1);
		}
		expect(take('greedy', 3, 3600)).toBeGreaterThan(1000);
	});
});

describe('turns', () => {
	const held = () => {
		let end: () => void = () => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		return { ended, end };
	};

	it('are taken in order, so many at once, each key for itself', async () => {
		const inTurn = createTurns();
		const begun: string[] = [];
		const works = ['a1', 'a2', 'a3', 'b1'].map((name) => ({ name, ...held() }));
		const all = works.map(({ name, ended }) =>
			inTurn(name.slice(0, 1), 2, async () => {
				begun.push(name);
				await ended;
			}),
		);
		expect(begun).toEqual(['a1', 'a2', 'b1']);
		works[0]?.end();
		await all[0];
		expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
		for (const { end } of works) end();
		await Promise.all(all);
	});

	it('go on after a failure, and whoever waits too long or behind too many is told when to come back', async () => {
		const inTurn = createTurns(20);
		const { ended, end } = held();
		const failing = inTurn('a', 1, async () => {
			await ended;
			throw new Error('broken');
		});
		const waiting = Array.from({ length: 50 }, () => inTurn('a', 1, async () => 'done'));
		await expect(inTurn('a', 1, async () => 'done')).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 1 });
		for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ reason: { code: 'too_many' } });
		end();
		await expect(failing).rejects.toThrow('broken');
		expect(await inTurn('a', 1, async () => 'done')).toBe('done');
	});
});
