/**
 * Banners beside each other in Chromium, on the same page with the same categories and texts: bytes (brotli) of all
 * that is loaded on a first and on a returning visit (the page itself excepted), time to the first press being possible,
 * script time and longest task at a quarter of the processor's speed, layout shift, largest contentful paint, and the
 * time from the press that accepts to the next frame. Then pages with tags and large pages, with ours and without
 * (`lib/pages.ts`). Interleaved rounds, medians.
 * `npm run bench -- banner [ROUNDS] [NAME,NAME…]`: only the banners whose names begin so.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../apps/server/src/kernel/browsers/find.ts';
import { CHROMIUM_FLAGS } from '../packages/banner/test/chromium-flags.ts';
import { banners, type Shown } from './lib/banners.ts';
import { measurePages, type PageTimes, reportPages } from './lib/pages.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const ONLY = process.argv[3]?.split(',') ?? [''];
const SLOWER = 4;
const PAGE = readFileSync(join(import.meta.dirname, 'peers/banners/page.html'), 'utf8');

interface Visit {
	/** Brotli bytes of everything the banner loaded. */
	bytes: number;
	files: number;
	/** Navigation → the button that accepts can be pressed; null on a returning visit, where nothing comes. */
	visibleMs: number | null;
	scriptMs: number;
	longestTaskMs: number;
	shift: number;
	lcpMs: number;
}

