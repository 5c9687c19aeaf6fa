/** The login element on a customer's page: a popup signs the person in, the page hears who it is, and nothing is stored there. */
import { expect, test } from '@playwright/test';
import { violations } from '../../../packages/banner/test/axe.ts';
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
	expect(await violations(popup)).toEqual([]);
	await popup.getByLabel('Email').fill('person@luvalla.localhost');
	await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
	// Asked for once the mail is written: an earlier code would be refused.
	await expect(popup.getByLabel(/code/i)).toBeVisible();
	const code = await mailbox(context).codeFor('person@luvalla.localhost');
	await popup.getByLabel(/code/i).fill(code);
	await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
	// She has nothing else to do with the shop's company: it learns who she is only when she says so.
	await expect(popup.getByRole('heading', { name: 'Let Aalto kauppa know you?' })).toBeVisible();
	await expect(
		popup.getByText('Aalto kauppa belongs to Aalto Oy. You are signed in to Luvalla as person@luvalla.localhost.'),
	).toBeVisible();
	// A no is as easy to see as a yes.
	for (const name of ['Allow', 'Not now'])
		await expect(popup.getByRole('button', { name })).toHaveCSS('background-color', 'rgb(255, 255, 255)');
	expect(await violations(popup)).toEqual([]);
	await popup.getByRole('button', { name: /English/ }).click();
	await popup.getByRole('menuitemradio', { name: 'Finnish' }).click();
	await expect(popup.getByRole('heading', { name: 'Saako Aalto kauppa tietää, kuka olet?' })).toBeVisible();
	const closed = popup.waitForEvent('close');
	await popup.getByRole('button', { name: 'Salli' }).click();
	await closed;
	await expect(shop.locator('[data-signed-in]')).toHaveText(/Signed in as Päivi Person/);
	// asked once
	await shop.reload();
	const again = context.waitForEvent('page');
	await shop.getByRole('button', { name: 'Sign in' }).click();
	// It needs nobody any more, and may be gone by now.
	const once = await again;
	if (!once.isClosed()) await once.waitForEvent('close');
	await expect(shop.locator('[data-signed-in]')).toHaveText(/Signed in as Päivi Person/);
	expect((await context.cookies(`http://shop.localhost:${SHOP_PORT}`)).map((c) => c.name)).toEqual([]);
	await context.close();
});

test('what the provider refuses is a page that says so, in the browser’s language', async ({ browser }) => {
	for (const [locale, title, home] of [
		['en-US', 'This sign-in cannot go on', 'To Luvalla'],
		['fi-FI', 'Kirjautuminen ei voi jatkua', 'Luvallaan'],
	] as const) {
		const context = await browser.newContext({ storageState: undefined, locale });
		const page = await context.newPage();
		await page.goto('/identity/auth?client_id=nobody&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fapp.example%2F');
		await expect(page.getByRole('heading', { name: title })).toBeVisible();
		await expect(page.getByRole('link', { name: home })).toHaveCSS('border-radius', '6px');
		expect(await violations(page)).toEqual([]);
		await context.close();
	}
});
