/**
 * A domain is deleted, in Finnish: whoever answers for the customer asks, and sees that it is asked; a platform admin sees what will be lost and
 * types its name; nothing is served for it from then on, and what is left at the end is a signed report.
 */
import { type BrowserContext, expect, test } from '@playwright/test';
import * as z from 'zod';
import { words } from '../src/lib/words-fi.ts';
import { fi as requests } from '../src/wings/tenancy/deletion-requests/messages/fi.ts';
import { fi as domains } from '../src/wings/tenancy/domains/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { ask, look, Named, openRoad, shopOf } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 90;
const OLD = 'arkisto.localhost';

let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let chief: BrowserContext;
let domainId = '';

test.beforeAll(async ({ browser }) => {
	({ ready, chief, stop } = await openRoad(browser, OWN_PORT, { DELETION_DELAY_HOURS: '0' }));
});
test.afterAll(() => stop?.());

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
/** What its pages read at run time. */
const served = async (): Promise<number> => (await fetch(`${ready.portal}/cmp/d/${domainId}/properties.json`)).status;

test('whoever answers for the customer asks, says why, and sees that it is asked', async () => {
	const page = await chief.newPage();
	await page.goto(ready.portal);
	const { customerId } = await shopOf(page);
	domainId = (await ask(page, 'POST', '/domain', { domain: OLD, customerId, name: 'Arkisto' }, Named)).id;
	const wording = { fi: { name: 'Uutiskirje', about: 'Kahdesti kuussa.' } };
	const { id: purposeId } = await ask(page, 'POST', `/consent/purpose/${customerId}`, { domainId, name: 'Uutiskirje', wording }, Named);
	const answer = {
		person: { email: 'anna.arkisto@example.com' },
		purposeId,
		value: true,
		at: new Date(Date.now() - 1000).toISOString(),
		source: 'Lomake',
	};
	await ask(page, 'POST', '/audit/domain/people/answer', answer, z.unknown());

	await page.goto(`${ready.portal}/customerdomains`);
	await page.getByRole('button', { name: domains.requestDeletion }).click();
	const drawer = page.getByRole('dialog', { name: domains.askTitle });
	await drawer.getByRole('button', { name: domains.send }).click();
	await expect(drawer.getByText('Valitse verkkotunnus, jonka poistamista pyydetään.').first()).toBeVisible();
	await look(page, 'deletion-not-chosen');
	await drawer.getByRole('combobox', { name: words.domain }).click();
	await page.getByRole('option', { name: OLD }).click();
	await drawer.getByRole('textbox', { name: domains.reason }).fill('Arkisto on suljettu.');
	await drawer.getByRole('button', { name: domains.send }).click();
	await expect(page.getByText('Verkkotunnuksen poistamista on pyydetty.')).toBeVisible();
	await expect(page.getByText(filled(domains.askedStrip, { who: 'owner@luvalla.localhost', domain: OLD }))).toBeVisible();
	await expect(page.getByRole('button', { name: domains.takeBack })).toBeVisible();
	await look(page, 'deletion-asked');
	await page.close();
});

test('a platform admin sees what will be lost, types its name, and it is erased with a report', async ({ browser }) => {
	const admin = await signedIn(browser, ready, 'admin');
	await admin.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	const page = await admin.newPage();
	await page.goto(`${ready.portal}/requests`);
	await page.getByRole('button', { name: requests.process }).click();
	await expect(page.getByText('Valitse verkkotunnuspyyntö, jonka haluat käsitellä.')).toBeVisible();
	await page.getByRole('radio', { name: filled(requests.chooseRequest, { domain: OLD }) }).check();
	await look(page, 'deletion-requests');
	await page.getByRole('button', { name: requests.process }).click();
	await expect(page.getByText(requests.lost_people, { exact: false }).first()).toBeVisible();
	await look(page, 'deletion-request');
	expect(await served()).toBe(200);
	await page.getByRole('textbox', { name: filled(requests.type, { domain: OLD }) }).fill(OLD);
	await page.getByRole('button', { name: requests.process }).click();
	await expect(page.getByText('Pyyntö käsiteltiin.')).toBeVisible();
	// A process serves for seconds what it has read.
	await expect.poll(served, { timeout: 30_000 }).toBe(404);
	await expect(page.getByRole('table', { name: requests.reportTitle })).toBeVisible({ timeout: 300_000 });
	await look(page, 'deletion-report');

	const owner = await chief.newPage();
	await owner.goto(`${ready.portal}/customerdomains`);
	await expect(owner.getByRole('link', { name: 'shop.localhost' })).toBeVisible();
	await expect(owner.getByRole('link', { name: OLD })).toHaveCount(0);
	await owner.close();
	await admin.close();
});
