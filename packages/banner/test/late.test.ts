// @vitest-environment node
/** A snippet that stands where it cannot stop everything, in Chromium: it says so once, and works as far as it can. */
import { describe, expect, it } from 'vitest';
import { visit } from './visit.ts';

/** What the console was warned of on a page opened again, and whether the visitor was asked. */
const warned = async (above: string, change?: (snippet: string) => string) => {
	const { page } = await visit({ above, strict: false });
	const told: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'warning' && message.text().startsWith('Luvalla')) told.push(message.text());
	});
	if (change)
		await page.route('**/*', async (route) => {
			if (route.request().resourceType() !== 'document') return route.continue();
			const answer = await route.fetch();
			await route.fulfill({
				response: answer,
				body: (await answer.text()).replace(/<script src="[^"]*\/cmp\/d\/[^"]*"><\/script>/, change),
			});
		});
	await page.reload();
	await page.getByRole('button', { name: 'Refuse all' }).waitFor();
	await page.waitForTimeout(200);
	return told;
};

describe('a snippet that comes late', () => {
	it('says nothing where it stands first', async () => {
		expect(await warned('')).toEqual([]);
		expect(
			await warned('<script type="application/ld+json">{}</script><script type="text/plain" data-luvalla="statistics">1</script>'),
		).toEqual([]);
	});
	it.each([
		['behind another script', '<script>window.before = 1</script>', undefined],
		['async', '', (snippet: string) => snippet.replace('<script', '<script async')],
		['deferred', '', (snippet: string) => snippet.replace('<script', '<script defer')],
		['last of body', '', (snippet: string) => `</head><body>${snippet}`],
	])('%s: says so once, and asks', async (_, above, change) => {
		expect(await warned(above, change)).toEqual([
			'Luvalla is not the first script of head, or is async or deferred: what runs before it is not stopped.',
		]);
	});
});
