import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createGuard, OutboundRefused } from '../src/kernel/outbound/guard.ts';

const guard = createGuard(['10.1.0.0/16', 'shop.localhost:4101', '192.168.1.5:8080', 'fd00::/16']);

const lookup = (host: string, port: number): Promise<string | LookupAddress[]> =>
	new Promise((resolve, reject) => {
		guard.lookupFor(port)(host, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
	});

describe('the outbound guard', () => {
	it.each([
		'127.0.0.1',
		'10.0.0.1',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.0.1',
		'169.254.169.254',
		'100.64.0.1',
		'0.0.0.0',
		'224.0.0.1',
		'255.255.255.255',
		'::1',
		'::',
		'fe80::1',
		'fc00::1',
		'::ffff:127.0.0.1',
		'::ffff:7f00:1',
		'2002:7f00:1::',
		'ff02::1',
	])('closes %s', (address) => {
		expect(guard.allows(address, 443)).toBe(false);
		expect(() => guard.check(address.includes(':') ? `[${address}]` : address, 443)).toThrow(OutboundRefused);
	});

	it.each(['8.8.8.8', '172.32.0.1', '2a00:1450:4001::1', '10.1.2.3', 'fd00::1'])('lets %s be reached', (address) => {
		expect(guard.allows(address, 443)).toBe(true);
	});

	it('opens a pair for its port only', () => {
		expect(guard.allows('192.168.1.5', 8080)).toBe(true);
		expect(guard.allows('192.168.1.5', 8081)).toBe(false);
	});

	it('maps names under localhost to this machine itself, where they are allowed', async () => {
		expect(await lookup('shop.localhost', 4101)).toEqual([{ address: '127.0.0.1', family: 4 }]);
		await expect(lookup('shop.localhost', 4102)).rejects.toThrow(OutboundRefused);
		await expect(lookup('other.localhost', 4101)).rejects.toThrow(OutboundRefused);
	});
});
