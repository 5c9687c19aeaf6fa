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

	it('judges what a name leads to when it is asked, whatever the name is and was', async () => {
		const names: Record<string, string[]> = {
			'inside.example': ['10.0.0.7'],
			'metadata.example': ['169.254.169.254', 'fd00:ec2::254'],
			'both.example': ['127.0.0.1', '8.8.8.8', '::1', '2a00:1450:4001::1', '::ffff:7f00:1'],
			'internal.example': ['192.168.1.5'],
		};
		const resolving = createGuard(['internal.example:8080'], (host, _, answer) =>
			answer(
				null,
				(names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
			),
		);
		const found = (host: string, port = 443) =>
			new Promise<string[]>((resolve, reject) => {
				resolving.lookupFor(port)(host, { all: true }, (error, all) =>
					error === null ? resolve([all].flat().map((one) => (typeof one === 'string' ? one : one.address))) : reject(error),
				);
			});
		await expect(found('inside.example')).rejects.toThrow(OutboundRefused);
		await expect(found('metadata.example')).rejects.toThrow(OutboundRefused);
		expect(await found('both.example')).toEqual(['8.8.8.8', '2a00:1450:4001::1']);
		expect(await found('internal.example', 8080)).toEqual(['192.168.1.5']);
		await expect(found('internal.example', 80)).rejects.toThrow(OutboundRefused);
		// The same name, a second time.
		names['both.example'] = ['10.0.0.1'];
		await expect(found('both.example')).rejects.toThrow(OutboundRefused);
	});

	it('maps names under localhost to this machine itself, where they are allowed', async () => {
		expect(await lookup('shop.localhost', 4101)).toEqual([{ address: '127.0.0.1', family: 4 }]);
		await expect(lookup('shop.localhost', 4102)).rejects.toThrow(OutboundRefused);
		await expect(lookup('other.localhost', 4101)).rejects.toThrow(OutboundRefused);
	});
});
