/** What leaves the process, and where pages of banners lead. */
import { BannerTexts, ownDataFields } from '@luvalla/contract/consent/light.ts';
import { TcfTexts } from '@luvalla/contract/consent/tcf.ts';
import { describe, expect, test } from 'vitest';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { startApp, testApp } from '../app.ts';

const t = await startApp();
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });

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

describe('a webhook that could never be sent is refused when it is named', () => {
	const put = (url: string, headerValues: object[] = [], language = 'en', app = t) =>
		app.send(owner, 'PUT', '/api/manage/domain', {
			headers: { 'accept-language': language },
			body: { id: tenant.domainId, domain: tenant.host, name: '', consentChangeWebHook: { url, headerValues } },
		});
	const URL_FIELD = 'consentChangeWebHook.url';
	const VALUE_FIELD = 'consentChangeWebHook.headerValues.0.value';

	test.each([
		['https://me:secret@hooks.example.com/', 'Leave out the user name and password: a header can carry them'],
		['https://me@hooks.example.com', 'Leave out the user name and password: a header can carry them'],
		['https:///hook', 'Name a host after https://'],
		['https:hooks.example.com', 'Name a host after https://'],
		['https://hooks.example.com/\u202egpj', 'Remove the control characters'],
	])('%s', async (url, sentence) => {
		const answer = await put(url);
		expect([answer.status, answer.json().fields]).toEqual([400, { [URL_FIELD]: sentence }]);
		expect((await put(url, [], 'fi')).json().fields[URL_FIELD]).not.toBe(sentence);
	});
	test.each([
		'https://127.0.0.1:9943/x',
		'https://169.254.169.254/',
		'https://10.1.2.3/',
		'https://2130706433/',
		'https://[::1]/',
		'https://[64:ff9b::7f00:1]/',
		'https://[::ffff:10.0.0.1]/',
	])('%s leads to no public network', async (url) => {
		const answer = await put(url);
		expect([answer.status, answer.json().code]).toEqual([422, 'not_usable']);
		expect(answer.json().fields).toEqual({ [URL_FIELD]: 'Use an address that can be reached from outside' });
		expect((await put(url, [], 'fi')).json().fields).toEqual({ [URL_FIELD]: 'Käytä osoitetta, johon pääsee ulkoa' });
		const added = await t.send(owner, 'POST', '/api/domain', {
			body: {
				domain: 'closed-hook.example.com',
				customerId: tenant.customerId,
				consentChangeWebHook: { url, headerValues: [] },
			},
		});
		expect([added.status, added.json().code]).toEqual([422, 'not_usable']);
	});
	test('but for what OUTBOUND_ALLOW names, and for what was there already', async () => {
		const allowing = await testApp({ OUTBOUND_ALLOW: '10.1.2.0/24,127.0.0.1:9943' });
		try {
			for (const url of ['https://10.1.2.3/', 'https://127.0.0.1:9943/x'])
				expect([url, (await put(url, [], 'en', allowing)).status]).toEqual([url, 200]);
			expect((await put('https://127.0.0.1/x', [], 'en', allowing)).status).toBe(422);
		} finally {
			await allowing.stop();
		}
		expect((await put('https://127.0.0.1:9943/x')).status).toBe(200);
		expect((await put('https://127.0.0.1:9943/y')).status).toBe(422);
		expect((await put('https://8.8.8.8/')).status).toBe(200);
	});
	test('with values that no header carries', async () => {
		const values = (value: string) => [{ header: 'X-Key', value }];
		for (const value of ['ü€', 'key 🔑', '\u0085', 'avain’'])
			expect([value, (await put('https://hooks.example.com/', values(value))).json().fields]).toEqual([
				value,
				{ [VALUE_FIELD]: 'Use characters that a header can carry: no € and no emoji, for example' },
			]);
		for (const value of ['Bearer abc.def=', 'pässi', '!"#$%&\'()*+,-./~ |'])
			expect([value, (await put('https://hooks.example.com/', values(value))).status]).toEqual([value, 200]);
		const shown = (await put('https://hooks.example.com/', values('a-long-secret-T123'))).json().data.consentChangeWebHook;
		expect(shown.headerValues[0].value).toMatch(/^•+T123$/);
		expect((await put('https://hooks.example.com/', shown.headerValues)).status).toBe(200);
	});
});

test.each([
	['the light banner', BannerTexts.shape.policyUrl],
	['the framework’s banner', TcfTexts.shape.policyUrl],
	['to one’s own data', ownDataFields.ownDataUrl],
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
		'https://shop.example\u0000',
		'https://shop.example/\u0007',
		'/privacy\u202e',
	])
		expect([bad, policyUrl.safeParse(bad).success]).toEqual([bad, false]);
});