/** Serves a banner's page and files, packed at the best level, and remembers what was sent. */
const serve = async () => {
	let present: Shown | null = null;
	let sent: { path: string; bytes: number }[] = [];
	const packed = new Map<string, Buffer>();
	const server = createServer((request, response) => {
		const path = (request.url ?? '/').split('?')[0] ?? '/';
		if (path === '/') {
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
			return void response.end(PAGE.replace('<!-- consent -->', present?.head ?? ''));
		}
		if (request.method === 'POST') return void response.writeHead(200).end('{}');
		const file = present?.files.get(path);
		if (!file) return void response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
		const key = `${present?.name} ${path}`;
		const body =
			packed.get(key) ?? brotliCompressSync(file.text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
		packed.set(key, body);
		sent.push({ path, bytes: body.length });
		response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-store' }).end(body);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	return {
		url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}/`,
		show(shown: Shown) {
			present = shown;
			sent = [];
		},
		takeSent: () => sent.splice(0),
		close: () => server.close(),
	};
};

/** Runs in the page before anything else: when the accept button is there, and how far things moved. */
const WATCH = `{
	const attach = Element.prototype.attachShadow;
	Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }); };
	const measured = (window.measured = { visible: null, shift: 0, lcp: 0, frame: 0 });
	new PerformanceObserver((list) => { measured.lcp = list.getEntries().at(-1).startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
	// From the press, as the browser dates it, to the first task after the next frame was drawn.
	addEventListener('click', ({ timeStamp }) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => { measured.frame = performance.now() - timeStamp; };
		requestAnimationFrame(() => port2.postMessage(0));
	}, { capture: true, once: true });
	new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
	const words = /^Accept all$/;
	const buttons = (root, found = []) => {
		for (const one of root.querySelectorAll('*')) {
			if (one.shadowRoot) buttons(one.shadowRoot, found);
			if (one.matches('button,a,[role=button]')) found.push(one);
		}
		return found;
	};
	const visible = () => {
		const button = buttons(document).find((one) => words.test((one.textContent ?? '').trim()));
		const box = button?.getBoundingClientRect();
		return !!box && box.width > 0 && box.bottom <= innerHeight + 1 && getComputedStyle(button).visibility === 'visible';
	};
	measured.now = visible;
	const look = () => {
		if (visible()) measured.visible = performance.now();
		else requestAnimationFrame(look);
	};
	if (ASKED) requestAnimationFrame(look);
}`;

const settled = async (page: Page, sent: () => number): Promise<void> => {
	let before = -1;
	// Nothing new for a while: what a banner loads late counts too.
	while (sent() !== before) {
		before = sent();
		await page.evaluate(`new Promise((done) => setTimeout(done, 300))`);
	}
};

/** One banner in one round: a first visit, and the next one of who refused all and of who accepted all. */
interface Round {
	first: Visit;
	returning: Visit;
	returningYes: Visit;
	/** From the press that accepts to the next frame. */
	frameMs: number;
}

interface TraceEvent {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	/** Microseconds, of the clock and of the thread's own processor time: the latter leaves out what other programs take. */
	dur?: number;
	tdur?: number;
	args?: { name?: string; data?: { url?: string } };
}

/** What runs a file's code, as traces call it; what the measuring itself runs has no address. */
const SCRIPT = new Set(['EvaluateScript', 'FunctionCall', 'v8.compile']);

/** Of the page's own thread, in processor time: its longest task, and all that the site's files took. */
const timesOf = (trace: string, site: string): { longestTaskMs: number; scriptMs: number } => {
	const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace);
	const mains = new Set(
		traceEvents.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map((e) => `${e.pid}.${e.tid}`),
	);
	const spent = (e: TraceEvent): number => (e.tdur ?? e.dur ?? 0) / 1000;
	const own = traceEvents.filter((e) => e.ph === 'X' && mains.has(`${e.pid}.${e.tid}`));
	let until = 0;
	let scriptMs = 0;
	// A script within a script is counted with the outer one.
	const scripts = own.filter(({ name, args }) => SCRIPT.has(name) && args?.data?.url?.startsWith(site));
	for (const e of scripts.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
		if (e.ts < until) continue;
		until = e.ts + (e.dur ?? 0);
		scriptMs += spent(e);
	}
	return { scriptMs, longestTaskMs: Math.max(0, ...own.filter(({ name }) => name.endsWith('RunTask')).map(spent)) };
};

const measure = async (
	browser: Browser,
	site: Awaited<ReturnType<typeof serve>>,
	shown: Shown,
	answer: 'Refuse all' | 'Accept all',
): Promise<{ first: Visit; returning: Visit; frameMs: number }> => {
	site.show(shown);
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	let count = 0;
	const visit = async (asked: boolean): Promise<Visit & { page: Page }> => {
		site.takeSent();
		const page = await context.newPage();
		// Looking costs time: only where there is something to see.
		await page.addInitScript(WATCH.replace('ASKED', String(asked)));
		page.on('requestfinished', () => count++);
		const cdp = await context.newCDPSession(page);
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
		await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
		await page.goto(site.url, { waitUntil: 'load' });
		if (asked && shown.head !== '')
			await page.waitForFunction('measured.visible !== null').catch((cause: unknown) => {
				throw new Error(`${shown.name} was not seen.`, { cause });
			});
		await settled(page, () => count);
		const trace = (await browser.stopTracing()).toString();
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		const found = await page.evaluate<{ visible: number | null; shift: number; lcp: number }>('measured');
		const files = site.takeSent();
		return {
			page,
			bytes: files.reduce((sum, one) => sum + one.bytes, 0),
			files: files.length,
			visibleMs: asked ? found.visible : null,
			...timesOf(trace, site.url),
			shift: found.shift,
			lcpMs: found.lcp,
		};
	};
	try {
		const { page, ...first } = await visit(shown.head !== '');
		let frameMs = 0;
		if (shown.head !== '') {
			const cdp = await context.newCDPSession(page);
			await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
			await page.locator('button:visible', { hasText: answer }).first().click();
			await page.waitForFunction('measured.frame > 0');
			frameMs = await page.evaluate<number>('measured.frame');
			await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		}
		await settled(page, () => count);
		await page.close();
		const { page: second, ...returning } = await visit(false);
		if (await second.evaluate<boolean>('measured.now()')) {
			if (shown.name.startsWith('luvalla')) throw new Error(`${shown.name} asked again.`);
			// A peer that does so now and then is still measured: what it loaded is what a visitor loaded.
			console.log(`  ${shown.name} asked again after '${answer}'`);
		}
		return { first, returning, frameMs };
	} finally {
		await context.close();
	}
};

const main = async (): Promise<void> => {
	const site = await serve();
	const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
	const seen = new Map<string, Round[]>();
	const pages = new Map<string, PageTimes[]>();
	try {
		const all = (await banners()).filter(({ name }) => ONLY.some((beginning) => name.startsWith(beginning)));
		for (let round = 1; round <= ROUNDS; round++) {
			console.log(`— round ${round}`);
			for (const shown of all) {
				const { first, returning } = await measure(browser, site, shown, 'Refuse all');
				const { returning: returningYes, frameMs } = await measure(browser, site, shown, 'Accept all');
				seen.set(shown.name, [...(seen.get(shown.name) ?? []), { first, returning, returningYes, frameMs }]);
			}
		}
		await measurePages(browser, ROUNDS, SLOWER, pages);
	} finally {
		await browser.close();
		site.close();
	}
	reportPages(pages);
	const median = (of: (one: Round) => number, visits: Round[]): number => spreadOf(visits.map(of)).median;
	const rows = [...seen].map(([name, visits]) => ({
		name,
		'first visit B': median((v) => v.first.bytes, visits),
		'back after no B': median((v) => v.returning.bytes, visits),
		'back after yes B': median((v) => v.returningYes.bytes, visits),
		'visible ms': Math.round(median((v) => v.first.visibleMs ?? Number.NaN, visits)),
		'script ms': Math.round(median((v) => v.first.scriptMs, visits)),
		'longest task ms': Math.round(median((v) => v.first.longestTaskMs, visits)),
		'back script ms': Math.round(median((v) => v.returning.scriptMs, visits)),
		'accept to frame ms': Math.round(median((v) => v.frameMs, visits)),
		'LCP ms': Math.round(median((v) => v.first.lcpMs, visits)),
		shift: Number(median((v) => v.first.shift, visits).toFixed(4)),
	}));
	console.log(`\nmedians of ${ROUNDS} interleaved rounds; times at ${SLOWER}× slower processor`);
	console.table(rows);
	const own = rows.find((row) => row.name === 'luvalla');
	if (own) {
		const goal = (what: string, value: number, most: number): void =>
			console.log(`  ${value <= most ? '✓ met    ' : '✗ NOT met'} ${what}: ${value} (at most ${most})`);
		goal('first visit, bytes', own['first visit B'], 9000);
		goal('returning after a no, bytes', own['back after no B'], 2000);
		goal('returning after a yes, bytes', own['back after yes B'], 2000);
		goal('longest task, ms', own['longest task ms'], 50);
		goal('layout shift', own.shift, 0);
		const framework = rows.find((row) => row.name.startsWith('luvalla TCF'));
		if (framework) goal('TCF first visit, bytes', framework['first visit B'], 15_000);
		for (const column of [
			'first visit B',
			'back after no B',
			'back after yes B',
			'visible ms',
			'script ms',
			'longest task ms',
			'accept to frame ms',
		] as const) {
			const lighter = rows.filter((row) => !/^(luvalla|no banner)/.test(row.name) && row[column] < own[column]).map((row) => row.name);
			console.log(`  ${column}: ${lighter.length === 0 ? 'first' : `behind ${lighter.join(', ')}`}`);
		}
	}
	await writeResult('banner', {
		rounds: ROUNDS,
		slower: SLOWER,
		rows,
		measured: Object.fromEntries(seen),
		pages: Object.fromEntries(pages),
	});
};

await main();
