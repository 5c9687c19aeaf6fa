/** What is served on a customer's own host: banner, collector, first-party apps; and what its collector can do that others cannot. */

import { templates } from '@luvalla/banner/templates.ts';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_FLAGS } from '../../../../packages/banner/test/chromium-flags.ts';
import { findChromium } from '../../src/kernel/browsers/find.ts';
import { createContexts } from '../../src/wings/tenancy/certificates/contexts.ts';
import { ORIGIN, type Person, type TestApp, testApp } from '../app.ts';
import { startDns } from '../fixtures/dns.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startPebble } from '../fixtures/pebble.ts';
import { choice, publishBanner } from '../fixtures.ts';
import { OPEN_SHADOWS } from '../shadows.ts';
import { ask, type Held, stageOf } from './stage.ts';

let t: TestApp;
let dns: Awaited<ReturnType<typeof startDns>>;
let pebble: Awaited<ReturnType<typeof startPebble>>;
let https: number;
/** Its banner is live on the host itself. */
let site: Held & { folder: string; domain: string };
let admin: Person;

const stage = stageOf(
	() => t,
	() => dns,
);
const get = (host: string, path: string, more: Partial<Parameters<typeof ask>[0]> = {}) =>
	ask({ port: https, host, ca: pebble.root, path, ...more });

/** A served host that is a domain of the customer too, with a banner on it. */
const published = async (): Promise<typeof site> => {
	const held = await stage.hold();
	await stage.setRecords(held);
	await stage.validate(held);
	const row = await stage.settled(held);
	if (row.status !== 'Validated') throw new Error(JSON.stringify(row.reason));
	const added = await t.send(held.owner, 'POST', '/api/domain', { body: { domain: held.own, customerId: held.customerId } });
	const domain = String(added.json().data.id);
	await t.send(admin, 'POST', `/api/domain/${domain}/proof/confirm`);
	const config = structuredClone(templates['bottom-bar'].config);
	for (const category of config.categories)
		category.cookies =
			category.key === 'statistics'
				? [
						{ name: '_seen', provider: 'us', keeps: '1 year' },
						{ name: '_count_*', provider: 'us', keeps: '1 year' },
						{ name: '__Host-seen', provider: 'us', keeps: '1 year' },
						{ name: 'shared', provider: 'us', keeps: '1 year' },
					]
				: category.key === 'marketing'
					? [{ name: 'ads', provider: 'them', keeps: '1 year' }]
					: category.necessary
						? [{ name: 'sid', provider: 'us', keeps: 'session' }]
						: [{ name: 'shared', provider: 'us', keeps: '1 year' }];
	const tenant = { ...held, domainId: domain, host: held.own };
	const { publishedFolder } = await publishBanner(t, held.owner, tenant, 'Banner', { config: JSON.stringify(config) });
	return { ...held, folder: publishedFolder, domain };
};

beforeAll(async () => {
	dns = await startDns();
	https = await freePort();
	const http = await freePort();
	pebble = await startPebble(dns.address, http);
	t = await testApp({
		DNS_SERVERS: dns.address,
		CUSTOM_DOMAIN_A: '127.0.0.1',
		HTTPS_PORT: String(https),
		ACME_HTTP_PORT: String(http),
		ACME_DIRECTORY_URL: pebble.directory,
		ACME_CA_FILE: pebble.caFile,
	});
	await t.server.serveHosts();
	admin = await t.person(['ADMIN']);
	site = await published();
});
afterAll(async () => {
	await t.stop();
	await pebble.stop();
	await dns.stop();
});

const post = (host: string, body: object, headers: Record<string, string> = {}) =>
	get(host, '/edge/v1/records', {
		method: 'POST',
		headers: { 'content-type': 'text/plain', origin: `https://${host}`, ...headers },
		body: JSON.stringify(body),
	});
const say = (values: Record<string, boolean>, headers: Record<string, string> = {}) =>
	post(site.own, { domainId: site.domain, configuration: site.folder, records: choice(values) }, headers);
const cookies = (headers: Record<string, string | string[] | undefined>): string[] => [headers['set-cookie'] ?? []].flat();

