/** Whatever a page does to the one that looks at it: the scan ends, says what was wrong, and the next page is scanned. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/kernel/browsers/browsers.ts';
import { ScanFailed, scan } from '../../src/wings/consent/scans/passes.ts';
import { CERTIFICATE, KEY } from '../fixtures/tls.ts';
import { orderFor, pagesAt, SHORT, stage } from './stage.ts';

const chunk = Buffer.alloc(1 << 20, 'x');
let site: Awaited<ReturnType<typeof pagesAt>>;
let parts: ReturnType<typeof stage>;

/** A page that links to the hostile one and to a good one. */
const linksTo = (path: string): string => `<a href="${path}">a</a> <a href="/good">b</a>`;
const PLACES = [
	'redirect',
	'download',
	'large',
	'popups',
	'dialogs',
	'busy',
	'restless',
	'scroll',
	'cookies',
	'closed',
	'inside',
	'error',
	'silent',
];

beforeAll(async () => {
	site = await pagesAt({
		...Object.fromEntries(PLACES.map((name) => [`/to-${name}`, linksTo(`/${name}`)])),
		'/good': '<script>document.cookie = "good=1; path=/";</script>',
		'/redirect': (_, answer) => answer.writeHead(302, { location: '/redirect' }).end(),
		'/download': (_, answer) =>
			answer
				.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment', 'content-length': 1 << 30 })
				.write(chunk),
		'/large': '<script>fetch("/endless").then((got) => got.text());</script>',
		'/endless': (_, answer) => {
			answer.writeHead(200, { 'content-type': 'text/plain' });
			const more = (): void => {
				while (!answer.destroyed && answer.write(chunk));
				if (!answer.destroyed) answer.once('drain', more);
			};
			more();
		},
		'/popups': '<script>for (let n = 0; n < 30; n++) open("/good?" + n);</script>',
		'/dialogs':
			'<script>onbeforeunload = () => "stay"; for (let n = 0; n < 50; n++) { alert(n); confirm(n); prompt(n); } document.cookie = "after=1";</script>',
		'/busy': '<script>setTimeout(() => { for (;;); }, 50);</script>',
		'/restless': '<script>setInterval(() => fetch("/good?" + Math.random()), 50);</script>',
		'/scroll':
			'<div id="all" style="height: 3000px"></div><script>onscroll = () => { all.style.height = all.offsetHeight + 5000 + "px"; };</script>',
		'/cookies': '<script>for (let n = 0; n < 10000; n++) document.cookie = "c" + n + "=<b>\\"x\\"</b>; path=/";</script>',
		'/closed': (got) => got.socket.destroy(),
		'/silent': () => undefined,
		'/inside': (_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:8099/secret' }).end(),
		'/error': (_, answer) => answer.writeHead(500, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
	});
	parts = stage([`site.localhost:${site.port}`]);
});
afterAll(async () => {
	await parts.browsers.close();
	await site.close();
});

const scanned = async (name: string, change: Partial<typeof SHORT> = {}, pool: BrowserPool = parts.pool) => {
	const { report } = await scan(orderFor(site.at(`/to-${name}`), { nonCmp: true }), { ...parts, pool, patience: { ...SHORT, ...change } });
	const page = report.pages.find(({ url }) => url === site.at(`/${name}`));
	// The page after it is scanned as if nothing had been.
	expect(report.pages.find(({ url }) => url === site.at('/good'))).toMatchObject({ status: 200, problem: null });
	expect(report.items.some((item) => item.kind === 'cookie' && item.name === 'good')).toBe(true);
	return { report, page };
};

test.each([
	['redirect', 'redirects'],
	['download', 'download'],
	['closed', 'unreachable'],
	['inside', 'refused'],
	['error', 'status'],
] as const)('%s ends as the finding %s', async (name, code) => {
	const { report, page } = await scanned(name);
	expect(page?.problem?.code).toBe(code);
	expect(report.findings).toContainEqual(
		expect.objectContaining({ code: 'page-failed', page: site.at(`/${name}`), sentence: page?.problem?.sentence }),
	);
});

test('a page that loads without end is left', async () => {
	const { page } = await scanned('large', { mostBytes: 8 << 20 });
	expect(page?.problem?.code).toBe('too-large');
});
test.each(['busy', 'silent'])('a page that is %s is left when its time is up', async (name) => {
	const { page } = await scanned(name, { mostMs: 6000, openMs: 5000 });
	expect(page?.problem?.code).toBe('too-slow');
});
test.each(['restless', 'scroll'])('a page without end (%s) is looked at and left', async (name) => {
	const { page } = await scanned(name);
	expect(page).toMatchObject({ status: 200, problem: null });
});
test('windows that open by themselves are closed and counted', async () => {
	const { report, page } = await scanned('popups');
	expect(page?.problem).toBeNull();
	expect(report.findings).toContainEqual(
		expect.objectContaining({
			code: 'too-many',
			sentence: expect.objectContaining({ en: expect.stringMatching(/windows by themselves.*\d+/) }),
		}),
	);
});
test('dialogs are dismissed, and what comes after them is seen', async () => {
	const { report, page } = await scanned('dialogs');
	expect(page?.problem).toBeNull();
	expect(report.items.map(({ name }) => name)).toContain('after');
});
test('of ten thousand cookies those that the browser keeps are told, whatever stands in them', async () => {
	const { report } = await scan(orderFor(site.at('/cookies'), { nonCmp: true, depth: 0 }), { ...parts, patience: SHORT });
	const cookies = report.items.filter(({ kind }) => kind === 'cookie');
	expect(cookies.length).toBeGreaterThan(100);
	expect(cookies.length).toBeLessThanOrEqual(180);
	expect(cookies.every(({ name }) => /^c\d+$/.test(name))).toBe(true);
});

test('a browser that ends costs the page it was on', async () => {
	let crashes = 0;
	const pool: BrowserPool = {
		available: true,
		use: (options, work) =>
			parts.pool.use(options, (context) => {
				context.on('request', async (request) => {
					if (!request.url().endsWith('/silent') || crashes++ > 0) return;
					const session = await context.browser()?.newBrowserCDPSession();
					await session?.send('Browser.crash').catch(() => undefined);
				});
				return work(context);
			}),
	};
	const { report, page } = await scanned('silent', {}, pool);
	expect(crashes).toBe(1);
	expect(page?.problem?.code).toBe('browser-ended');
	expect(report.findings).toContainEqual(expect.objectContaining({ code: 'page-failed', page: site.at('/silent') }));
});

test('a scan that is stopped ends with the reason', async () => {
	const stop = new AbortController();
	const work = scan(orderFor(site.at('/to-silent')), {
		...parts,
		patience: SHORT,
		signal: stop.signal,
		tell: ({ page }) => page.endsWith('/silent') && stop.abort(new Error('Enough.')),
	});
	await expect(work).rejects.toThrow('Enough.');
});

test.each([
	['closed', /closed the connection/],
	['redirect', /redirects without end/],
	['inside', /closed network/],
	['error', /status 500/],
])('a site whose first page is %s could not be scanned', async (name, words) => {
	const work = scan(orderFor(site.at(`/${name}`)), { ...parts, patience: SHORT });
	await expect(work).rejects.toThrow(ScanFailed);
	await expect(work).rejects.toThrow(words);
});
test('a site whose certificate nobody vouches for is not opened, and said so', async () => {
	const server = createServer({ cert: CERTIFICATE, key: KEY }, (_, answer) => answer.end('<p>Secret'));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const there = stage([`site.localhost:${port}`]);
	try {
		const work = scan(orderFor(`https://site.localhost:${port}/`), { ...there, patience: SHORT });
		await expect(work).rejects.toThrow(/certificate is not valid/);
	} finally {
		await there.browsers.close();
		server.closeAllConnections();
		server.close();
	}
});
test('what robots.txt closes is visited by whoever was not told to heed it alone', async () => {
	const pages = {
		'/': '<a href="/open">a</a> <a href="/closed/one">b</a>',
		'/open': '<script>document.cookie = "open=1";</script>',
		'/closed/one': '<script>document.cookie = "closed=1";</script>',
		'/robots.txt': 'User-agent: *\nDisallow: /closed/',
	};
	const polite = await pagesAt(pages);
	const there = stage([`site.localhost:${polite.port}`]);
	const cookies = async (robots: boolean) => {
		const { report } = await scan(orderFor(polite.at('/'), { nonCmp: true, robots }), { ...there, patience: SHORT });
		return report.items.map(({ name }) => name).sort();
	};
	try {
		expect(await cookies(true)).toEqual(['open']);
		expect(polite.asked).not.toContain('/closed/one');
		expect(await cookies(false)).toEqual(['closed', 'open']);
	} finally {
		await there.browsers.close();
		await polite.close();
	}
});
test('an address inside is refused in words before anything is asked', async () => {
	for (const url of ['http://127.0.0.1:1/', 'http://169.254.169.254/', 'http://other.localhost/', 'http://[::ffff:10.0.0.1]/'])
		await expect(scan(orderFor(url), { ...parts, patience: SHORT })).rejects.toThrow(/OUTBOUND_ALLOW/);
});
