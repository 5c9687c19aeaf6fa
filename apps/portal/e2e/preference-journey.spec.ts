/**
 * What somebody chooses themselves, with nothing excused, in Finnish: a domain's admin prepares a letter, whoever answers for the customer
 * sends it; its reader opens *Valitse, mitä saat* on a phone without a script, turns a channel off and says how many may come at most. The
 * next letter leaves them out, on the sheet and by the run, in a word of its own; on their own page they see and change the same.
 */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import PostalMime from 'postal-mime';
import * as z from 'zod';
import { openSink, type Sink } from '../../server/test/engagement/sink.ts';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { fi as deliveries } from '../src/ui/deliveries/messages/fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as mine } from '../src/wings/profiles/my-data/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { ask, audienceOf, chooseFor, look, mailOf, Named, openRoad, publishOf, shopOf } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 70;
const TAG = Date.now().toString(36);
const DOMAIN = 'valinta.aalto.example';
const READER = 'person@luvalla.localhost';
const OTHER = `toinen-${TAG}@example.com`;
const [LETTERS, TEXTS, PACKAGE, SEGMENT] = [`Klubikirje ${TAG}`, `Tekstiviestit ${TAG}`, `Kirje ${TAG}`, `Klubilaiset ${TAG}`];
const PHONE = { width: 390, height: 844 };

let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
let ready: Ready;
/** Where it could not be started there is nothing to stop. */
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let link = '';

test.beforeAll(async ({ browser }) => {
	dns = await startDns();
	sink = await openSink();
	const environment = { DNS_SERVERS: dns.address, OUTBOUND_ALLOW: '127.0.0.0/8,0.0.0.0/32' };
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, environment));
	const page = await chief.newPage();
	await page.goto(ready.portal);
	const { customerId, domainId } = await shopOf(page);
	const purpose = (name: string, channel: string, about: string): Promise<{ id: string }> => {
		const wording = { fi: { name, about }, en: { name, about } };
		return ask(page, 'POST', `/consent/purpose/${customerId}`, { domainId, name, wording, channels: [channel] }, Named);
	};
	const letters = await purpose(LETTERS, 'email', 'Tarjoukset ja uutuudet.');
	const texts = await purpose(TEXTS, 'sms', 'Muistutukset tapahtumista.');
	await mailOf(page, sink.port, dns.zone, DOMAIN);
	await page.setExtraHTTPHeaders({ customer_key: String(customerId), domain_key: domainId });
	for (const email of [READER, OTHER])
		for (const { id } of [letters, texts]) {
			const answer = { person: { email }, purposeId: id, value: true, source: 'Paperilomake', at: new Date().toISOString() };
			const { luvallaId } = await ask(page, 'POST', '/audit/domain/people/answer', answer, z.object({ luvallaId: z.string() }));
			await ask(page, 'PUT', `/manage/domain/person/${luvallaId}`, { firstName: 'Aino', locale: 'fi-FI' }, z.unknown());
		}
	await page.close();

	// What the domain's admin prepares.
	const desk = await writer.newPage();
	await desk.goto(ready.portal);
	await desk.setExtraHTTPHeaders({ customer_key: String(customerId), domain_key: domainId });
	const words = {
		subject: 'Valoa pimeisiin kuukausiin',
		body: '<h1>Valoa</h1><p>Hei {{ person.first_name }}, illat ovat pisimmillään.</p>',
		simpletext: 'Valoa pimeisiin kuukausiin.',
		heroimage: 'https://shop.example.com/lamppu.png',
		heroimageAlt: 'Lamppu',
	};
	const content = await ask(
		desk,
		'POST',
		'/manage/content',
		{ title: PACKAGE, contentType: 'Email', controls: { en: words, fi: words } },
		Named,
	);
	await ask(desk, 'POST', `/manage/content/${content.id}/approve`, {}, z.unknown());
	const star = await ask(desk, 'POST', '/manage/constellation/', { title: PACKAGE, channel: 0, contents: [content.id] }, Named);
	await ask(desk, 'PUT', `/manage/constellation/${star.id}/publish`, {}, z.unknown());
	const segment = await ask(desk, 'POST', '/manage/domain/segment', { name: SEGMENT, rule: null }, Named);
	const people = [READER, OTHER].map((email) => ({ email }));
	await ask(desk, 'POST', `/manage/domain/segment/${segment.id}/members`, { people }, z.unknown());
	await desk.close();
});
test.afterAll(async () => {
	await stop?.();
	await sink?.stop();
	await dns?.stop();
});

