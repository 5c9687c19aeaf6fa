/** The look at a site's pages: which known tags stand there, how the snippet stands, and what the banner stops after it. */
import { createServer, type Server } from 'node:http';
import { openPointer } from '@luvalla/banner/serving.ts';
import { templates } from '@luvalla/banner/templates.ts';
import type { SnippetState } from '@luvalla/contract/consent/snippet.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createGuard } from '../src/kernel/outbound/guard.ts';
import { checkSnippet } from '../src/wings/consent/snippet/look.ts';
import { readPage } from '../src/wings/consent/snippet/page.ts';
import { readSite } from '../src/wings/consent/snippet/site.ts';
import { startTest } from '../src/wings/consent/wing.ts';
import { type Tenant, type TestApp, testApp } from './app.ts';
import { draftFor, publishBanner } from './fixtures.ts';
import { slowness } from './slowness.ts';

let site: Server;
let port: number;
let pages: Record<string, string> = {};
let asked: string[] = [];
let t: TestApp;

beforeAll(async () => {
	site = createServer((request, reply) => {
		const path = request.url ?? '';
		asked.push(path);
		const text = pages[path];
		if (text === undefined) reply.statusCode = 404;
		else reply.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
		reply.end(text);
	});
	await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
	const address = site.address();
	port = typeof address === 'object' && address ? address.port : 0;
	t = await testApp({ OUTBOUND_ALLOW: `shop.localhost:${port},sub.localhost:${port}` });
});
afterAll(async () => {
	await t.stop();
	await new Promise((done) => site.close(done));
});
afterEach(() => {
	pages = {};
	asked = [];
});

const AT = new URL('https://shop.example/deep/page');
const ID = '0198c0de-0000-7000-8000-000000000001';
const END = `/cmp/d/${ID}.js`;
const snippet = `<script src="https://consent.example${END}"></script>`;
const read = (html: string) => readPage(html, AT, END);

describe('a page', () => {
	test('is read however untidy it is', () => {
		const page = read(`<!doctype html><HTML><base href=//cdn.example/a/><head>${snippet}
			<SCRIPT SRC=' HTTPS://WWW.GoogleTagManager.com/gtag/js?id=G-1&amp;l=x ' async></SCRIPT>
			<!-- <script src="https://connect.facebook.net/never.js"></script> -->
			<script>document.write("<script src='https://static.hotjar.com/x.js'><\\/script>")</script>
			<template><img src="https://www.facebook.com/tr?in=template"></template>
			<noscript><img src="https://www.facebook.com/tr?noscript=1"></noscript>
			<textarea><iframe src="https://www.youtube.com/embed/no"></textarea>
			<p><a href="next#part">n<a href='/other'>o<table><img src="data:image/gif;base64,R0lGOD"><iframe src=//www.youtube.com/embed/1`);
		expect(page.loaded.map(({ kind, url }) => [kind, url.href])).toEqual([
			['script', 'https://www.googletagmanager.com/gtag/js?id=G-1&l=x'],
		]);
		expect(page.inline.map(({ text }) => text)).toEqual([expect.stringContaining('hotjar')]);
		expect(page.links.map(String)).toEqual(['https://cdn.example/a/next#part', 'https://cdn.example/other']);
		expect(read('<iframe src=//www.youtube.com/embed/1><img src=/p.gif>').loaded).toHaveLength(1);
	});
	test('tells marked from unmarked ones, and lets the site call one necessary', () => {
		const page = read(`<script type="text/plain" data-luvalla="marketing" data-src="https://bat.bing.com/bat.js"></script>
			<script data-luvalla="necessary" src="https://js.hs-scripts.com/1.js"></script>
			<iframe data-luvalla="media" data-src="https://player.vimeo.com/1"></iframe><iframe data-luvalla="media" src="https://player.vimeo.com/2"></iframe>
			<script type="text/plain" data-luvalla="marketing">fbq('init')</script><script type="application/json">{}</script>`);
		expect(page.loaded.map(({ url, marked }) => [url.hostname, marked])).toEqual([
			['bat.bing.com', true],
			['js.hs-scripts.com', true],
			['player.vimeo.com', true],
			['player.vimeo.com', false],
		]);
		expect(page.inline).toEqual([{ text: "fbq('init')", marked: true }]);
	});
	test.each([
		[`<head>${snippet}`, { late: false, deferred: false }],
		[`<head><script type="application/ld+json">{}</script><style>a{}</style>${snippet}`, { late: false, deferred: false }],
		[`<head><script>a=1</script>${snippet}`, { late: true, deferred: false }],
		[`<head><title>Shop</title></head><body><h1>Shop</h1>${snippet}`, { late: true, deferred: false }],
		[`<head>${snippet.replace('<script', '<script async')}`, { late: false, deferred: true }],
		[`<head>${snippet.replace('<script', '<script defer')}`, { late: false, deferred: true }],
		[`<head>${snippet.replace('<script', '<script type="8f2b-text/javascript"')}`, { late: false, deferred: true }],
		['<head>', null],
	])('says how the snippet stands: %s', (html, stands) => expect(read(html).snippet).toEqual(stands));
	test('of two megabytes made to be slow is read in a moment', () => {
		const began = performance.now();
		for (const hard of ['<a><b>', '<p a=', '<!--', '<table><td>', '<script>', '&amp']) read(hard.repeat(2_000_000 / hard.length));
		expect(performance.now() - began).toBeLessThan(8000 * slowness());
	});
});

