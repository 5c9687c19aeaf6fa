/**
 * A visitor in Chromium on the sample shop, with the real server behind: what is asked for and kept before and after a
 * choice, what a saved no outlives, and what the shop is like while the server is away.
 */

import { createServer as createHttp, type Server as Http, request as httpRequest } from 'node:http';
import { textsIn } from '@luvalla/banner/languages/reading.ts';
import { shopBanner } from '@luvalla/shop/banner.ts';
import { startShop } from '@luvalla/shop/serve.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHROMIUM_FLAGS } from '../../../packages/banner/test/chromium-flags.ts';
import { findChromium } from '../src/kernel/browsers/find.ts';
import { createServer, type Server } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';
import { type Person, portalFolder, type Tenant, type TestApp, testApp } from './app.ts';
import { draftFor } from './fixtures.ts';
import { testLog } from './harness.ts';
import { OPEN_SHADOWS } from './shadows.ts';

let t: TestApp;
let tenant: Tenant;
let owner: Person;
let browser: Browser;
let server: Server | null = null;
let port = 0;
let front: Http;
let shop: Awaited<ReturnType<typeof startShop>>;
const contexts: BrowserContext[] = [];

/** Starts the program behind the shop, on the port it had before. */
const startServer = async (): Promise<void> => {
	server = await createServer(readSettings({ LOG_LEVEL: 'error' }), t.storage, testLog(), portalFolder());
	const address = new URL(await server.app.listen({ port, host: '127.0.0.1' }));
	port = Number(address.port);
};
const stopServer = async (): Promise<void> => {
	await server?.stop();
	server = null;
};
/**
 * A cache in front, as a shared one would be: it says that every pointer has been lying there for longer than it is
 * fresh. It answers nobody while the program is away.
 */
const startFront = (): Promise<Http> =>
	new Promise((done) => {
		const http = createHttp((request, response) => {
			const behind = httpRequest(
				{ port, host: '127.0.0.1', path: request.url, method: request.method, headers: request.headers },
				(answer) => {
					response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(request.url?.startsWith('/cmp/d/') && { age: '3600' }) });
					answer.pipe(response);
				},
			);
			behind.on('error', () => request.socket.destroy());
			request.pipe(behind);
		}).listen(0, '127.0.0.1', () => done(http));
	});

const publish = async (title: string, change: (banner: ReturnType<typeof shopBanner>) => void = () => {}) => {
	const banner = shopBanner();
	change(banner);
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant, title), config: JSON.stringify(banner.config) },
	});
	const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	if (published.status !== 200) throw new Error(published.text);
	return String(published.json().data.publishedFolder);
};

beforeAll(async () => {
	t = await testApp();
	tenant = await t.tenant();
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set host = $3 where customer_id = $1 and domain_id = $2', [
			tenant.customerId,
			tenant.domainId,
			'shop.localhost',
		]),
	);
	tenant = { ...tenant, host: 'shop.localhost' };
	owner = await t.person([], { adminOf: [tenant] });
	await publish('Shop');
	await startServer();
	front = await startFront();
	const address = front.address();
	const snippet = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/cmp/d/${tenant.domainId}.js`;
	shop = await startShop({ port: 0, thirdPartyPort: 0, snippets: { shop: snippet, blog: null } });
	browser = await chromium.launch({ executablePath: findChromium() ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS });
});
afterEach(async () => {
	for (const context of contexts.splice(0)) await context.close();
	if (!server) await startServer();
});
afterAll(async () => {
	await browser.close();
	await shop.close();
	front.closeAllConnections();
	front.close();
	await stopServer();
	await t.stop();
});

interface Visitor {
	page: Page;
	/** Addresses that went out to third parties. */
	third: string[];
	/** Names of the cookies that the browser holds. */
	cookies(): Promise<string[]>;
	ran(): Promise<string[]>;
}
const HOME = () => `http://shop.localhost:${shop.port}/`;

const visitor = async (): Promise<Visitor> => {
	const context = await browser.newContext({ reducedMotion: 'reduce' });
	contexts.push(context);
	// Closed for the page; opened for the test before anything runs.
	await context.addInitScript(OPEN_SHADOWS);
	const page = await context.newPage();
	page.setDefaultTimeout(10_000);
	const third: string[] = [];
	page.on('request', (request) => {
		if (/^(stats|ads|video)\.localhost$/.test(new URL(request.url()).hostname)) third.push(new URL(request.url()).pathname);
	});
	return {
		page,
		third,
		cookies: async () => (await context.cookies()).map(({ name }) => name).sort(),
		ran: () => page.evaluate<string[]>(`[...(window.thirdPartiesThatRan ?? [])].sort()`),
	};
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const recordsSince = (from: Date) =>
	t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ category: string; value: boolean }>(
			'select category, value from consent_record where customer_id = $1 and received_at >= $2 order by received_at, batch_position',
			[tenant.customerId, from],
		),
	);
