/**
 * A domain is deleted, with nothing excused, in Finnish: its own admin asks, whoever answers for the customer sees that it is asked, a platform
 * admin sees what will be lost and types its name; nothing is served for it from then on, and what is left at the end is a signed report.
 */
import { type BrowserContext, expect, test } from '@playwright/test';
import { fi as requests } from '../src/wings/tenancy/deletion-requests/messages/fi.ts';
import { fi as domains } from '../src/wings/tenancy/domains/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { look, openRoad, shopOf } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 90;
const SHOP = 'shop.localhost';

let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let domainId = '';

test.beforeAll(async ({ browser }) => {
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, { DELETION_DELAY_HOURS: '0' }));
});
test.afterAll(() => stop?.());

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
/** What its pages read at run time. */
const served = async (): Promise<number> => (await fetch(`${ready.portal}/cmp/d/${domainId}/properties.json`)).status;

test('the domain’s own admin asks, and says why', async () => {
	const page = await writer.newPage();
	await page.goto(`${ready.portal}/customerdomains`);
	({ domainId } = await shopOf(page));
	await page.getByRole('button', { name: domains.requestDeletion }).click();
	const drawer = page.getByRole('dialog', { name: domains.askTitle });
	await drawer.getByRole('button', { name: domains.send }).click();
	await expect(drawer.getByText('Valitse verkkotunnus, jonka poistamista pyydetään.').first()).toBeVisible();
	await look(page, 'deletion-not-chosen');
	await drawer.getByRole('combobox', { name: domains.domain }).click();
	await page.getByRole('option', { name: SHOP }).click();
	await drawer.getByRole('textbox', { name: domains.reason }).fill('Kauppa muutti osoitteeseen lehti.aalto.example.');
	await drawer.getByRole('button', { name: domains.send }).click();
	await expect(page.getByText('Verkkotunnuksen poistamista on pyydetty.')).toBeVisible();
	await page.close();
});

test('whoever answers for the customer sees that it is asked', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/customerdomains`);
	await expect(page.getByText(filled(domains.askedStrip, { who: 'editor@luvalla.localhost', domain: SHOP }))).toBeVisible();
	await expect(page.getByRole('button', { name: domains.takeBack })).toBeVisible();
	await look(page, 'deletion-asked');
	await page.close();
});

test('a platform admin sees what will be lost, types its name, and it is erased with a report', async ({ browser }) => {
	test.setTimeout(600_000);
	const admin = await signedIn(browser, ready, 'admin');
	await admin.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	const page = await admin.newPage();
	await page.goto(`${ready.portal}/requests`);
	await page.getByRole('button', { name: requests.process }).click();
	await expect(page.getByText('Valitse verkkotunnuspyyntö, jonka haluat käsitellä.')).toBeVisible();
	await page.getByRole('radio', { name: filled(requests.chooseRequest, { domain: SHOP }) }).check();
	await look(page, 'deletion-requests');
	await page.getByRole('button', { name: requests.process }).click();
	await expect(page.getByText(requests.lost_people, { exact: false }).first()).toBeVisible();
	await look(page, 'deletion-request');
	expect(await served()).toBe(200);
	await page.getByRole('textbox', { name: filled(requests.type, { domain: SHOP }) }).fill(SHOP);
	await page.getByRole('button', { name: requests.process }).click();
	await expect(page.getByText('Pyyntö käsiteltiin.')).toBeVisible();
	// A process serves for seconds what it has read.
	await expect.poll(served, { timeout: 30_000 }).toBe(404);
	await expect(page.getByRole('table', { name: requests.reportTitle })).toBeVisible({ timeout: 300_000 });
	await look(page, 'deletion-report');

	const owner = await chief.newPage();
	await owner.goto(`${ready.portal}/customerdomains`);
	await expect(owner.getByRole('link', { name: 'club.localhost' })).toBeVisible();
	await expect(owner.getByRole('link', { name: SHOP })).toHaveCount(0);
	await owner.close();
	await admin.close();
});
