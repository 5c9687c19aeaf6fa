/** Chromium, by Playwright. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../chromium-flags.ts';
import { changed } from './changed.ts';
import type { Engine } from './engine.ts';

/** Null: not installed. */
export const chromiumEngine = async (): Promise<Engine | null> => {
	const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) return null;
	// Playwright turns the back/forward cache off; a visitor's browser has it.
	const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
	return {
		name: 'Chromium',
		close: () => browser.close(),
		async visitor({ language = 'en' } = {}) {
			const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', locale: language });
			return {
				leave: () => context.close(),
				async tab() {
					const page = await context.newPage();
					return {
						go: async (url) => void (await page.goto(url)),
						// A page out of the cache has no load event, for which Playwright would wait.
						back: async () => {
							const before = page.url();
							await page.evaluate('void setTimeout(() => history.back())');
							await changed(() => page.url(), before);
						},
						reload: async () => void (await page.reload()),
						run: (expression) => page.evaluate(expression),
						picture: () => page.screenshot(),
						size: (width, height) => page.setViewportSize({ width, height }),
						close: () => page.close(),
					};
				},
			};
		},
	};
};
