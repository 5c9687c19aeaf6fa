/** From nothing to a recorded consent: publish a banner, visit the shop, choose, see the record arrive. */
import { expect, test } from '@playwright/test';
import { openShadows, stateFile } from './people.ts';
import { SHOP_PORT } from './server.ts';

test.use({ storageState: stateFile('owner') });
test.describe.configure({ mode: 'serial' });

const SHOP = `http://shop.localhost:${SHOP_PORT}/`;

test('a newcomer publishes a banner, a visitor chooses, and the record arrives by itself', async ({ page, context, browser }) => {
	await openShadows(context);
	await page.goto('/lightconfig/new');
	await page.getByLabel('Title', { exact: true }).fill('Shop banner');
	await expect(page.frameLocator('iframe').getByRole('button', { name: 'Refuse all' })).toBeVisible();
	await page.getByRole('button', { name: /^Publish/ }).click();
	// it is rendered and measured in a browser first: seconds
	await expect(page.getByText('Configuration published successfully.')).toBeVisible({ timeout: 60_000 });
	await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();

	await page.goto('/reports?tab=consent');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

	// A visitor, in a browser of their own.
	const visitor = await browser.newContext({ storageState: undefined });
	await openShadows(visitor);
	const shop = await visitor.newPage();
	const asked: string[] = [];
	shop.on('request', (request) => asked.push(request.url()));
	await shop.goto(SHOP);
	const banner = shop.getByRole('dialog');
	await expect(banner).toBeVisible();
	const third = () => asked.filter((url) => /(stats|ads|video)\.localhost/.test(url));
	expect(third()).toEqual([]);
	expect(await visitor.cookies()).toEqual([]);

	await banner.getByRole('button', { name: 'Choose' }).click();
	await shop.getByRole('switch', { name: /Statistics/ }).click();
	const sent = shop.waitForResponse((response) => response.url().endsWith('/edge/v1/records'));
	await shop.getByRole('button', { name: 'Save my choices' }).click();
	const response = await sent;
	expect(response.status()).toBe(200);
	const said = JSON.parse(response.request().postData() ?? '{}').records.map((r: { category: string; value: boolean }) => [
		r.category,
		r.value,
	]);
	expect(said).toEqual([
		['statistics', true],
		['marketing', false],
		['media', false],
	]);
	await expect(banner).toBeHidden();
	await expect.poll(() => third().some((url) => url.includes('stats.localhost'))).toBe(true);
	expect(third().some((url) => /ads|video/.test(new URL(url).hostname))).toBe(false);

	// A returning visitor is not asked again.
	await shop.reload();
	await expect(shop.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(banner).toBeHidden();

	// The report followed without being touched.
	const row = page.getByRole('row').filter({ hasText: 'shop.localhost' }).first();
	await expect(row).toBeVisible();
	await row.getByRole('link').first().click();
	await expect(page).toHaveURL(/\/reports\/records\//);
	await expect(page.getByText('shop.localhost').first()).toBeVisible();
	await expect(page.getByText(/[0-9a-f]{4}…[0-9a-f]{4}|[0-9a-f]{64}/).first()).toBeVisible();
	await visitor.close();
});
