/** From which pages records are taken: of the domain's host, of hosts below the shared domain, and of none that only looks like them. */
import { expect, test } from 'vitest';
import { admit, isOriginOf } from '../../src/wings/consent/intake/origin.ts';
import type { PublishedFor } from '../../src/wings/consent/intake/store.ts';

const SHOP = 'shop.aalto.example';
const SHARED = 'aalto.example';

test.each([
	['https://shop.aalto.example', null],
	['https://shop.aalto.example', SHARED],
	['https://aalto.example', SHARED],
	['https://www.aalto.example', SHARED],
	['https://a.b.aalto.example', SHARED],
])('a page of %s is one of the domain, where %s is shared', (origin, shared) => {
	expect(isOriginOf(origin, SHOP, shared)).toBe(true);
});

test.each([
	// ends like the shared domain, and is somebody else's
	['https://evilaalto.example', SHARED],
	['https://shop.evilaalto.example', SHARED],
	['https://-aalto.example', SHARED],
	['https://aalto.example.evil.example', SHARED],
	['https://evil.example', SHARED],
	['https://example', SHARED],
	// hosts of the same customer that share nothing
	['https://aalto.example', null],
	['https://www.aalto.example', null],
	['https://x.shop.aalto.example', null],
	['http://shop.aalto.example', null],
	['http://www.aalto.example', SHARED],
	['https://shop.aalto.example:8443', null],
	['null', null],
	['', null],
	['https://', null],
	['file:///shop.aalto.example', null],
])('a page of %s is none of the domain, where %s is shared', (origin, shared) => {
	expect(isOriginOf(origin, SHOP, shared)).toBe(false);
});

test('on localhost any scheme and port will do, of that name', () => {
	expect(isOriginOf('http://shop.localhost:4001', 'shop.localhost')).toBe(true);
	expect(isOriginOf('http://other.localhost:4001', 'shop.localhost')).toBe(false);
});

test('what comes from no page, or for no publication, is refused before it is read', () => {
	const published = { host: SHOP, sharedDomain: SHARED } as PublishedFor;
	const told: [string, string][] = [];
	const tell = (name: string, value: string) => void told.push([name, value]);
	expect(() => admit(published, { headers: {}, tell })).toThrow('wrong_origin');
	expect(() => admit(published, { headers: { origin: 'https://evilaalto.example' }, tell })).toThrow('wrong_origin');
	expect(() => admit(null, { headers: { origin: `https://${SHOP}` }, tell })).toThrow('unknown_domain');
	expect(told).toEqual([]);
	expect(admit(published, { headers: { origin: `https://${SHOP}` }, tell })).toBe(published);
	expect(told).toContainEqual(['access-control-allow-origin', `https://${SHOP}`]);
});
