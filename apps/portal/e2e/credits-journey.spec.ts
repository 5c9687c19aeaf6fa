/**
 * A campaign that is paid with credits, with nothing excused, in Finnish: ADMIN sets what a letter costs and reads who pays; whoever
 * answers for the customer has no credits, and the sheet refuses with how many lack; one press leads to buying, the bank confirms, the
 * campaign is executed, five letters come, the ledger says so in one line, and what is left of the payment goes back to the card.
 * Everybody is charged here because cards are taken: Stripe is the local fake.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { v7 } from 'uuid';
import * as z from 'zod';
import { type FakeStripe, startStripe } from '../../server/test/billing/stripe-fake.ts';
import { openSink, type Sink } from '../../server/test/engagement/sink.ts';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { fi as costs } from '../src/wings/billing/costs/messages/fi.ts';
import { fi as credits } from '../src/wings/billing/credits/messages/fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as customers } from '../src/wings/tenancy/customers/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { balanceOf, PRICE, tell } from './payments.ts';
import { acceptedOf, ask, askedOnPaper, campaignTo, look, mailOf, Named, openRoad, WORLD } from './road.ts';
import { PORT, type Ready } from './server.ts';
import { wireOf } from './wire.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 68;
const TAG = Date.now().toString(36);
const EMAILS = [1, 2, 3, 4, 5].map((n) => `lukija${n}-${TAG}@example.com`);
const [CONTENT, PACKAGE, PURPOSE, SEGMENT] = [`Adventtikirje ${TAG}`, `Adventtiviesti ${TAG}`, `Kirjeet ${TAG}`, `Klubi ${TAG}`];

let stripe: FakeStripe;
let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
let ready: Ready;
/** Where it could not be started there is nothing to stop. */
let stop: (() => Promise<void>) | undefined;
let chief: BrowserContext;
let sheet = '';

test.beforeAll(async ({ browser }) => {
	[stripe, dns, sink] = [await startStripe(), await startDns(), await openSink()];
	({ ready, chief, stop } = await openRoad(browser, OWN_PORT, {
		...stripe.settings,
		...PRICE,
		DNS_SERVERS: dns.address,
		OUTBOUND_ALLOW: WORLD,
	}));
	const page = await chief.newPage();
	await page.goto(ready.portal);
	await mailOf(page, sink.port, dns.zone);
	await askedOnPaper(page, {
		channel: 'email',
		purpose: PURPOSE,
		about: { fi: 'Lähetämme kirjeitä.', en: 'We send you letters.' },
		segment: SEGMENT,
		readers: EMAILS.map((email) => ({ email, name: undefined })),
	});
	const words = {
		...{ subject: 'Valoa pimeään', body: '<p>Illat ovat pisimmillään.</p>', simpletext: 'Illat ovat pisimmillään.' },
		...{ heroimage: 'https://shop.example.com/lamp.png', heroimageAlt: 'Lamppu' },
	};
	const letter = await ask(
		page,
		'POST',
		'/manage/content',
		{ title: CONTENT, contentType: 'Email', controls: { en: words, fi: words } },
		Named,
	);
	await ask(page, 'POST', `/manage/content/${letter.id}/approve`, {}, z.unknown());
	const star = await ask(page, 'POST', '/manage/constellation/', { title: PACKAGE, channel: 0, contents: [letter.id] }, Named);
	await ask(page, 'PUT', `/manage/constellation/${star.id}/publish`, {}, z.unknown());
	await page.close();
});
test.afterAll(async () => {
	await stop?.();
	await Promise.all([stripe.stop(), sink.stop(), dns.stop()]);
});

const sideOf = (page: Page) => page.getByRole('complementary', { name: campaigns.sideTitle });