const scene = async (html: string, { publications = 1, subdomains = false } = {}): Promise<{ tenant: Tenant; folders: string[] }> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { config } = templates['bottom-bar'];
	const folders: string[] = [];
	for (let nth = 1; nth <= publications; nth++) {
		const change = { config: JSON.stringify({ ...config, joined: { ...config.joined, subdomains } }) };
		folders.push((await publishBanner(t, owner, tenant, `Banner ${nth}`, change)).publishedFolder);
	}
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query('update domain set host = $2 where customer_id = $1', [tenant.customerId, `shop.localhost:${port}`]),
	);
	pages['/'] = html.replace('{snippet}', `<script src="http://x/cmp/d/${tenant.domainId}.js"></script>`);
	return { tenant, folders };
};
const look = async ({ customerId, domainId }: Tenant): Promise<SnippetState> => {
	const state = await checkSnippet(t.server.kernel, customerId, domainId);
	if (!state) throw new Error('There is no such domain.');
	return state;
};
const served = async ({ domainId }: Tenant) => {
	const { text } = await t.send(null, 'GET', `/cmp/d/${domainId}.js`);
	return { bytes: text.length, known: openPointer(text).pointer.known };
};
/** News reaches the process that serves a moment after the look. */
const servedAs = async (tenant: Tenant, wanted: (known: Record<string, string> | undefined) => boolean) => {
	for (let tries = 0; tries < 100; tries++) {
		const now = await served(tenant);
		if (wanted(now.known)) return now;
		await new Promise((done) => setTimeout(done, 50));
	}
	return served(tenant);
};

