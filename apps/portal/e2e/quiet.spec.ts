/** What a page leaves behind: nothing in the console, its thing in the tab, and itself alone on paper. */
import { expect, type Page, test } from '@playwright/test';
import { stateFile } from './people.ts';

const complaints = (page: Page): string[] => {
	const said: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') said.push(message.text());
	});
	page.on('pageerror', (error) => said.push(error.message));
	return said;
};

test('signed out nothing is complained of, and no session is asked for', async ({ browser }) => {
	const page = await (await browser.newContext()).newPage();
	const said = complaints(page);
	const asked: string[] = [];
	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	expect(said).toEqual([]);
	expect(asked).not.toContain('/identity/account/authenticate');
	await page.context().close();
});

test.describe('signed in', () => {
	test.use({ storageState: stateFile('owner') });

	test('the dashboard complains of nothing, and is alone on paper', async ({ page }) => {
		const said = complaints(page);
		await page.goto('/customerdashboard');
		await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
		await expect(page.getByRole('heading', { name: 'Latest choices' })).toBeVisible();
		await page.waitForLoadState('networkidle');
		expect(said).toEqual([]);
		const around = [
			page.getByRole('banner'),
			page.getByRole('button', { name: 'Guide me' }),
			page.getByRole('link', { name: 'Reporting', exact: true }),
			page.getByRole('button', { name: 'CSV' }),
		];
		for (const one of around) await expect(one).toBeVisible();
		await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
		for (const one of around) await expect(one).toBeHidden();
		await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
		await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
	});

	test('paper keeps what names a row, and tells moments', async ({ page }) => {
		await page.goto('/comparetrends');
		const measure = page.getByRole('rowheader', { name: 'Consent rate' }).getByRole('button');
		await expect(measure).toBeVisible();
		await page.emulateMedia({ media: 'print' });
		await expect(measure).toBeVisible();
		await expect(page.getByRole('button', { name: 'Swap A and B' })).toBeHidden();
		await page.goto('/manageaccount/credits');
		await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
		await expect(page.getByRole('heading', { name: 'Buy credits' })).toBeHidden();
		// as wide as A4 within its margins: nothing of a page stands beside the paper
		await page.setViewportSize({ width: 688, height: 970 });
		const width = () => page.evaluate(() => document.documentElement.scrollWidth);
		expect(await width()).toBe(688);
		await page.goto('/reports');
		await expect(page.getByRole('cell').first()).toBeVisible();
		expect(await width()).toBe(688);
		await page.goto('/lightconfig');
		await expect(page.getByRole('columnheader', { name: 'Title' })).toBeVisible();
		await expect(page.getByRole('link', { name: 'Add configuration' })).toBeHidden();
		const told = page.locator('time[data-exact]').first();
		await expect(told).toHaveCSS('font-size', '0px');
		expect(await told.evaluate((one) => getComputedStyle(one, '::after').content)).toMatch(/^"[A-Z][a-z]{2}-\d\d-\d{4}, \d\d:\d\d:\d\d"$/);
	});

	test('the header is one line, a name has room for its words, and nothing shines through a foot that stays in sight', async ({ page }) => {
		await page.setViewportSize({ width: 1280, height: 800 });
		await page.goto('/domainprofiles');
		await expect(page.getByRole('banner')).toHaveCSS('flex-wrap', 'nowrap');
		await page.setViewportSize({ width: 820, height: 1024 });
		const name = page.getByRole('cell').first();
		await expect(name.getByRole('link')).toBeVisible();
		expect((await name.boundingBox())?.width).toBeGreaterThan(140);
		await page.goto('/segments/new');
		await expect(page.getByRole('button', { name: 'Save segment' }).locator('xpath=..')).toHaveCSS('z-index', '2');
	});

	test('what was written stays, and a sentence says why it is not saved, where the line is gone', async ({ page, context }) => {
		await page.goto('/segments/new');
		const name = page.getByRole('textbox', { name: 'Name' });
		await name.fill('Written on a train');
		await page.getByRole('radio').nth(1).check();
		await page.waitForLoadState('networkidle');
		await context.setOffline(true);
		await page.getByRole('button', { name: 'Save segment' }).click();
		const said = page.getByRole('alert');
		await expect(said).toBeVisible();
		await page.getByRole('button', { name: 'Guide me' }).click();
		await expect(said).toContainText('A part of this page did not load.');
		await said.getByRole('button', { name: 'Close' }).click();
		await expect(said).toBeHidden();
		await expect(name).toHaveValue('Written on a train');
	});

	test('at 400 % every head that sorts is seen, and a drawer has room for its fields', async ({ page }) => {
		await page.setViewportSize({ width: 320, height: 256 });
		await page.goto('/domainprofiles');
		const sort = page.getByRole('button', { name: 'Last seen' });
		await sort.focus();
		expect(
			await sort.evaluate((one) => {
				const { left, top } = one.getBoundingClientRect();
				return one.contains(document.elementFromPoint(left + 8, top + 8));
			}),
		).toBe(true);
		await page.goto('/lightconfig/purposes?id=new');
		const drawer = page.getByRole('dialog', { name: 'Add purpose' });
		await expect(drawer.getByText('Domain', { exact: true })).toBeInViewport({ ratio: 1 });
		const save = drawer.getByRole('button', { name: 'Add purpose' });
		await save.focus();
		await expect(save).toBeInViewport({ ratio: 1 });
	});

	test('a page begins at its top, wherever the one before was scrolled to', async ({ page }) => {
		await page.setViewportSize({ width: 1280, height: 480 });
		await page.goto('/customerdashboard');
		await expect(page.getByRole('heading', { name: 'Latest choices' })).toBeVisible();
		const main = page.locator('#main');
		const top = (): Promise<number> => main.evaluate((one) => one.scrollTop);
		// Both are longer than the window: a short page would stand at its top whatever was done.
		await main.evaluate((one) => {
			if (one.firstElementChild instanceof HTMLElement) one.firstElementChild.style.minHeight = '3000px';
			one.scrollTo({ top: 300 });
		});
		await expect.poll(top).toBeGreaterThan(200);
		await page.getByRole('link', { name: 'Reporting', exact: true }).click();
		await expect(page).toHaveURL(/\/reports/);
		await expect.poll(top).toBe(0);
	});

	test('a tab names the thing, then the page', async ({ page }) => {
		await page.goto('/customerdomains');
		await expect(page).toHaveTitle('Manage domains · Luvalla');
		await page.getByRole('link', { name: 'shop.localhost' }).click();
		await expect(page).toHaveTitle('shop.localhost · Manage domains · Luvalla');
		await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
		await expect(page).toHaveTitle('Manage domains · Luvalla');
	});
});
