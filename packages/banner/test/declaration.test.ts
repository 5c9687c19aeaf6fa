// @vitest-environment node
/** The cookie declaration in Chromium, under the strict policy. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { recordsOf, visit } from './visit.ts';

const cookies = (config: { categories: { key: string; cookies: { name: string; provider: string; keeps: string }[] }[] }): void => {
	const statistics = config.categories.find((c) => c.key === 'statistics');
	if (statistics) statistics.cookies = [{ name: '_st', provider: 'Stats', keeps: '30 d' }];
};
const page = '<main><h1>Cookies</h1><luvalla-declaration></luvalla-declaration></main>';

describe('the cookie declaration', () => {
	it('lists what a category keeps, says what was chosen, changes, withdraws and leads to the receipt', async () => {
		const logId = '01900000-0000-7000-8000-00000000000a';
		const {
			page: tab,
			problems,
			site,
		} = await visit({
			page,
			input: (given) => {
				cookies(given.config);
				given.logId = logId;
			},
		});
		const table = tab.getByRole('region', { name: 'Statistics' });
		await table.getByRole('row', { name: '_st Stats 30 d' }).waitFor();
		await tab.getByText('You have not chosen yet.').waitFor();
		expect(await tab.getByText('Not answered').count()).toBe(3);
		expect(await tab.getByRole('button', { name: 'Withdraw my consent' }).count()).toBe(0);
		await tab.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => tab.getByText(/^Allowed \(\d/).count()).toBe(3);
		await expect.poll(() => recordsOf(site).length).toBe(3);
		const receipt = tab.getByRole('link', { name: 'Receipt: Statistics' });
		expect(await receipt.getAttribute('href')).toBe(`${site.cmpUrl}/edge/v1/receipts/${recordsOf(site)[0]?.id}?log=${logId}`);
		const change = tab.getByRole('button', { name: 'Change my choice' });
		await change.press('Enter');
		await tab.getByRole('switch', { name: 'Media' }).uncheck();
		await tab.getByRole('button', { name: 'Save my choices' }).click();
		await expect.poll(() => tab.getByText(/^Not allowed \(\d/).count()).toBe(1);
		await tab.getByRole('button', { name: 'Withdraw my consent' }).click();
		await expect.poll(() => tab.getByText(/^Not allowed \(\d/).count()).toBe(3);
		expect(
			recordsOf(site)
				.slice(-2)
				.map((r) => [r.category, r.value]),
		).toEqual([
			['statistics', false],
			['marketing', false],
		]);
		// No id is kept on the device: on another page there is no receipt to lead to.
		await tab.reload();
		await expect.poll(() => tab.getByText(/^Not allowed \(\d/).count()).toBe(3);
		expect(await tab.getByRole('link').count()).toBe(0);
		expect(problems).toEqual([]);
	});

	it('has nothing that axe objects to, in both languages; a page without one does not load it', async () => {
		for (const lang of ['en', 'fi']) {
			const { page: tab } = await visit({
				page: page.replace('luvalla-declaration', 'div data-luvalla-declaration'),
				lang,
				strict: false,
				input: ({ config }) => cookies(config),
			});
			await tab.getByText(lang === 'en' ? 'You have not chosen yet.' : 'Et ole vielä valinnut.').waitFor();
			await tab.getByRole('dialog').waitFor();
			expect(await violations(tab)).toEqual([]);
		}
		const { page: plain, site } = await visit();
		await plain.getByRole('dialog').waitFor();
		expect(site.asked.filter((path) => path.includes('declaration'))).toEqual([]);
	});
});
