/**
 * A scan in three passes beside a bare crawl of the same pages in the same browser, behind the same guard: milliseconds a page of a pass.
 * Both stay on a page for as long (half a second, and until nothing came for 300 ms), so that what the scan does beside waiting stands out.
 * Then one scan of 200 pages of the first pass: memory by thirds of what our process still holds after garbage collection, of the process,
 * and of this browser's processes. Interleaved rounds, medians.
 * Goals (issue 'Scans'): a pass at most 1.6 times the bare crawl; memory flat over 200 pages.
 * `npm run bench -- scan [ROUNDS] [PAGES]`
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ScanOrder } from '@luvalla/contract/consent/scans.ts';
import type { BrowserPool } from '../apps/server/src/kernel/browsers/browsers.ts';
import { openBrowsers } from '../apps/server/src/kernel/browsers/browsers.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createGuard } from '../apps/server/src/kernel/outbound/guard.ts';
import { scan } from '../apps/server/src/wings/consent/scans/passes.ts';
import { PATIENCE } from '../apps/server/src/wings/consent/scans/visit.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const PAGES = Number(process.argv[3] ?? 10);
const GOAL = 1.6;
const MANY = 200;
const PATIENT = { ...PATIENCE, stayMs: 500, quietMs: 300 };

/** The program that lists processes is one of ours, too. */
const MOST_TOOL_KB = 20_000;

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const pageOf = (path: string, most: number): string => {
	const links = Array.from({ length: most }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ');
	return `<!doctype html><html lang="en"><head><title>${path}</title><link rel="stylesheet" href="/style.css"><script src="/site.js"></script></head>
		<body><h1>${path}</h1>${'<p>Words of a shop.</p>'.repeat(60)}${links}<img src="/p.png" alt="">
		<div id="ask" role="dialog"><p>We use cookies</p><button onclick="choose('yes')">Accept all</button><button onclick="choose('no')">Reject all</button></div>
		<script>if (document.cookie.includes('choice=')) ask.remove()</script></body></html>`;
};
const SITE = `document.cookie = 'session=1; path=/'; localStorage.setItem('seen', location.pathname);
	const choose = (word) => { document.cookie = 'choice=' + word + '; path=/'; document.getElementById('ask').remove(); };`;

let most = PAGES;
const server = createServer(({ url = '/' }, answer) => {
	if (url === '/site.js') return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(SITE);
	if (url === '/style.css') return void answer.writeHead(200, { 'content-type': 'text/css' }).end('body{margin:2rem}');
	if (url === '/p.png') return void answer.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
	answer.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(url, most));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const HOST = 'bench.localhost';
const at = (path: string): string => `http://${HOST}:${port}${path}`;
const guard = createGuard([`${HOST}:${port}`]);
const browsers = openBrowsers(null, createLog({ logLevel: 'warn' }), { scan: { atOnce: 1, guard, takesThirdPartyCookies: true } });
const pool: BrowserPool = browsers.of('scan');

/** Milliseconds a page. */
const crawl = async (): Promise<number> => {
	const began = performance.now();
	await pool.use({ viewport: { width: 1280, height: 800 } }, async (context) => {
		for (const path of ['/', ...Array.from({ length: PAGES - 1 }, (_, n) => `/${n}`)]) {
			const page = await context.newPage();
			let open = 0;
			let lastMs = performance.now();
			const heard = (by: number) => () => {
				open += by;
				lastMs = performance.now();
			};
			page.on('request', heard(1)).on('requestfinished', heard(-1)).on('requestfailed', heard(-1));
			await page.goto(at(path), { waitUntil: 'domcontentloaded' });
			const stayed = performance.now();
			while (performance.now() - stayed < PATIENT.stayMs || open > 0 || performance.now() - lastMs < PATIENT.quietMs)
				await page.waitForTimeout(100);
			await page.close();
		}
	});
	return (performance.now() - began) / PAGES;
};
const scanned = async (): Promise<number> => {
	const order = ScanOrder.parse({ url: at('/'), pages: PAGES, depth: 1 });
	const began = performance.now();
	const { report } = await scan(order, { pool, guard, patience: PATIENT });
	if (report.pages.length !== 3 * PAGES || report.presses.some(({ taken }) => taken !== true)) throw new Error('The scan did not see all.');
	return (performance.now() - began) / (3 * PAGES);
};
/** Of all processes that began from ours; one that has ended holds nothing. */
const chromiumNow = (): { chromium: number; processes: number } => {
	const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/).map(Number));
	const ours = new Set([process.pid]);
	// A child has a higher number than whoever began it, but where numbers began anew: then it is counted with the next look.
	for (const [pid = 0, parent = 0] of all) if (ours.has(parent)) ours.add(pid);
	const theirs = all.filter(([pid = 0, , kb = 0]) => ours.has(pid) && pid !== process.pid && kb > MOST_TOOL_KB);
	return { chromium: theirs.reduce((sum, [, , kb = 0]) => sum + kb / 1024, 0), processes: theirs.length };
};

await crawl();
const times: { bare: number[]; scan: number[] } = { bare: [], scan: [] };
for (let round = 0; round < ROUNDS; round++) {
	times.bare.push(await crawl());
	times.scan.push(await scanned());
}
const [bare, ours] = [spreadOf(times.bare), spreadOf(times.scan)];
const ratio = ours.median / bare.median;
console.log(
	`a page: bare crawl ${bare.median.toFixed(0)} ms, a pass of the scan ${ours.median.toFixed(0)} ms: ${ratio.toFixed(2)} (goal ≤ ${GOAL})`,
);
console.log(`pages a minute: bare ${(60_000 / bare.median).toFixed(0)}, scan ${(60_000 / ours.median).toFixed(0)} of each pass`);

most = MANY;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
/** Ours: what is still held after garbage collection (heap, and buffers beside it), and the whole process; Chromium: all its processes. */
const memory: { held: number; process: number; chromium: number; processes: number }[] = [];
const MB = 2 ** 20;
await scan(ScanOrder.parse({ url: at('/'), pages: MANY, depth: 1, nonCmp: true }), {
	...{ pool, guard, patience: PATIENT },
	tell: () => {
		collectGarbage();
		const { heapUsed, external, rss } = process.memoryUsage();
		memory.push({ held: (heapUsed + external) / MB, process: rss / MB, ...chromiumNow() });
	},
});
const third = (part: number, whose: keyof (typeof memory)[number]): number => {
	const size = Math.floor(memory.length / 3);
	return spreadOf(memory.slice(part * size, (part + 1) * size).map((one) => one[whose])).median;
};
const NAMES = { held: 'ours after garbage collection', process: 'our process', chromium: 'Chromium’s processes' } as const;
for (const whose of ['held', 'process', 'chromium'] as const) {
	const thirds = [0, 1, 2].map((part) => third(part, whose));
	const growth = (thirds[2] ?? 0) / (thirds[0] ?? 1) - 1;
	console.log(
		`memory over ${memory.length} pages, ${NAMES[whose]}: ${thirds.map((mb) => `${mb.toFixed(1)} MB`).join(', ')} by thirds, ${(growth * 100).toFixed(0)} % more in the last than in the first (goal: flat)`,
	);
}
console.log(
	`processes of Chromium: ${[0, 1, 2].map((part) => third(part, 'processes')).join(', ')} by thirds (it keeps a renderer more or less in reserve, of about 93 MB)`,
);
await writeResult('scan', { rounds: ROUNDS, pages: PAGES, times, ratio, goal: GOAL, memory });
await browsers.close();
server.close();
