/** Reading what a press led to. For tests only. */
import type { BrowserContext, Page } from 'playwright-core';

const patched = new WeakSet<object>();

/** The frame after the press is drawn, and what waited for it is done (src/light/after-paint.ts). */
const drawn = (page: Page): Promise<void> =>
	page.evaluate(
		() =>
			new Promise<void>((done) => {
				requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
				setTimeout(done, 250);
			}),
	);

/**
 * An answer is taken only after its press was drawn, so a test that reads at once may read from before it. From now on a click
 * of any locator is over when that frame is. A click that leads to another page needs no frame of this one.
 */
export const clicksAreTaken = (page: Page): void => {
	const locators: { click: (...given: unknown[]) => Promise<void>; page(): Page } = Object.getPrototypeOf(page.locator('html'));
	if (patched.has(locators)) return;
	patched.add(locators);
	const { click } = locators;
	locators.click = async function (...given) {
		await click.apply(this, given);
		const address = this.page().url();
		await drawn(this.page()).catch((error: unknown) => {
			if (this.page().url() === address && !/navigation|closed|destroyed/i.test(String(error))) throw error;
		});
	};
};

/** A page on which presses are taken, and what it complains of is kept. */
export const watchedPage = async (context: BrowserContext): Promise<{ page: Page; problems: string[] }> => {
	const page = await context.newPage();
	clicksAreTaken(page);
	const problems: string[] = [];
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	return { page, problems };
};
