/**
 * An account that is paid for, with nothing excused, in Finnish: whoever answers for the customer gives a domain its licence, redeems a
 * voucher that ADMIN made, buys credits by card, sees the balance change when the bank has confirmed and not before, and takes a part of
 * them back with its credit note. Stripe is the local fake, which the server believes by its webhook's signature alone.
 */
import { readFileSync } from 'node:fs';
import { DEFAULT_TARIFF } from '@luvalla/contract/billing/tariff';
import { type BrowserContext, expect, test } from '@playwright/test';
import * as z from 'zod';
import { type FakeStripe, startStripe } from '../../server/test/billing/stripe-fake.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as credits } from '../src/wings/billing/credits/messages/fi.ts';
import { fi as licences } from '../src/wings/billing/licences/messages/fi.ts';
import { fi as redemptions } from '../src/wings/billing/redemptions/messages/fi.ts';
import { fi as vouchers } from '../src/wings/billing/vouchers/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { balanceOf, PRICE, tell } from './payments.ts';
import { ask, look, openRoad, shopOf, takeFile } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 60;

let stripe: FakeStripe;
let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let chief: BrowserContext;
let code = '';

test.beforeAll(async ({ browser }) => {
	stripe = await startStripe();
	({ ready, chief, stop } = await openRoad(browser, OWN_PORT, { ...stripe.settings, ...PRICE, OUTBOUND_ALLOW: '127.0.0.0/8' }));
});
test.afterAll(async () => {
	await stop?.();
	await stripe.stop();
});

test('ADMIN makes a voucher, whose code is shown once', async ({ browser }) => {
	const admin = await signedIn(browser, ready, 'admin');
	await admin.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	const page = await admin.newPage();
	await page.goto(`${ready.portal}/vouchers`);
	// The sample's shop is scanned by itself, whenever its time comes: here it costs nothing.
	await ask(page, 'POST', '/customer/tariff', { prices: { ...DEFAULT_TARIFF, scanPage: 0 } }, z.unknown());
	// Until it is known that there is none, the button stands elsewhere.
	await expect(page.getByRole('heading', { name: vouchers.empty })).toBeVisible();
	await page.getByRole('button', { name: vouchers.add }).click();
	const drawer = page.getByRole('dialog', { name: vouchers.add });
	await drawer.getByRole('textbox', { name: vouchers.creditsUnit }).fill('5');
	await drawer.getByRole('textbox', { name: vouchers.note }).fill('Kevätmessut');
	await drawer.getByRole('button', { name: vouchers.save }).click();
	await expect(drawer.getByText(vouchers.keep)).toBeVisible();
	await look(page, 'voucher');
	code = (await drawer.getByRole('status', { name: vouchers.codeIs }).textContent())?.trim() ?? '';
	expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
	await drawer.getByRole('button', { name: vouchers.done }).click();
	await expect(page.getByText(`••••-••••-••${code.slice(-2)}`)).toBeVisible();
	await expect(page.getByText(code)).toHaveCount(0);
	await admin.close();
});

test('a domain gets its licence, and a second one for the same days is refused with the first free day', async () => {
	const page = await chief.newPage();
	await page.goto(ready.portal);
	const { domainId } = await shopOf(page);
	await page.getByRole('link', { name: 'Oma tili' }).click();
	await page.getByRole('link', { name: /^Lisenssit/ }).click();
	await expect(page.getByRole('heading', { name: licences.empty })).toBeVisible();
	await look(page, 'no-licences');
	await page.getByRole('button', { name: licences.add }).click();
	const form = page.getByRole('form', { name: licences.form });
	await form.getByRole('combobox', { name: words.domain }).click();
	await page.getByRole('option', { name: 'shop.localhost' }).click();
	await form.getByRole('button', { name: licences.add }).click();
	await expect(page.getByText('Verkkotunnuksen lisenssi lisättiin.')).toBeVisible();
	await expect(page.getByRole('row', { name: /shop\.localhost/ })).toContainText(licences.on);
	await page.goto(`${ready.portal}/manageaccount/licences?id=new&for=${domainId}`);
	await form.getByRole('button', { name: licences.add }).click();
	await expect(form.getByText(licences.overlaps)).toBeVisible();
	await look(page, 'overlap');
	await form.getByRole('button', { name: /^Aloita / }).click();
	await form.getByRole('button', { name: licences.add }).click();
	await expect(form).toHaveCount(0);
	await expect(page.getByRole('row', { name: /shop\.localhost/ })).toContainText(licences.notBegun);
	await page.close();
});

