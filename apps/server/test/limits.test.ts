import { describe, expect, it } from 'vitest';
import { hostOf, truncateIp } from '../src/kernel/access/limits.ts';

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
