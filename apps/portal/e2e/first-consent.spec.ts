/** From nothing to a recorded consent: publish a banner, visit the shop, choose, see the record arrive. */
import { expect, test } from '@playwright/test';
import { openShadows, proveIfAsked, stateFile } from './people.ts';
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
	await expect(page.getByText('Configuration published successfully.')).toBeVisible();
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

test('a webhook is tested by the browser until it is saved, then by the server, told of a choice, and what came of it stands in its log', async ({
	page,
	browser,
}) => {
	const HOOK = 'https://hook.localhost/consent';
	const tests: unknown[] = [];
	await page.route(HOOK, async (route) => {
		const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
		if (route.request().method() === 'POST') tests.push(route.request().postDataJSON());
		await route.fulfill({ status: 204, headers });
	});
	await page.goto('/customerdomains');
	await page.getByRole('link', { name: 'shop.localhost' }).click();
	const drawer = page.getByRole('dialog', { name: 'Edit domain' });
	await drawer.getByLabel('Webhook address').fill(HOOK);
	await drawer.getByRole('button', { name: 'Send test' }).click();
	const body = { Domain: 'shop.localhost', UpdatedTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };
	await expect.poll(() => tests).toEqual([body]);
	await drawer.getByRole('button', { name: 'Save domain' }).click();
	// Where people's choices go is asked for with a fresh proof; in a long run the sign-in is none any more.
	await proveIfAsked(page, 'owner@luvalla.localhost', page.getByText('Domain updated successfully.'));
	// What is stored is tested by the server, with what is hidden here; it reaches nobody under this name.
	await page.getByRole('link', { name: 'shop.localhost' }).click();
	await drawer.getByRole('button', { name: 'Send test' }).click();
	await expect(drawer.getByText(/^It did not arrive: /)).toBeVisible();
	expect(tests).toEqual([body]);

	const visitor = await browser.newContext({ storageState: undefined });
	await openShadows(visitor);
	const shop = await visitor.newPage();
	await shop.goto(SHOP);
	await shop.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click();
	await expect(shop.getByRole('dialog')).toBeHidden();
	await visitor.close();

	// Nobody answers there, and the server says so: the page's own answer above was for the browser alone.
	await page.goto('/customerdomains');
	await page.getByRole('link', { name: 'shop.localhost' }).click();
	await drawer.getByRole('tab', { name: 'Deliveries' }).click();
	const line = drawer.getByRole('row').filter({ hasText: 'consentAdded' }).first();
	await expect(line).toContainText(/: yes/);
	await expect(line).toContainText('Waiting');
	await expect(line).toContainText(/It leads to a private network.* · \d+ ms/);
	await line.getByRole('button', { name: /^Actions for/ }).click();
	await page.getByRole('menuitem', { name: 'Send again' }).click();
	await expect(page.getByText('It is being sent again.')).toBeVisible();
	await expect(line).toContainText(/\d earlier tr(y|ies)/);

	// The report counts the choices of both visitors: one accepted some, one all, and both are in the consent rate.
	await page.goto('/reports?tab=rates');
	await expect(page.getByText(/of 2 choices said yes/)).toBeVisible();
	await page.getByText('Publication', { exact: true }).click();
	await expect(page.getByRole('row').filter({ hasText: 'Shop banner 1' })).toContainText('100.0%');
});
