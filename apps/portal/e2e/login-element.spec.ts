/** The login element on a customer's page: a popup signs the person in, the page hears who it is, and nothing is stored there. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { mailbox, openShadows } from './people.ts';
import { SHOP_PORT } from './server.ts';

test('a visitor of the shop signs in with the button', async ({ browser }) => {
	const context = await browser.newContext({ storageState: undefined });
	await openShadows(context);
	const shop = await context.newPage();
	await shop.goto(`http://shop.localhost:${SHOP_PORT}/`);
	const opened = context.waitForEvent('page');
	await shop.getByRole('button', { name: 'Sign in' }).click();
	const popup = await opened;
	// in the application's name and colour, and still accessible
	await expect(popup.getByRole('heading', { name: 'Sign in to Aalto kauppa' })).toBeVisible();
	await expect(popup.getByRole('button', { name: 'Sign in', exact: true })).toHaveCSS('background-color', 'rgb(43, 74, 63)');
	expect((await new AxeBuilder({ page: popup }).analyze()).violations.map((one) => one.id)).toEqual([]);
	await popup.getByLabel('Email').fill('person@luvalla.localhost');
	await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
	// Asked for once the mail is written: an earlier code would be refused.
	await expect(popup.getByLabel(/code/i)).toBeVisible();
	const code = await mailbox(context).codeFor('person@luvalla.localhost');
	const closed = popup.waitForEvent('close');
	await popup.getByLabel(/code/i).fill(code);
	await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
	await closed;
	await expect(shop.locator('[data-signed-in]')).toHaveText(/Signed in as Päivi Person/);
	expect((await context.cookies(`http://shop.localhost:${SHOP_PORT}`)).map((c) => c.name)).toEqual([]);
	await context.close();
});