describe('a site', () => {
	test('is looked at beyond its start page, a page that fails does not matter, and each tag is named with its pages', async () => {
		const { tenant } = await scene(`<head>{snippet}<script src="https://www.clarity.ms/tag/1"></script>
			<script type="text/plain" data-luvalla="marketing" data-src="https://bat.bing.com/bat.js"></script></head>
			<a href="/gone">gone</a><a href="/blog">blog</a><a href="/list.pdf">list</a><a href="https://elsewhere.example/">e</a><a href="/blog#x">b</a>`);
		pages['/blog'] = `<img src="https://www.facebook.com/tr?id=1"><script src="https://www.clarity.ms/tag/1"></script>
			<script>!function(f){f.src='https:\\/\\/connect.facebook.net/en_US/fbevents.js'}({})</script><script src="/own.js"></script>`;
		pages['/own.js'] = `load("//static.hotjar.com/c/hotjar-1.js")`;
		const state = await look(tenant);
		expect(asked).toEqual(['/', '/gone', '/blog', '/own.js']);
		expect(state).toMatchObject({ state: 'live', pages: ['/', '/blog'], whole: true, problems: [], stops: 'seen', inline: true });
		expect(state.known.map(({ host, kind, marked, categories, pages: on }) => [host, kind, marked, categories, on])).toEqual([
			['clarity.ms', 'script', false, ['statistics'], ['/', '/blog']],
			['bat.bing.com', 'script', true, ['marketing'], ['/']],
			['facebook.com/tr', 'image', false, ['marketing'], ['/blog']],
			['connect.facebook.net', 'inserted', false, ['marketing'], ['/blog']],
			['hotjar.com', 'inserted', false, ['statistics'], ['/blog']],
		]);
		expect(state.origins).toEqual({ script: ['https://bat.bing.com'], frame: [], image: [] });
	});
	test('of many pages is read up to ten', async () => {
		const links = Array.from({ length: 30 }, (_, i) => `<a href="/${i}">`).join('');
		const { tenant } = await scene(`{snippet}${links}`);
		for (let i = 0; i < 30; i++) pages[`/${i}`] = '<p>';
		expect((await look(tenant)).pages).toHaveLength(10);
	});
	test('never leads us where the guard does not let us', async () => {
		pages['/'] = `<script src="http://127.0.0.1:${port}/secret.js"></script><a href="http://127.0.0.1:${port}/">x</a>`;
		const body = Buffer.from(pages['/'] ?? '');
		const start = { url: new URL(`http://shop.localhost:${port}/`), status: 200, headers: {}, body };
		expect(await readSite(start, END, createGuard([`shop.localhost:${port}`]))).toMatchObject({ whole: false, pages: ['/'] });
		expect(asked).toEqual([]);
	});
});

test('the worker for the site’s root knows the whole list, whatever a look has seen', async () => {
	const { tenant } = await scene('<head>{snippet}');
	await look(tenant);
	await servedAs(tenant, (known) => known === undefined);
	const { status, text, headers } = await t.send(null, 'GET', `/cmp/d/${tenant.domainId}/worker.js`);
	expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="luvalla-worker.js"']);
	expect(text).toContain('connect.facebook.net');
	// So does the inline form, which follows no later look.
	const inline = await t.send(null, 'GET', `/cmp/d/${tenant.domainId}.js?known=all`);
	expect(openPointer(inline.text).pointer.known).toHaveProperty('media');
	expect((await t.send(null, 'GET', `/cmp/d/${ID}/worker.js`)).status).toBe(404);
});