const values = async (from: Date) => (await recordsSince(from)).map(({ category, value }) => `${category} ${value}`);

test('before a choice nothing is kept and no third party is asked; after it exactly what the categories say', async () => {
	const { page, third, cookies, ran } = await visitor();
	await page.goto(`${HOME()}product/lamp`);
	await button(page, 'Accept all').waitFor();
	await page.waitForLoadState('networkidle');
	expect([await cookies(), third, await ran(), await page.evaluate(`localStorage.length + sessionStorage.length`)]).toEqual([
		[],
		[],
		[],
		0,
	]);

	await button(page, 'Accept all').click();
	await expect.poll(ran).toEqual(['ads', 'stats', 'video']);
	expect(await cookies()).toEqual(['_ads_id', '_stats_id', '_video_pref', 'luvalla']);
	await expect.poll(() => [...third].sort()).toEqual(['/ads.js', '/film', '/stats.js', '/video.js']);

	// Taken back: the cookies go, and on the next page only the others run.
	await page.evaluate(`void luvalla.withdraw('statistics', 'media')`);
	await expect.poll(cookies).toEqual(['_ads_id', 'luvalla']);
	third.length = 0;
	await page.reload();
	await expect.poll(ran).toEqual(['ads']);
	await button(page, 'Cookie settings').waitFor();
	expect([third, await cookies()]).toEqual([['/ads.js'], ['_ads_id', 'luvalla']]);

	const other = await visitor();
	await other.page.goto(HOME());
	await button(other.page, 'Refuse all').click();
	await other.page.reload();
	await button(other.page, 'Cookie settings').waitFor();
	expect([await other.ran(), other.third, await other.cookies()]).toEqual([[], [], ['luvalla']]);
});

test('a saved no stays no through a restart, an outage and a new configuration', async () => {
	const from = new Date();
	const { page, third, cookies, ran } = await visitor();
	await page.goto(HOME());
	await button(page, 'Refuse all').click();
	await expect.poll(() => values(from)).toEqual(['statistics false', 'marketing false', 'media false']);
	const stillNo = async () => {
		await page.goto(HOME());
		await button(page, 'Cookie settings').waitFor();
		expect([await page.getByRole('dialog').count(), third, await ran(), await cookies()]).toEqual([0, [], [], ['luvalla']]);
	};
	await stopServer();
	await stillNo();
	await startServer();
	await stillNo();
	await publish('Shop', ({ config }) => {
		textsIn(config.texts, 'en').title = 'A new wording';
	});
	await stillNo();
	await stillNo();
	expect((await recordsSince(from)).every(({ value }) => !value)).toBe(true);
});

test('with the server stopped the shop loads to its end, and marked tags stay off', async () => {
	await stopServer();
	const { page, third, cookies, ran } = await visitor();
	// Resolves with the page's own load event: nothing of the snippet holds it up.
	await page.goto(`${HOME()}product/lamp`, { waitUntil: 'load' });
	expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
	expect([third, await ran(), await cookies(), await page.getByRole('dialog').count()]).toEqual([[], [], [], 0]);
	expect(await page.evaluate(`document.querySelectorAll('script[data-luvalla][type="text/plain"]').length`)).toBeGreaterThan(0);
});

test('with the server stopped a returning visitor’s choice still rules, from what the browser kept past its freshness', async () => {
	const { page, third, ran } = await visitor();
	await page.goto(HOME());
	await button(page, 'Choose').click();
	await page.getByRole('switch', { name: 'Statistics' }).check();
	await button(page, 'Save my choices').click();
	await expect.poll(ran).toEqual(['stats']);
	await expect.poll(() => page.evaluate(`localStorage.length`)).toBe(0);
	await stopServer();
	third.length = 0;
	await page.goto(HOME());
	await expect.poll(ran).toEqual(['stats']);
	await button(page, 'Cookie settings').waitFor();
	expect(third).toEqual(['/stats.js']);
});

test('a choice made while the server is away arrives after its restart, exactly once', async () => {
	const from = new Date();
	const { page } = await visitor();
	await page.goto(HOME());
	await button(page, 'Accept all').waitFor();
	await stopServer();
	await button(page, 'Accept all').click();
	await expect.poll(() => page.evaluate(`localStorage.length`)).toBe(1);
	await startServer();
	await expect.poll(() => values(from)).toEqual(['statistics true', 'marketing true', 'media true']);
	await expect.poll(() => page.evaluate(`localStorage.length`)).toBe(0);
	// Leaving and coming back sends nothing again.
	await page.goto('about:blank');
	await page.goto(HOME());
	await button(page, 'Cookie settings').waitFor();
	expect(await values(from)).toHaveLength(3);
});