test('a voucher is redeemed once', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/manageaccount/vouchers`);
	const field = page.getByRole('textbox', { name: words.code });
	await field.fill('AAAA-BBBB-CCCC');
	await page.getByRole('button', { name: redemptions.redeemVerb, exact: true }).click();
	await expect(page.getByText('Arvoseteli ei kelpaa, tarkista koodi!')).toBeVisible();
	await field.fill(code.toLowerCase());
	await page.getByRole('button', { name: redemptions.redeemVerb, exact: true }).click();
	await expect(page.getByText(/5 krediittiä lisättiin saldoon, joka on nyt 5,000/)).toBeVisible();
	await look(page, 'redeemed');
	await field.fill(code);
	await page.getByRole('button', { name: redemptions.redeemVerb, exact: true }).click();
	await expect(page.getByText(redemptions.used)).toBeVisible();
	await page.close();
});

test('credits are bought by card: the balance changes when the bank has confirmed, and a part goes back with its credit note', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/manageaccount/credits`);
	await expect(balanceOf(page)).toHaveText('5,000');
	const pane = page.getByRole('complementary', { name: credits.side });
	await pane.getByRole('textbox', { name: credits.amount, exact: true }).fill('20');
	const pay = pane.getByRole('button', { name: /^Maksa 251,00/ });
	await pay.click();
	await expect(pane.getByText(credits.waiting)).toBeVisible();
	await expect(balanceOf(page)).toHaveText('5,000');
	await look(page, 'the-bank-is-asked');
	const [intent] = [...stripe.intents.values()];
	expect(intent).toMatchObject({ amount: 25_100, currency: 'eur' });
	await tell(ready.portal, 'payment_intent.succeeded', intent ?? {});
	await expect(page.getByText('Krediitit ostettiin')).toBeVisible();
	await expect(balanceOf(page)).toHaveText('25,000');
	const ledger = page.getByRole('table', { name: credits.ledger });
	await expect(ledger.getByRole('row', { name: /Osto, krediittejä 20/ })).toContainText('+20,000');
	const invoice = await takeFile(page, pane.getByRole('button', { name: /^Lataa \d{4}-0001 PDF/ }));
	expect(invoice.name).toMatch(/\.pdf$/);
	expect(readFileSync(invoice.path).subarray(0, 5).toString()).toBe('%PDF-');

	await pane.getByRole('button', { name: /0001/ }).last().click();
	await page.getByRole('menuitem', { name: credits.refund }).click();
	const drawer = page.getByRole('dialog', { name: /^Palauta lasku/ });
	await drawer.getByRole('radio', { name: credits.refundSome }).check();
	await drawer.getByRole('textbox', { name: credits.refundAmount }).fill('8');
	await expect(drawer.getByText('100,40')).toBeVisible();
	await look(page, 'refund');
	await drawer.getByRole('button', { name: credits.refund, exact: true }).click();
	await expect(page.getByText('Pyyntö käsiteltiin.')).toBeVisible();
	await expect(balanceOf(page)).toHaveText('17,000');
	expect([...stripe.refunds.values()]).toMatchObject([{ amount: 10_040 }]);
	await ledger.getByRole('button', { name: /^Palautus laskusta/ }).click();
	await expect(ledger.getByRole('button', { name: /^Hyvityslasku \d{4}-0001/ })).toBeVisible();
	await expect(pane.getByText(credits.refundedInPart)).toBeVisible();
	await look(page, 'refunded');
	await page.close();
});