/** The domain's admin makes a campaign and publishes it; answers its sheet. @param isFirst with its audience */
const prepared = async (title: string, isFirst = false): Promise<string> => {
	const page = await writer.newPage();
	if (isFirst) await audienceOf(page, ready.portal, SEGMENT);
	else await page.goto(`${ready.portal}/campaigns?id=new`);
	const form = page.getByRole('dialog', { name: campaigns.add });
	await form.getByRole('textbox', { name: campaigns.name, exact: true }).fill(`${title} ${TAG}`);
	await chooseFor(form, 'Sähköposti', PACKAGE);
	if (!isFirst) {
		await form.getByRole('combobox', { name: campaigns.audience, exact: true }).click();
		await page.getByRole('option', { name: SEGMENT, exact: true }).click();
	}
	const sheet = await publishOf(form);
	await page.close();
	return sheet;
};
/** Whoever answers for the customer sends it, and stays at its dashboard. */
const executed = async (page: Page): Promise<void> => {
	await page.getByRole('complementary', { name: campaigns.sideTitle }).getByRole('button', { name: campaigns.execute }).click();
	await expect(page).toHaveURL(/\/campaigndashboard\?id=/);
	await expect(page.getByText('Valmis', { exact: true })).toBeVisible();
};

/** A phone whose browser runs no script. */
const phone = (browser: Browser, javaScriptEnabled: boolean): Promise<BrowserContext> =>
	browser.newContext({ viewport: PHONE, locale: 'fi-FI', javaScriptEnabled });

test('a letter goes out, and its foot has the link to one’s choices', async () => {
	const sheet = await prepared('Talvikirje', true);
	const page = await chief.newPage();
	await page.goto(sheet);
	await executed(page);
	await page.close();
	await expect.poll(() => sink.mails.map(({ to }) => to).sort()).toEqual([OTHER, READER].sort());
	const letter = await PostalMime.parse(sink.mails.find(({ to }) => to === READER)?.raw ?? '');
	expect(letter.html).toContain('Valitse, mitä saat');
	link = /Valitse, mitä saat: (\S+)/.exec(letter.text ?? '')?.[1] ?? '';
	expect(link).toMatch(/\/u\/[a-z2-7]{56}\/choose$/);
});

test('the reader chooses on a phone that runs no script', async ({ browser }) => {
	const context = await phone(browser, false);
	const page = await context.newPage();
	await page.goto(link);
	await expect(page.getByRole('heading', { level: 1, name: 'Miten saamme olla yhteydessä?' })).toBeVisible();
	await expect(page.locator('html')).toHaveAttribute('lang', 'fi');
	// A look changes nothing.
	await page.reload();
	const texts = page.getByRole('switch', { name: 'Tekstiviestit', exact: true });
	await expect(texts).toBeChecked();
	await expect(page.getByRole('switch', { name: LETTERS })).toBeChecked();
	await texts.click();
	await expect(page.getByRole('status')).toHaveText('Tallennettu. Ei tule enää: Tekstiviestit.');
	await expect(texts).not.toBeChecked();
	await expect(page.getByRole('switch', { name: 'Sähköposti', exact: true })).toBeChecked();
	// By the keyboard.
	const often = page.getByRole('group', { name: 'Viestejä enintään' });
	await expect(often.getByRole('button', { name: 'Ei rajaa' })).toHaveAttribute('aria-pressed', 'true');
	await often.getByRole('button', { name: 'Viikossa' }).focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('status')).toHaveText('Tallennettu: enintään 2 viestiä viikossa.');
	await page.getByRole('button', { name: 'Yksi vähemmän' }).click();
	await expect(page.getByRole('status')).toHaveText('Tallennettu: enintään 1 viesti viikossa.');
	await expect(page.getByRole('button', { name: 'Yksi vähemmän' })).toBeDisabled();
	// The topic, and back: they said it a moment ago.
	const topic = page.getByRole('switch', { name: TEXTS });
	await topic.click();
	await expect(topic).not.toBeChecked();
	await topic.click();
	await expect(topic).toBeChecked();
	await context.close();
});