test('ADMIN sets what a letter costs from now on, and reads that everybody pays where cards are taken', async ({ browser }) => {
	const admin = await signedIn(browser, ready, 'admin');
	await admin.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	const page = await admin.newPage();
	await page.goto(`${ready.portal}/manageaccount/costs?id=tariff`);
	const tariff = page.getByRole('dialog', { name: costs.tariffTitle });
	const letter = tariff.getByRole('textbox', { name: costs.item_email, exact: true });
	await expect(letter).toHaveValue('0,001');
	await letter.fill('4');
	// The sample's shop is scanned by itself, whenever its time comes.
	await tariff.getByRole('textbox', { name: costs.item_scanPage, exact: true }).fill('0');
	for (const scheme of ['dark', 'light'] as const)
		for (const width of [390, 1440]) {
			await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme);
			await page.setViewportSize({ width, height: 900 });
			await look(page, `tariff-${scheme}-${width}`);
		}
	await tariff.getByRole('button', { name: costs.tariffSave }).click();
	await expect(page.getByText('Hinnasto tallennettiin.')).toBeVisible();
	await expect(page.getByRole('row', { name: /^Sähköpostikirje/ })).toContainText('4,00');
	await look(page, 'tariff-saved');
	await page.goto(`${ready.portal}/customers`);
	await page.getByRole('button', { name: /Aalto Oy/ }).click();
	await page.getByRole('menuitem', { name: customers.chargedAct }).click();
	const word = page.getByRole('dialog', { name: customers.chargedTitle });
	await expect(word.getByText(customers.paysNow.replace('{{name}}', 'Aalto Oy'))).toBeVisible();
	await expect(word.getByRole('radio', { name: customers.charged_rule })).toBeChecked();
	await look(page, 'who-pays');
	await admin.close();
});

test('without credits the sheet refuses and says how many lack, and one press leads to buying', async () => {
	const page = await chief.newPage();
	await page.goto(ready.portal);
	sheet = await campaignTo(page, ready.portal, SEGMENT, CONTENT, ['Sähköposti', PACKAGE]);
	const side = sideOf(page);
	await expect(side.getByText('2,000 krediittiä saldosta 0,000: puuttuu 2,000')).toBeVisible();
	await expect(side.getByText(/^Puuttuu 2,000 krediittiä: tähän tarvitaan 2,000/)).toBeVisible();
	await expect(side.getByRole('button', { name: campaigns.execute, exact: true })).toBeDisabled();
	await look(page, 'short');
	await side.getByRole('link', { name: campaigns.wayCredits }).click();
	await expect(page.getByRole('heading', { name: credits.buy })).toBeVisible();
	await expect(balanceOf(page)).toHaveText('0,000');
	await look(page, 'to-buy');
	await page.close();
});

test('credits are bought, the campaign runs, and the ledger says so in one line', async () => {
	const page = await chief.newPage();
	await page.goto(sheet);
	await sideOf(page).getByRole('link', { name: campaigns.wayCredits }).click();
	const pane = page.getByRole('complementary', { name: credits.side });
	await pane.getByRole('textbox', { name: credits.amount, exact: true }).fill('5');
	await pane.getByRole('button', { name: /^Maksa 62,75/ }).click();
	await expect(pane.getByText(credits.waiting)).toBeVisible();
	await look(page, 'the-bank-is-asked');
	const [intent] = [...stripe.intents.values()];
	expect(intent).toMatchObject({ amount: 6_275, currency: 'eur' });
	await tell(ready.portal, 'payment_intent.succeeded', intent ?? {});
	await expect(balanceOf(page)).toHaveText('5,000');
	await look(page, 'bought');

	// Back to the sheet, as a browser goes back.
	await page.goBack();
	const side = sideOf(page);
	await expect(side.getByText('2,000 krediittiä saldosta 5,000: jää 3,000')).toBeVisible();
	await look(page, 'covered');
	await side.getByRole('button', { name: campaigns.execute, exact: true }).click();
	await expect(page).toHaveURL(/\/campaigndashboard\?id=/);
	await expect(page.getByText('Valmis', { exact: true })).toBeVisible();
	await expect(acceptedOf(page)).toHaveText('5');
	expect(sink.mails.map(({ to }) => to).toSorted()).toEqual(EMAILS);
	await look(page, 'run');

	await page.goto(`${ready.portal}/manageaccount/credits`);
	await expect(balanceOf(page)).toHaveText('3,000');
	const ledger = page.getByRole('table', { name: credits.ledger });
	const lines = ledger.getByRole('row').filter({ hasText: CONTENT });
	await expect(lines).toHaveCount(1);
	await expect(lines).toContainText('−2,000');
	await expect(lines).toContainText('3,000');
	await expect(ledger.getByRole('row', { name: /Osto, krediittejä 5/ })).toContainText('5,000');
	await look(page, 'ledger');
	// The others are one filter away.
	await page.getByRole('button', { name: 'Lisää rajaus' }).click();
	await page.getByRole('menuitem', { name: credits.reservations }).click();
	await page
		.getByRole('menuitemradio', { name: credits.reservations_with })

		.click();
	await expect(lines).toHaveCount(3);
	await look(page, 'ledger-with-reservations');
	await page.close();
});

