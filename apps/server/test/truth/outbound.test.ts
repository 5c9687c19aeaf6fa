/** What leaves the process, and where pages of banners lead. */
import { BannerTexts } from '@luvalla/contract/consent/light.ts';
import { TcfTexts } from '@luvalla/contract/consent/tcf.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';

let t: TestApp;
let tenant: Tenant;
let owner: Person;
beforeAll(async () => {
	t = await testApp();
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
});
afterAll(() => t.stop());

test('an IPv4 address in IPv6 clothes is judged as what it is', () => {
	const guard = createGuard(['10.1.0.0/16']);
	const clothes = [
		(a: string, b: string) => `64:ff9b::${a}:${b}`,
		(a: string, b: string) => `::ffff:0:${a}:${b}`,
		(a: string, b: string) => `::ffff:${a}:${b}`,
	];
	for (const dressed of clothes) {
		for (const [a, b, what] of [
			['7f00', '1', 'loopback'],
			['a00', '1', '10.0.0.1'],
			['c0a8', '101', '192.168.1.1'],
			['a9fe', 'a9fe', 'metadata'],
			['e000', '1', 'multicast'],
		] as const)
			expect([dressed(a, b), what, guard.allows(dressed(a, b), 443)]).toEqual([dressed(a, b), what, false]);
		expect([dressed('808', '808'), guard.allows(dressed('808', '808'), 443)]).toEqual([dressed('808', '808'), true]);
		// 10.1.2.3 is named.
		expect(guard.allows(dressed('a01', '203'), 443)).toBe(true);
	}
	for (const address of [
		'64:ff9b::127.0.0.1',
		'64:FF9B:0:0:0:0:7F00:0001',
		'::ffff:0:127.0.0.1',
		'0:0:0:0:ffff:0:7f00:1',
		'64:ff9b:1::808:808',
	])
		expect([address, guard.allows(address, 443)]).toEqual([address, false]);
});

test('a webhook names no header that frames the request or says whose it is', async () => {
	const put = (header: string, language = 'en') =>
		t.send(owner, 'PUT', '/api/manage/domain', {
			headers: { 'accept-language': language },
			body: {
				id: tenant.domainId,
				domain: tenant.host,
				name: '',
				consentChangeWebHook: { url: 'https://hooks.example.com/', headerValues: [{ header, value: 'x' }] },
			},
		});
	const framing = [
		'Transfer-Encoding',
		'Host',
		'content-length',
		'CONNECTION',
		'Trailer',
		'TE',
		'Upgrade',
		'Keep-Alive',
		'Proxy-Authorization',
		'Proxy-x',
		'Expect',
	];
	for (const header of framing) expect([header, (await put(header)).status]).toEqual([header, 400]);
	const field = 'consentChangeWebHook.headerValues.0.header';
	expect((await put('Host')).json().fields[field]).toBe('The connection itself sets this header');
	expect((await put('Host', 'fi')).json().fields[field]).toBe('Yhteys asettaa tämän otsakkeen itse');
	expect((await put('X-Host')).status).toBe(200);
});

test.each([
	['the light banner', BannerTexts.shape.policyUrl],
	['the framework’s banner', TcfTexts.shape.policyUrl],
])('the link to a policy leads to a host or a path of the site: %s', (_of, policyUrl) => {
	for (const good of [
		'',
		'/',
		'/privacy?a=1#b',
		'/fi/evästeet',
		'https://shop.example/privacy',
		'http://shop.example',
		'https://shop.example:8443?x',
	])
		expect([good, policyUrl.safeParse(good).success]).toEqual([good, true]);
	for (const bad of [
		'//evil.example/x',
		'/\\evil.example',
		'\\\\evil.example',
		'/a\\b',
		'https:///evil',
		'https://',
		'https://a@evil.example/',
		'javascript:alert(1)',
		'data:text/html,x',
		'policy',
		'https:evil.example',
		'/a b',
		'https://x\\@evil/',
	])
		expect([bad, policyUrl.safeParse(bad).success]).toEqual([bad, false]);
});
