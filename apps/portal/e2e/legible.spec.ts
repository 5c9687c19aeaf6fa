/** What is read at a glance: figures of hosts, days and times keep their full stops apart. */
import { expect, test } from '@playwright/test';

test('a full stop, comma or colon stands clear of the sign before it', async ({ browser }) => {
	const page = await (await browser.newContext()).newPage();
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const drawn = await page.evaluate(async () => {
		await document.fonts.load('100px "Instrument Sans Variable"', '7.');
		const line = document.createElement('span');
		line.style.cssText = 'position: absolute; font: 400 100px "Instrument Sans Variable"; white-space: pre';
		document.body.append(line);
		const wide = (text: string): number => {
			line.textContent = text;
			return line.getBoundingClientRect().width;
		};
		return ['7.', '1.', '.0', '7,', 'f.', 'y.', '1:'].map((pair) => ({
			pair,
			closer: wide(pair[0] ?? '') + wide(pair[1] ?? '') - wide(pair),
		}));
	});
	for (const { pair, closer } of drawn) expect(Math.abs(closer), `${pair} is drawn closer by hundredths of its height`).toBeLessThan(0.5);
	await page.context().close();
});