for (const width of [1440, 390])
	test(`nothing on the tab moves while it is loaded, whatever comes last, ${width} px wide`, async ({ browser }) => {
		const storageState = await chief.storageState({ indexedDB: true });
		const context = await browser.newContext({ storageState, viewport: { width, height: 900 } });
		await context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
		// What each answer waits, and a notice that only the browser is told of.
		const late = (path: string, ms: number, change = (answer: { data: object }): object => answer) =>
			context.route(`**/api/customer/${path}?**`, async (route) => {
				const response = await route.fetch();
				const json = change(await response.json());
				await new Promise((resolve) => setTimeout(resolve, ms));
				await route.fulfill({ response, json });
			});
		const shortage = {
			...{ campaignId: v7(), title: 'Joulukirje', beginsAt: new Date(Date.now() + 86_400_000).toISOString() },
			...{ neededMicros: 9_000_000, shortMicros: 6_000_000, waits: false, triggered: false },
		};
		await late('spending', 1_500, ({ data }) => ({ data: { ...data, short: [shortage] } }));
		await late('ledgerbalance', 700);
		await late('ledgerreport', 300);
		const { shift } = await wireOf(context, `${ready.portal}/manageaccount/credits`, async (page) => {
			await expect(page.getByText(/Kampanjaan ”Joulukirje” puuttuu 6,000 krediittiä/)).toBeVisible();
			await expect(page.getByRole('row', { name: new RegExp(CONTENT) })).toBeVisible();
			await look(page, `notices-${width}`);
		});
		await context.close();
		expect(shift).toBeLessThan(0.005);
	});

test('what is left of the payment goes back to the card, and no more', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/manageaccount/credits`);
	const pane = page.getByRole('complementary', { name: credits.side });
	await pane.getByRole('button', { name: /0001/ }).last().click();
	await page.getByRole('menuitem', { name: credits.refund }).click();
	const drawer = page.getByRole('dialog', { name: /^Palauta lasku/ });
	await expect(drawer.getByText(credits.refundOverBalance.replace('{{balance}}', '3,000'))).toBeVisible();
	await drawer.getByRole('textbox', { name: credits.refundAmount }).fill('3');
	await expect(drawer.getByText('37,65')).toBeVisible();
	await look(page, 'refund');
	await drawer.getByRole('button', { name: credits.refund, exact: true }).click();
	await expect(page.getByText('Pyyntö käsiteltiin.')).toBeVisible();
	await expect(balanceOf(page)).toHaveText('0,000');
	expect([...stripe.refunds.values()]).toMatchObject([{ amount: 3_765 }]);
	await expect(page.getByRole('table', { name: credits.ledger }).getByRole('row', { name: /^.*Palautus laskusta/ })).toContainText(
		'−3,000',
	);
	await look(page, 'refunded');
	await page.close();
});
