/** What holds for a page whatever it shows: axe finds nothing, and it does not scroll sideways. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const check = async (page: Page): Promise<void> => {
	const { violations } = await new AxeBuilder({ page })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
		.exclude('iframe')
		.analyze();
	expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`)).toEqual([]);
	const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	expect(wider).toBeLessThanOrEqual(0);
};