describe('a first-party host', () => {
	test('serves the banner and takes records, of its customer alone', async () => {
		const pointer = await get(site.own, `/cmp/d/${site.domain}.js`);
		expect([pointer.status, pointer.text.includes(site.folder)]).toEqual([200, true]);
		expect((await get(site.own, `/cmp/${site.folder}/light.en.js`)).status).toBe(200);
		const said = await say({ statistics: true });
		expect([said.status, JSON.parse(said.text).data.stored]).toEqual([200, 1]);

		const other = await published();
		expect((await get(site.own, `/cmp/d/${other.domain}.js`)).status).toBe(404);
		expect((await get(site.own, `/cmp/${other.folder}/light.en.js`)).status).toBe(404);
		const foreign = await post(site.own, { domainId: other.domain, configuration: other.folder, records: choice({ statistics: true }) });
		expect([foreign.status, JSON.parse(foreign.text).code]).toEqual([404, 'unknown_domain']);
	});

	test('expires the HttpOnly cookies of what was refused, that the browser sent, and no others', async () => {
		const cookie = 'sid=1; _seen=2; _count_7=3; ads=4; shared=5; __Host-seen=6; other=7';
		const refused = await say({ statistics: false, marketing: true }, { cookie });
		const set = cookies(refused.headers);
		expect([...new Set(set.map((one) => one.split('=')[0]))].sort()).toEqual(['__Host-seen', '_count_7', '_seen']);
		expect(set.filter((one) => one.startsWith('_seen='))).toEqual([
			'_seen=; Max-Age=0; Path=/; Secure; HttpOnly',
			`_seen=; Max-Age=0; Path=/; Secure; HttpOnly; Domain=${site.own}`,
			'_seen=; Max-Age=0; Path=/; Secure; HttpOnly; Domain=example.com',
		]);
		expect(set.filter((one) => one.startsWith('__Host-'))).toEqual(['__Host-seen=; Max-Age=0; Path=/; Secure; HttpOnly']);
		expect(refused.headers['access-control-allow-credentials']).toBe('true');
		expect(cookies((await say({ statistics: true, marketing: true }, { cookie })).headers)).toEqual([]);
		expect(cookies((await say({ statistics: false })).headers)).toEqual([]);
	});

	test('alone does so: by the installation’s own address nothing is expired', async () => {
		const answer = await t.send(null, 'POST', '/edge/v1/records', {
			headers: { origin: `https://${site.own}`, cookie: '_seen=2' },
			body: { domainId: site.domain, configuration: site.folder, records: choice({ statistics: false }) },
		});
		expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
	});
});

describe('a handshake', () => {
	test('asks the database once for a host, however many come, and again after news', async () => {
		const contexts = await createContexts(t.server.kernel);
		try {
			const found = await Promise.all(Array.from({ length: 50 }, () => contexts.of(site.own)));
			expect(new Set(found.map((one) => one?.serial)).size).toBe(1);
			for (let n = 0; n < 50; n += 1) await contexts.of(site.own.toUpperCase());
			expect(contexts.asked()).toBe(1);
			for (let n = 0; n < 20; n += 1) expect(await contexts.of('nobody.example.com')).toBeNull();
			expect(contexts.asked()).toBe(2);
			for (const name of ['', 'x', '127.0.0.1.', '..', `${'a'.repeat(300)}.example.com`, "'; select 1"])
				expect(await contexts.of(name)).toBeNull();
			expect(contexts.asked()).toBe(2);
			await t.storage.inPlatform((tx) => tx.query(`select pg_notify('custom_hosts', $1)`, [site.own]));
			await expect
				.poll(async () => {
					await contexts.of(site.own);
					return contexts.asked();
				})
				.toBe(3);
		} finally {
			await contexts.stop();
		}
	});
});

