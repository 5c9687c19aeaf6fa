/**
 * What holds for a page whatever it shows: axe finds nothing, it does not scroll sideways, and its dates can be read to the end.
 *
 * Axe is put into the page itself and run there. Frames are no part of this check (the only ones are banner previews, swept by the
 * banner’s own tests).
 */
import { expect, type Page } from '@playwright/test';
import { AXE } from '../../../packages/banner/test/axe.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What can be pressed and lies below a notice. Dialogs hold back what is behind them: there nothing can be pressed. */
const covered = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const below: string[] = [];
		for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
			const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
			const [x, y] = [(left + right) / 2, (top + bottom) / 2];
			if (width === 0 || height === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight || one.closest('[data-kind]')) continue;
			const [first, ...rest] = document.elementsFromPoint(x, y);
			const notice = first?.closest('.mantine-Notification-root');
			const next = rest.find((found) => !notice?.contains(found) && !found.contains(notice ?? null));
			if (notice && next && (one.contains(next) || next.contains(one))) below.push(one.outerHTML.slice(0, 120));
		}
		return below;
	});

/** In the frame it is `main` that scrolls, not the page. */
const sideways = (page: Page): Promise<string[]> =>
	page.evaluate(() => [
		...[document.documentElement, ...document.querySelectorAll('main')]
			.filter((one) => one.scrollWidth > one.clientWidth)
			.map((one) => `${one.tagName} ${one.scrollWidth - one.clientWidth} px`),
		...[...document.querySelectorAll('input')]
			.filter((one) => /^\d{4}-\d\d-\d\d$/.test(one.value) && one.scrollWidth > one.clientWidth)
			.map(({ value }) => value),
	]);

const judged = async (page: Page): Promise<string[]> => {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
	return page.evaluate(async (tags) => {
		const { violations } = await window.axe.run(
			{ exclude: [['iframe']] },
			{ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] },
		);
		return violations.map(({ id, nodes }) => {
			const why = nodes.map(({ target, any }) => [target.join(' '), ...any.map(({ message }) => message)].join(' '));
			return `${id}: ${why.join(' | ')}`;
		});
	}, TAGS);
};

/** `what` is said where the check fails. */
export const check = async (page: Page, what?: string): Promise<void> => {
	let found = await judged(page);
	if (found.some((one) => one.startsWith('page-has-heading-one'))) {
		// What follows a save may be on its way: the page is judged by what comes.
		await expect(page.locator('h1'), what).not.toHaveCount(0);
		found = await judged(page);
	}
	expect(found, what).toEqual([]);
	// What stands there while it loads may be wider.
	await expect.poll(() => sideways(page), { message: what ?? '' }).toEqual([]);
	// Notices look for a place where they cover nothing several times a second.
	await expect.poll(() => covered(page), { message: what ?? '' }).toEqual([]);
};
