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
	it('says to the second when the next one passes, whatever its span', () => {
		let at = 0;
		const { take } = createBuckets(10, () => at, 600);
		for (let n = 0; n < 10; n++) expect(take('a', 1)).toBe(0);
		expect([take('a', 1), take('b', 1)]).toEqual([60, 0]);
		at += 59_000;
		expect(take('a', 1)).toBe(1);
		at += 1_000;
		expect([take('a', 1), take('a', 1)]).toEqual([0, 60]);
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
