/**
 * What a page costs on the wire, as Chromium counts it: bodies as they were sent, compressed, and headers, of everything that
 * the page loads. The caller opens it in a browser context that has loaded nothing before.
 */
import type { BrowserContext, Page } from '@playwright/test';

export interface Loaded {
	/** Without the origin. */
	path: string;
	/** As the browser names it: `Document`, `Script`, `Stylesheet`, `Font`, `Fetch` … */
	type: string;
	bytes: number;
}

export interface Wire {
	bytes: number;
	loaded: readonly Loaded[];
	/** Cumulative layout shift until then, without what a person's own act moved. */
	shift: number;
}

/** Opens a page, waits for `shown` and then for half a second without a request, and counts. The page is closed. */
export const wireOf = async (context: BrowserContext, url: string, shown: (page: Page) => Promise<unknown>): Promise<Wire> => {
	const page = await context.newPage();
	const browser = await context.newCDPSession(page);
	const loaded = new Map<string, Loaded>();
	const opened = new Set<string>();
	const redirects: Loaded[] = [];
	let quietSince = performance.now();
	const add = (id: string, bytes: number): void => {
		const one = loaded.get(id);
		if (one) one.bytes += bytes;
		quietSince = performance.now();
	};
	browser.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', redirectResponse }) => {
		const before = loaded.get(requestId);
		if (before && redirectResponse) redirects.push({ ...before, bytes: redirectResponse.encodedDataLength });
		const { protocol, pathname } = new URL(request.url);
		// what stands in the page itself was sent with it
		if (!protocol.startsWith('http')) return;
		loaded.set(requestId, { path: pathname, type, bytes: 0 });
		// the live stream never ends, and what a sandboxed frame gets is told to its own session
		if (type !== 'EventSource' && (type !== 'Document' || loaded.size === 1)) opened.add(requestId);
		quietSince = performance.now();
	});
	browser.on('Network.responseReceived', ({ requestId, response }) => add(requestId, response.encodedDataLength));
	browser.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
	browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const one = loaded.get(requestId);
		if (one) one.bytes = encodedDataLength;
		opened.delete(requestId);
		quietSince = performance.now();
	});
	browser.on('Network.loadingFailed', ({ requestId }) => opened.delete(requestId));
	await browser.send('Network.enable');
	await page.addInitScript(() => {
		Object.assign(window, { shifted: 0 });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
					Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + Number(entry.value) });
		}).observe({ type: 'layout-shift', buffered: true });
	});
	await page.goto(url);
	await shown(page);
	while (opened.size > 0 || performance.now() - quietSince < 500) await page.waitForTimeout(50);
	const shift = await page.evaluate(() => Number(Reflect.get(window, 'shifted')));
	await page.close();
	const all = [...redirects, ...loaded.values()].toSorted((a, b) => b.bytes - a.bytes);
	return { bytes: all.reduce((sum, one) => sum + one.bytes, 0), loaded: all, shift };
};

/** The bytes by type, the largest first. */
export const byType = ({ loaded }: Wire): Record<string, number> => {
	const sums = new Map<string, number>();
	for (const { type, bytes } of loaded) sums.set(type, (sums.get(type) ?? 0) + bytes);
	return Object.fromEntries([...sums].toSorted((a, b) => b[1] - a[1]));
};
