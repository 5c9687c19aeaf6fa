/**
 * What holds for a page whatever it shows: axe finds nothing, and it does not scroll sideways.
 *
 * Axe is put into the page itself and run there, all its rules: 0.15 s a page. `AxeBuilder` of `@axe-core/playwright` asks
 * the same rules, but opens a second page for each answer, to gather what was found in frames: 1.6 s. Frames are no part of
 * this check (the only ones are banner previews, swept by the banner's own tests).
 */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
	interface Window {
		axe: typeof axe;
	}
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `what` is said where the check fails. */
export const check = async (page: Page, what?: string): Promise<void> => {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
	const { found, wider } = await page.evaluate(async (tags) => {
		const { violations } = await window.axe.run(
			{ exclude: [['iframe']] },
			{ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] },
		);
		return {
			found: violations.map(({ id, nodes }) => {
				const why = nodes.map(({ target, any }) => [target.join(' '), ...any.map(({ message }) => message)].join(' '));
				return `${id}: ${why.join(' | ')}`;
			}),
			wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
		};
	}, TAGS);
	expect(found, what).toEqual([]);
	expect(wider, what).toBeLessThanOrEqual(0);
};
