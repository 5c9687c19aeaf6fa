import { afterEach, describe, expect, it } from 'vitest';
import { createBuckets } from '../src/kernel/access/buckets.ts';
import { hostOf, takeOne, truncateIp } from '../src/kernel/access/limits.ts';
import { setClock } from '../src/kernel/clock.ts';
import { createSecrets } from '../src/kernel/secrets.ts';
import { connectStorage } from '../src/kernel/storage/connect.ts';
import { TEST_SECRET_KEY, testLog, testServer } from './harness.ts';

afterEach(() => setClock(null));

it('What is counted in rows keeps nobody waiting for a day that the clock has gone back from', async () => {
	const storage = await connectStorage(await testServer(), TEST_SECRET_KEY, testLog());
	const counting = { storage, secrets: createSecrets(TEST_SECRET_KEY) };
	const take = (): Promise<number> => takeOne(counting, { what: 'a clock', who: ['somebody'], most: 1, seconds: 3600 });
	const at = Date.now();
	setClock(() => new Date(at + 86_400_000));
	expect([await take(), await take()]).toEqual([0, 3600]);
	setClock(() => new Date(at));
	expect([await take(), await take()]).toEqual([0, 3600]);
	await storage.close();
});

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
