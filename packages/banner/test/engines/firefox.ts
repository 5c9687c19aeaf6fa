/** Firefox, by WebDriver BiDi. */
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { changed } from './changed.ts';
import type { Engine } from './engine.ts';

/** Null: not installed. */
export const firefoxEngine = async (): Promise<Engine | null> => {
	const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
	if (!executablePath) return null;
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath,
		headless: true,
		extraPrefsFirefox: {
			'ui.prefersReducedMotion': 1,
			'intl.accept_languages': 'en',
			'network.dns.localDomains': '',
			'dom.ipc.processCount': 4,
		},
	});
	return {
		name: 'Firefox',
		close: () => browser.close(),
		async visitor() {
			const context = await browser.createBrowserContext();
			return {
				leave: () => context.close(),
				async tab() {
					const page = await context.newPage();
					await page.setViewport({ width: 1280, height: 800 });
					return {
						go: async (url) => void (await page.goto(url)),
						// A page out of the cache has no load event, for which the protocol would wait.
						back: async () => {
							const address = () => page.evaluate('location.href') as Promise<string>;
							const before = await address();
							await page.evaluate('void setTimeout(() => history.back())');
							await changed(address, before);
						},
						reload: async () => void (await page.reload()),
						run: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
						picture: async () => Buffer.from(await page.screenshot()),
						size: (width, height) => page.setViewport({ width, height }),
						close: () => page.close(),
					};
				},
			};
		},
	};
};