test('its page is good to look at, light and dark, small and wide, in both languages', async ({ browser }) => {
	const context = await phone(browser, true);
	const page = await context.newPage();
	await page.goto(link);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		for (const width of [390, 320, 1280]) {
			await page.setViewportSize({ width, height: PHONE.height });
			expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
			await look(page, `valinnat-${colorScheme}-${width}`);
		}
	}
	await page.emulateMedia({ colorScheme: 'light' });
	await page.setViewportSize(PHONE);
	await page.getByRole('link', { name: 'In English' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'How may we be in touch?' })).toBeVisible();
	await expect(page.getByText('1 message a week', { exact: true })).toBeVisible();
	await page.getByRole('switch', { name: 'Text messages', exact: true }).click();
	await expect(page.getByRole('status')).toHaveText('Saved. It is on again: Text messages.');
	await look(page, 'choices-en-saved');
	await page.goto(link.replace(/\/choose$/, ''));
	await look(page, 'lopeta');
	await context.close();
});

test('the next letter leaves them out, on the sheet and by the run, in a word of its own', async () => {
	const sheet = await prepared('Kevätkirje');
	const page = await chief.newPage();
	await page.goto(sheet);
	const row = page.getByRole('table', { name: campaigns.whoGets }).getByRole('row', { name: deliveries.reason_own_cap });
	await expect(row.getByText('1', { exact: true })).toBeVisible();
	await look(page, 'ennen-lahetysta');
	const before = sink.mails.length;
	await executed(page);
	await expect(page.getByRole('link', { name: deliveries.reason_own_cap }).first()).toBeVisible();
	await look(page, 'ajo');
	expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([OTHER]);
	await page.close();
});

test('on their own page they see and change the same', async ({ browser }) => {
	const context = await signedIn(browser, ready, 'person');
	await context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	const page = await context.newPage();
	await page.setViewportSize(PHONE);
	await page.goto(ready.portal);
	await expect(page.getByText('1 viesti viikossa', { exact: true })).toBeVisible();
	await page.getByRole('switch', { name: mine.channel_email, exact: true }).press('Space');
	await expect(page.getByRole('switch', { name: mine.channel_email, exact: true })).not.toBeChecked();
	await expect(page.getByText(mine.choiceSaved)).toBeVisible();
	await page.getByRole('group', { name: mine.often }).getByRole('button', { name: mine.period_none }).click();
	await expect(page.getByText('1 viesti viikossa', { exact: true })).toBeHidden();
	await look(page, 'omat-tietoni-puhelimella');
	await page.setViewportSize({ width: 1440, height: 900 });
	await look(page, 'omat-tietoni');
	// Whoever has the letter does not take back what they said themselves.
	await page.goto(link);
	await expect(page.getByRole('switch', { name: 'Sähköposti', exact: true })).toBeDisabled();
	await context.close();

	const next = await chief.newPage();
	await next.goto(await prepared('Kesäkirje'));
	const row = next.getByRole('table', { name: campaigns.whoGets }).getByRole('row', { name: deliveries.reason_channel_off });
	await expect(row.getByText('1', { exact: true })).toBeVisible();
	await next.close();
});