describe('a first-party app', () => {
	const add = (held: Held, body: object) =>
		t.send(held.owner, 'POST', '/api/firstpartyapp', { body: { customerId: held.customerId, ...body } });

	test('is a page of its own on the host, as long as it is on', async () => {
		const privacy = await add(site, { name: 'Our <privacy>', domainName: site.own, kind: 'privacy-centre' });
		expect([privacy.status, privacy.json().data]).toMatchObject([200, { status: 1, url: `https://${site.own}/privacy`, problem: null }]);
		const page = await get(site.own, '/privacy', { headers: { 'accept-language': 'fi' } });
		expect(page.status).toBe(200);
		expect(page.text).toContain('<luvalla-declaration>');
		expect(page.text).toContain(`<script src="/cmp/d/${site.domain}.js">`);
		expect(page.text).toContain('Our &#60;privacy&#62;');
		// and the way to what is kept of the visitor as a person
		expect(page.text).toContain(`<a href="${ORIGIN}/profile/privacy">Suostumuksesi, viestisi, laitteesi ja tietosi yhdessä paikassa</a>`);
		expect(page.text).toContain('<html lang="fi">');
		expect(page.headers['content-security-policy']).toContain(`script-src 'self';`);
		expect((await get(site.own, '/')).headers.location).toBe('/privacy');

		const choices = await add(site, { name: 'Choices', domainName: site.own, kind: 'preference-page' });
		expect((await get(site.own, '/preferences')).text).toContain('luvalla.show()');
		expect((await add(site, { name: 'Again', domainName: site.own, kind: 'preference-page' })).json().code).toBe('app_taken');

		const off = await t.send(site.owner, 'PUT', '/api/firstpartyapp', { body: { id: choices.json().data.id, isActive: false } });
		expect(off.json().data).toMatchObject({ status: 0, name: 'Choices' });
		expect((await get(site.own, '/preferences')).status).toBe(404);
		expect((await stage.remove(site)).json().code).toBe('custom_domain_used');
	});

	test('for signing in names an application of the customer’s that allows the host', async () => {
		const body = { name: 'Sign in', domainName: site.own, kind: 'login-component' };
		expect((await add(site, body)).json().code).toBe('app_without_login');
		const client = await t.send(site.owner, 'POST', '/api/manage/client', {
			body: { customerId: site.customerId, clientName: 'Login', clientType: 2, allowedOrigins: [`https://${site.own}`] },
		});
		expect((await add(site, body)).status).toBe(200);
		const page = await get(site.own, '/login');
		expect(page.text).toContain(`<luvalla-login client-id="${client.json().data.clientId}">`);
		expect(page.text).toContain('<script src="http://localhost:4000/identity/login.js">');
		expect(page.headers['content-security-policy']).toContain('connect-src http://localhost:4000');
	});

	test('is refused where there is nothing to show, and says where it is not served', async () => {
		const held = await stage.hold();
		expect((await add(held, { name: 'x', domainName: held.own, kind: 'privacy-centre' })).json().code).toBe('app_without_banner');
		expect((await add(held, { name: 'x', domainName: site.own, kind: 'privacy-centre' })).json().code).toBe('unknown_custom_domain');
		expect((await add(held, { name: '', domainName: held.own, kind: 'privacy-centre' })).json().fields.name).toBe('Give the app a name');
		expect((await add(held, { name: 'x', domainName: held.own, kind: 'shop' })).status).toBe(400);
	});

	test('is found by its name or its host, by every spelling of the path', async () => {
		const headers = { customer_key: String(site.customerId) };
		const search = async (q: string): Promise<string[]> =>
			(await t.send(site.owner, 'GET', `/api/firstpartyapps?q=${q}`, { headers })).json().data.map(({ name }: { name: string }) => name);
		expect(await search('priv')).toEqual(['Our <privacy>']);
		expect((await search(site.own.slice(2, 12))).length).toBe(3);
		expect(await search('nothing')).toEqual([]);
		const off = await t.send(site.owner, 'GET', '/api/firstpartyapps?status=0', { headers });
		expect(off.json().data.map(({ name }: { name: string }) => name)).toEqual(['Choices']);
		for (const path of ['firstpartyapp', 'admin/firstpartyapps', 'admin/firstpartyapp']) {
			const answer = await t.app.inject({ method: 'GET', url: `/api/${path}`, headers: { ...headers, cookie: site.owner.cookie } });
			expect([path, answer.json().data.length]).toEqual([path, 3]);
		}
	});
});

