/**
 * What the banner costs visitors of the sample's shop, as it is after `npm start` and a first publication: bytes of the
 * answers' bodies under `/cmp/` as they were sent, in Chromium, on a first visit and on the next one after a no and after a
 * yes; the next one with what a browser keeps, and once more with nothing kept. Beside it the same bytes of the page itself.
 * Nothing is timed. `npm run bench -- shop`.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import * as z from 'zod';
import { findChromium } from '../apps/server/src/kernel/browsers/find.ts';
import { CHROMIUM_FLAGS } from '../packages/banner/test/chromium-flags.ts';
import { writeResult } from './lib/result.ts';

process.env.E2E_PORT = '4586';
const { startServer } = await import('../apps/portal/e2e/server.ts');

const FIRST_GOAL = 10_500;
const RETURNING_GOAL = 3500;

/** So that the answers can be pressed; nothing else is changed. */
const OPEN_ROOTS = `{ const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }); }; }`;

interface Sent {
	/** Of ours, by file. */
	files: { path: string; bytes: number }[];
	bytes: number;
	/** Everything that the visit loaded. */
	all: number;
}

/** @param keeps whether the browser may use what it kept */
const visit = async (context: BrowserContext, url: string, keeps: boolean, act?: (page: Page) => Promise<unknown>): Promise<Sent> => {
	const page = await context.newPage();
	const cdp = await context.newCDPSession(page);
	const paths = new Map<string, string>();
	const bytes = new Map<string, number>();
	await cdp.send('Network.enable');
	await cdp.send('Network.setCacheDisabled', { cacheDisabled: !keeps });
	cdp.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
	// What had come with the first line of the answer was its head.
	cdp.on('Network.responseReceived', ({ requestId, response }) => bytes.set(requestId, -response.encodedDataLength));
	cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
		bytes.set(requestId, Math.max(0, (bytes.get(requestId) ?? 0) + encodedDataLength)),
	);
	await page.addInitScript(OPEN_ROOTS);
	await page.goto(url, { waitUntil: 'networkidle' });
	const sentNow = (): Sent => {
		const files = [...paths].map(([id, path]) => ({ path, bytes: bytes.get(id) ?? 0 }));
		const ours = files.filter(({ path }) => path.startsWith('/cmp/'));
		return { files: ours, bytes: ours.reduce((sum, one) => sum + one.bytes, 0), all: files.reduce((sum, one) => sum + one.bytes, 0) };
	};
	const sent = sentNow();
	await act?.(page);
	await page.waitForLoadState('networkidle');
	await page.close();
	return sent;
};

const { ready, stop } = await startServer();
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
try {
	const context = await browser.newContext({ locale: 'en-US' });
	const page = await context.newPage();
	await page.goto(ready.signIn);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('button', { name: 'Logout' }).waitFor();
	const ask = async <T>(method: 'GET' | 'POST', path: string, shape: z.ZodType<T>): Promise<T> => {
		const answer = await context.request.fetch(`${ready.portal}/api${path}`, { method, headers: { origin: ready.portal } });
		return z.object({ data: shape }).parse(await answer.json()).data;
	};
	const [customer] = await ask('GET', '/customer', z.array(z.object({ id: z.int() })));
	const Draft = z.object({ folder: z.string(), domain: z.string() });
	const drafts = await ask('GET', `/cmpconfigurator/lightconfig/${customer?.id}`, z.array(Draft));
	const draft = drafts.find(({ domain }) => domain === new URL(ready.shop).hostname);
	await ask('POST', `/cmpconfigurator/${draft?.folder}/publish`, z.object({ publishedFolder: z.string() }));
	await context.close();
	const rows: Record<string, number | string>[] = [];
	const results: Record<string, Sent> = {};
	for (const [answer, label] of [
		['no', /^(Refuse|Reject)/],
		['yes', /^Accept all/],
	] as const) {
		const visitor = await browser.newContext({ locale: 'en-US' });
		results[`first, then ${answer}`] = await visit(visitor, ready.shop, true, (shown) =>
			shown.getByRole('button', { name: label }).first().click(),
		);
		results[`next after ${answer}`] = await visit(visitor, ready.shop, true);
		results[`next after ${answer}, nothing kept`] = await visit(visitor, ready.shop, false);
		await visitor.close();
	}
	for (const [name, sent] of Object.entries(results))
		rows.push({
			visit: name,
			bytes: sent.bytes,
			'of the page’s': sent.all,
			files: sent.files.map((one) => `${one.path.split('/').at(-1)} ${one.bytes}`).join(', '),
		});
	console.table(rows);
	const goal = (what: string, value: number, most: number): void =>
		console.log(`  ${value <= most ? '✓ met    ' : '✗ NOT met'} ${what}: ${value} (at most ${most})`);
	const of = (name: string): number => results[name]?.bytes ?? Number.NaN;
	goal('first visit, bytes', of('first, then no'), FIRST_GOAL);
	goal('returning after a no, nothing kept', of('next after no, nothing kept'), RETURNING_GOAL);
	goal('returning after a yes, nothing kept', of('next after yes, nothing kept'), RETURNING_GOAL);
	goal('returning after a yes, as a browser keeps it', of('next after yes'), RETURNING_GOAL);
	await writeResult('shop', { results });
} finally {
	await browser.close();
	await stop();
}