describe('what the banner stops', () => {
	test('is every known tag before a look, what was seen after it, and nothing on a site that has none', async () => {
		const { tenant } = await scene(`<head>{snippet}<script src="https://www.clarity.ms/tag/1"></script>`);
		const before = await served(tenant);
		expect(Object.keys(before.known ?? {})).toEqual(['statistics', 'marketing', 'media']);
		await look(tenant);
		const after = await servedAs(tenant, (known) => known?.marketing === undefined);
		expect(after.known).toEqual({ statistics: 'clarity.ms' });
		pages['/'] = `<head><script src="http://x/cmp/d/${tenant.domainId}.js"></script>`;
		await look(tenant);
		const none = await servedAs(tenant, (known) => known === undefined);
		expect(none.known).toBeUndefined();
		// The loader without known tags, not the same with an empty list.
		expect(none.bytes).toBeLessThan(before.bytes - 2000);
	});
	test('is every known tag again where the page no longer opens, or does not carry the snippet', async () => {
		const { tenant } = await scene('<head>{snippet}');
		expect((await look(tenant)).stops).toBe('seen');
		await servedAs(tenant, (known) => known === undefined);
		pages = {};
		expect(await look(tenant)).toMatchObject({ state: 'unreachable', stops: 'all', known: [], pages: [] });
		expect((await servedAs(tenant, (known) => known !== undefined)).known).toHaveProperty('media');
		pages['/'] = '<p>';
		expect(await look(tenant)).toMatchObject({ state: 'missing', stops: 'all' });
	});
	test('is every known tag where a container may insert any, a script could not be read, or other hosts share the banner', async () => {
		const container = await scene(`<head>{snippet}<script>j.src='https://www.googletagmanager.com/gtm.js?id='+i</script>`);
		await look(container.tenant);
		expect(Object.keys((await served(container.tenant)).known ?? {})).toHaveLength(3);
		const unread = await scene(`<head>{snippet}<script src="http://sub.localhost:1/x.js"></script>`);
		expect(await look(unread.tenant)).toMatchObject({ whole: false, stops: 'all' });
		expect((await served(unread.tenant)).known).toHaveProperty('media');
		const shared = await scene('<head>{snippet}', { subdomains: true });
		expect((await look(shared.tenant)).stops).toBe('all');
	});
	test('is narrowed in both publications of a running test', async () => {
		const { tenant, folders } = await scene(`<head>{snippet}<script src="https://bat.bing.com/bat.js"></script>`, { publications: 2 });
		await t.storage.inTenant(tenant.customerId, (tx) =>
			startTest(tx, tenant.customerId, tenant.domainId, { folder: folders[0] ?? '', share: 0.5 }),
		);
		await look(tenant);
		await servedAs(tenant, (known) => known?.media === undefined);
		const { pointer } = openPointer((await t.send(null, 'GET', `/cmp/d/${tenant.domainId}.js`)).text);
		expect([pointer.known, pointer.test?.[1].known]).toEqual([{ marketing: 'bat.bing.com' }, { marketing: 'bat.bing.com' }]);
	});
	/** A site that is there before its first banner is published, as the sample's and most others are. */
	const publishOn = async (html: string) => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: draftFor(tenant, 'First') });
		await t.storage.inTenant(tenant.customerId, (tx) =>
			tx.query('update domain set host = $2 where customer_id = $1', [tenant.customerId, `shop.localhost:${port}`]),
		);
		pages['/'] = html.replace('{snippet}', `<script src="http://x/cmp/d/${tenant.domainId}.js"></script>`);
		expect((await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`)).status).toBe(200);
		const { data } = (await t.send(owner, 'GET', `/api/domain/${tenant.domainId}/snippet`)).json();
		return { known: (await served(tenant)).known, state: data.state, checked: data.checkedAt !== null };
	};
	test('is what publishing saw on the site by itself', async () => {
		expect(await publishOn('<head>{snippet}<script src="https://www.clarity.ms/tag/1"></script>')).toEqual({
			known: { statistics: 'clarity.ms' },
			state: 'live',
			checked: true,
		});
	});
	test('is every known tag where publishing did not see the snippet, or not all of the site, which never stops it', async () => {
		const all = { known: { statistics: expect.any(String), marketing: expect.any(String), media: expect.any(String) } };
		const unknown = { ...all, state: 'unknown', checked: false };
		expect(await publishOn('<head>')).toEqual(unknown);
		expect(await publishOn('<head>{snippet}<script src="http://sub.localhost:1/x.js"></script>')).toEqual(unknown);
	});
	// By two clocks, and what a slow machine needed between looking at them.
	const isAMinute = (seconds: number): boolean => seconds > 30 && seconds <= 61;
	test('is looked at a minute after a publication', async () => {
		const { tenant } = await scene('<head>{snippet}');
		const jobs = await t.storage.inPlatform((tx) =>
			tx.query<{ data: { domainId: string }; wait: number }>(
				`select data, extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'check-snippet'`,
			),
		);
		expect(jobs.filter(({ data }) => data.domainId === tenant.domainId)).toEqual([
			{ data: { customerId: tenant.customerId, domainId: tenant.domainId }, wait: expect.toSatisfy(isAMinute) },
		]);
	});
});