describe('in a browser', () => {
	let browser: Browser;
	const opened: BrowserContext[] = [];
	beforeAll(async () => {
		browser = await chromium.launch({
			executablePath: findChromium() ?? '/usr/bin/chromium',
			// A page that is made up is at no address, and Chromium would not let it ask this machine.
			args: [
				...CHROMIUM_FLAGS,
				'--disable-features=LocalNetworkAccessChecks',
				`--host-resolver-rules=MAP *.example.com:443 127.0.0.1:${https}, MAP * ~NOTFOUND`,
			],
		});
	});
	afterAll(async () => {
		for (const context of opened) await context.close();
		await browser.close();
	});
	const visit = async (path: string, before: (context: BrowserContext) => Promise<string> = async () => `https://${site.own}${path}`) => {
		// Pebble's root is nobody's.
		const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
		opened.push(context);
		// The banner's root is closed to pages, and to whoever looks for its buttons.
		await context.addInitScript(OPEN_SHADOWS);
		const page = await context.newPage();
		const complaints: string[] = [];
		page.on('console', (message) => {
			if (message.type() === 'error') complaints.push(message.text());
		});
		page.on('pageerror', (error) => complaints.push(String(error)));
		await context.addCookies([
			{ name: '_seen', value: '1', domain: site.own, path: '/', httpOnly: true, secure: true },
			{ name: '_count_9', value: '1', domain: `.${site.own}`, path: '/', httpOnly: true, secure: true },
			{ name: 'sid', value: '1', domain: site.own, path: '/', httpOnly: true, secure: true },
		]);
		await page.goto(await before(context));
		return { page, complaints, cookies: async () => (await context.cookies()).map(({ name }) => name).sort() };
	};

	test('the privacy centre shows the declaration, and refusing there ends cookies that no script could', async () => {
		const { page, complaints, cookies } = await visit('/privacy');
		await page.getByRole('region', { name: 'Statistics' }).getByRole('row').filter({ hasText: '_seen' }).waitFor();
		expect(await cookies()).toEqual(['_count_9', '_seen', 'sid']);
		await page.getByRole('button', { name: 'Refuse all', exact: true }).click();
		await expect.poll(cookies).toEqual(['luvalla', 'sid']);
		expect(complaints).toEqual([]);
	});

	test('a page of the same site with the snippet of the own host has its cookies ended too', async () => {
		const www = `www.${site.own}`;
		const added = await t.send(site.owner, 'POST', '/api/domain', { body: { domain: www, customerId: site.customerId } });
		const domain = String(added.json().data.id);
		await t.send(admin, 'POST', `/api/domain/${domain}/proof/confirm`);
		const config = structuredClone(templates['bottom-bar'].config);
		for (const category of config.categories)
			category.cookies = category.key === 'statistics' ? [{ name: '_seen', provider: 'us', keeps: '1 year' }] : [];
		await publishBanner(t, site.owner, { ...site, domainId: domain, host: www }, 'Site', { config: JSON.stringify(config) });
		const { page, cookies } = await visit('/', async (context) => {
			await context.clearCookies();
			await context.addCookies([{ name: '_seen', value: '1', domain: `.${site.own}`, path: '/', httpOnly: true, secure: true }]);
			const body = `<!doctype html><title>Shop</title><script src="https://${site.own}/cmp/d/${domain}.js"></script>`;
			await context.route(`https://${www}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
			return `https://${www}/`;
		});
		await page.getByRole('button', { name: 'Refuse all', exact: true }).click();
		await expect.poll(cookies).toEqual(['luvalla']);
		// The answer was read, and the record is done with.
		await page.waitForFunction(`!Object.keys(localStorage).some((key) => key.startsWith('luvalla.q'))`);
	});

	test('the preference page opens the choice at once', async () => {
		const { data } = (
			await t.send(site.owner, 'GET', '/api/firstpartyapps?kind=preference-page', { headers: { customer_key: String(site.customerId) } })
		).json();
		await t.send(site.owner, 'PUT', '/api/firstpartyapp', { body: { id: data[0].id, status: 1 } });
		const { page, complaints } = await visit('/preferences');
		await page.getByRole('dialog').getByRole('switch', { name: 'Statistics' }).waitFor();
		expect(complaints).toEqual([]);
	});

	test('the sign-in stands as a button', async () => {
		const { page } = await visit('/login');
		expect(await page.locator('luvalla-login').count()).toBe(1);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
	});
});

describe('a customer-domain app', () => {
	const add = (who: Person, body: object) => t.send(who, 'POST', '/api/customerdomainapp', { body });

	test('is an application of the customer’s on one of its domains: added, found, changed, turned and deleted', async () => {
		const { customerId, owner } = site;
		const client = await t.send(owner, 'POST', '/api/manage/client', { body: { customerId, clientName: 'App', clientType: 0 } });
		const appId = client.json().data.id;
		const made = await add(owner, { name: 'Shop', domainName: site.host, customerId, appId, isActive: true });
		expect([made.status, made.json().data]).toMatchObject([
			200,
			{ domainId: site.domainId, url: `https://${site.host}/`, status: 1, isActive: true, appId },
		]);
		const { id } = made.json().data;
		expect((await add(owner, { name: 'shop', domainId: site.domainId, customerId })).json().code).toBe('app_taken');
		expect((await add(owner, { name: 'x', domainName: 'other.example.com', customerId })).json().code).toBe('app_domain');
		expect((await add(owner, { name: 'x', domainName: site.host, customerId, url: 'https://elsewhere.example.com/' })).json().code).toBe(
			'app_elsewhere',
		);
		expect((await add(owner, { name: 'x', domainName: site.host, customerId, appId: site.domainId })).json().code).toBe('app_application');

		const headers = { customer_key: String(customerId) };
		const search = async (q: string) => (await t.send(owner, 'GET', `/api/customerdomainapp?q=${q}`, { headers })).json().data.length;
		expect([await search('sho'), await search(site.host), await search('nothing')]).toEqual([1, 1, 0]);

		const changed = await t.send(owner, 'PUT', '/api/customerdomainapp', {
			body: { id, name: 'Store', url: `https://app.${site.host}/in` },
		});
		expect(changed.json().data).toMatchObject({ name: 'Store', url: `https://app.${site.host}/in`, status: 1, appId });
		expect((await t.send(owner, 'PUT', `/api/customerdomainapp/${id}`)).json().data.status).toBe(0);
		expect((await t.send(owner, 'PUT', `/api/customerdomainapp/${id}`, { body: { id, isActive: false } })).json().data.status).toBe(0);
		expect((await t.send(owner, 'PUT', `/api/customerdomainapp/${id}`)).json().data.status).toBe(1);

		const stranger = await stage.hold();
		expect((await t.send(stranger.owner, 'DELETE', `/api/customerdomainapp/${id}`)).status).toBe(404);
		expect((await t.send(owner, 'DELETE', `/api/customerdomainapp/${id}`, { body: {} })).status).toBe(200);
		expect((await t.send(owner, 'DELETE', `/api/customerdomainapp/${id}`)).status).toBe(404);
	});

	test('of a domain that an admin of another domain does not administer is none of theirs', async () => {
		const { customerId, owner } = site;
		const made = await add(owner, { name: 'Mine', domainId: site.domain, customerId });
		const other = await t.person(['DOMAIN_ADMIN'], { domainsOf: [site] });
		const headers = { customer_key: String(customerId) };
		expect((await t.send(other, 'GET', '/api/customerdomainapp', { headers })).json().data).toEqual([]);
		expect((await t.send(other, 'DELETE', `/api/customerdomainapp/${made.json().data.id}`)).status).toBe(404);
		expect((await add(other, { name: 'x', domainId: site.domain, customerId })).json().code).toBe('app_domain');
	});
});

test('domains on which a banner is live are on the platform admin’s list', async () => {
	const found = await t.send(admin, 'GET', `/api/admin/luvalladomains?q=${site.own}`);
	expect(found.json().data.filter((one: { domain: string }) => one.domain === site.own)).toMatchObject([
		{ id: site.domain, domain: site.own, banner: { title: 'Banner', version: 1 } },
	]);
	expect((await t.send(admin, 'GET', `/api/admin/luvalladomains?customerId=${site.customerId}&q=${site.host}`)).json().data).toEqual([]);
});
