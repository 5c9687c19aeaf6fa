/**
 * Pages with tags, and large ones, beside the same pages without us: what a visitor who said yes waits for when they come
 * back. In the same browser, at a slower processor's speed, round by round.
 */
import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { ours } from './banners.ts';
import { spreadOf } from './result.ts';

/** Milliseconds since the navigation began. */
export interface PageTimes {
	firstPaint: number;
	largestPaint: number;
	/** The page is parsed. */
	parsed: number;
	/** The last of its tags has run; 0 where it has none. */
	tagsRan: number;
}

const TAGS = 5;
const WORDS = '<p>Free delivery in Finland from 50 euros.</p>'.repeat(30);
const head = (snippet: string, tags: string): string =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8">${snippet}<title>Shop</title><meta name="viewport" content="width=device-width">${tags}</head>`;
const numbered = (one: (i: number) => string): string => Array.from({ length: TAGS }, (_, i) => one(i)).join('');
/** Fifty thousand elements, in five hundred places an inline script. */
const LARGE = Array.from({ length: 500 }, () => `<div>${'<p>x</p>'.repeat(99)}</div><script>window.n=(window.n||0)+1</script>`).join('');
/** Forty thousand elements, each row four hundred deep. */
const DEEP = Array.from({ length: 100 }, () => `${'<div>'.repeat(400)}x${'</div>'.repeat(400)}`).join('');

const PAGES = {
	'five tags, unmarked and async': () =>
		`${head(
			'',
			numbered((i) => `<script async src="/tag/${i}.js"></script>`),
		)}<body><h1>Shop</h1>${WORDS}`,
	'five tags, marked': (snippet: string) =>
		`${head(
			snippet,
			numbered((i) => `<script type="text/plain" data-luvalla="statistics" data-src="/tag/${i}.js"></script>`),
		)}<body><h1>Shop</h1>${WORDS}`,
	'five tags, marked and async': (snippet: string) =>
		`${head(
			snippet,
			numbered((i) => `<script async type="text/plain" data-luvalla="statistics" data-src="/tag/${i}.js"></script>`),
		)}<body><h1>Shop</h1>${WORDS}`,
	'50,000 elements without': () => `${head('', '')}<body><h1>Shop</h1>${LARGE}`,
	'50,000 elements with': (snippet: string) => `${head(snippet, '')}<body><h1>Shop</h1>${LARGE}`,
	'50,000 elements with, every known tag': (_: string, full: string) => `${head(full, '')}<body><h1>Shop</h1>${LARGE}`,
	'400 deep without': () => `${head('', '')}<body><h1>Shop</h1>${DEEP}`,
	'400 deep with': (snippet: string) => `${head(snippet, '')}<body><h1>Shop</h1>${DEEP}`,
	'400 deep with, every known tag': (_: string, full: string) => `${head(full, '')}<body><h1>Shop</h1>${DEEP}`,
} as const;
type PageName = keyof typeof PAGES;

/** Every ratio that is looked at: a page with us, and the same without. */
const PAIRS: [PageName, PageName][] = [
	['five tags, marked', 'five tags, unmarked and async'],
	['five tags, marked and async', 'five tags, unmarked and async'],
	['50,000 elements with', '50,000 elements without'],
	['50,000 elements with, every known tag', '50,000 elements without'],
	['400 deep with', '400 deep without'],
	['400 deep with, every known tag', '400 deep without'],
];

/** Measures every page once a round, into `into`. */
export const measurePages = async (browser: Browser, rounds: number, slower: number, into: Map<string, PageTimes[]>): Promise<void> => {
	const [bare, full] = [await ours('luvalla', false), await ours('luvalla, every known tag', true)];
	const files = new Map([
		...bare.files,
		...[...full.files].map(([path, file]) => [path.replace('/cmp/d/', '/cmp/d/full-'), file] as const),
	]);
	const fullHead = full.head.replace('/cmp/d/', '/cmp/d/full-');
	const server = createServer((request, response) => {
		const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
		const file = files.get(path);
		const page = PAGES[path.slice(1) as PageName];
		if (request.method === 'POST') return void response.writeHead(200).end('{}');
		if (page)
			return void response
				.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
				.end(page(bare.head, fullHead));
		if (file) return void response.writeHead(200, { 'content-type': file.type, 'cache-control': 'max-age=600' }).end(file.text);
		// A tag as they are: it comes after a while, and works for some milliseconds.
		if (path.startsWith('/tag/'))
			return void setTimeout(
				() =>
					response
						.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
						.end('{const end=performance.now()+4;while(performance.now()<end);(window.ran=window.ran||[]).push(performance.now())}'),
				40,
			);
		response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	const url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/`;
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		// The visitor said yes once; what never changes is in the browser's cache, as in life.
		const first = await context.newPage();
		await first.goto(`${url}five tags, marked`);
		await first.evaluate(
			`new Promise((done) => luvalla.$.withUi((ui) => { ui.decide({ statistics: true, marketing: true, media: true }); setTimeout(done, 500); }))`,
		);
		await first.close();
		for (let round = 1; round <= rounds; round++)
			for (const name of Object.keys(PAGES) as PageName[]) {
				const page = await context.newPage();
				const cdp = await context.newCDPSession(page);
				await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
				await page.goto(url + name, { waitUntil: 'load' });
				if (name.startsWith('five')) await page.waitForFunction(`window.ran?.length === ${TAGS}`);
				const times = await page.evaluate<PageTimes>(`new Promise((done) => new PerformanceObserver((list) => done({
					firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
					largestPaint: list.getEntries().at(-1).startTime,
					parsed: performance.getEntriesByType('navigation')[0].domInteractive,
					tagsRan: (window.ran ?? [0]).at(-1),
				})).observe({ type: 'largest-contentful-paint', buffered: true }))`);
				into.set(name, [...(into.get(name) ?? []), times]);
				await page.close();
			}
	} finally {
		await context.close();
		server.closeAllConnections();
		server.close();
	}
};

export const reportPages = (pages: ReadonlyMap<string, PageTimes[]>): void => {
	const median = (name: string, of: keyof PageTimes): number => spreadOf((pages.get(name) ?? []).map((one) => one[of])).median;
	const fields = ['firstPaint', 'largestPaint', 'parsed', 'tagsRan'] as const;
	console.table(
		Object.fromEntries(
			[...pages.keys()].map((name) => [name, Object.fromEntries(fields.map((field) => [`${field} ms`, Math.round(median(name, field))]))]),
		),
	);
	for (const [own, without] of PAIRS) {
		const ratio = (of: keyof PageTimes): string => (median(own, of) / median(without, of)).toFixed(2);
		console.log(
			`  ${own} : ${without}: first paint ${ratio('firstPaint')}, largest paint ${ratio('largestPaint')}, parsed ${ratio('parsed')}`,
		);
	}
};
