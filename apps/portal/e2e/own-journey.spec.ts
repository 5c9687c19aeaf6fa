/**
 * A normal user's own pages, in Finnish, with nothing excused: signed in by a mail, they see what they said with its proof, what came and
 * why, the devices by which they are known, take everything along, and ask to be erased. From a letter's page one comes back to them.
 */
import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, request, test } from '@playwright/test';
import * as z from 'zod';
import { openSink, type Sink } from '../../server/test/engagement/sink.ts';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { fi as mine } from '../src/wings/profiles/my-data/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { ask, look, mailOf, Named, openRoad, takeFile, WORLD } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 80;
const TAG = Date.now().toString(36);
const ME = 'person@luvalla.localhost';
const OTHER = `toinen-${TAG}@example.com`;
const [PURPOSE, LETTER] = [`Klubikirje ${TAG}`, `Talvikirje ${TAG}`];
const PHONE = { width: 390, height: 844 };

let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
	dns = await startDns();
	sink = await openSink();
	const road = await openRoad(browser, OWN_PORT, { DNS_SERVERS: dns.address, OUTBOUND_ALLOW: WORLD });
	({ ready, stop } = road);
	// What a company does: it knows two people by their answers, registers a telephone's app, and sends a letter.
	const desk = await road.chief.newPage();
	await desk.goto(ready.portal);
	const { customerId, domainId } = await mailOf(desk, sink.port, dns.zone);
	await desk.setExtraHTTPHeaders({ customer_key: String(customerId), domain_key: domainId });
	const wording = { fi: { name: PURPOSE, about: 'Tarjoukset ja uutuudet.' }, en: { name: PURPOSE, about: 'Offers and news.' } };
	const purpose = { domainId, name: PURPOSE, wording, channels: ['email', 'mobile'] };
	const { id: purposeId } = await ask(desk, 'POST', `/consent/purpose/${customerId}`, purpose, Named);
	for (const email of [ME, OTHER]) {
		const answer = { person: { email }, purposeId, value: true, source: 'Paperilomake', at: new Date().toISOString() };
		await ask(desk, 'POST', '/audit/domain/people/answer', answer, z.unknown());
	}
	const { accessToken } = await ask(desk, 'POST', '/manage/domain/generatetoken', { id: domainId }, z.object({ accessToken: z.string() }));
	const machine = await request.newContext({ baseURL: ready.portal, extraHTTPHeaders: { authorization: `Bearer ${accessToken}` } });
	const devices = [ME, OTHER].map((email, n) => ({ person: { email }, token: `${TAG}-${n}:APA91b-of-an-app`, platform: 'android' }));
	const registered = await (await machine.post('/edge/v1/devices', { data: { domainId, devices } })).json();
	expect(registered.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['registered', 'registered']);
	await machine.dispose();
	const words = {
		...{ subject: 'Valoa pimeisiin kuukausiin', body: '<p>Illat ovat pisimmillään.</p>', simpletext: 'Illat ovat pisimmillään.' },
		...{ heroimage: 'https://shop.example.com/lamppu.png', heroimageAlt: 'Lamppu' },
	};
	const written = { title: LETTER, contentType: 'Email', controls: { en: words, fi: words } };
	const content = await ask(desk, 'POST', '/manage/content', written, Named);
	await ask(desk, 'POST', `/manage/content/${content.id}/approve`, {}, z.unknown());
	const star = await ask(desk, 'POST', '/manage/constellation/', { title: LETTER, channel: 0, contents: [content.id] }, Named);
	await ask(desk, 'PUT', `/manage/constellation/${star.id}/publish`, {}, z.unknown());
	const segment = await ask(desk, 'POST', '/manage/domain/segment', { name: LETTER, rule: null }, Named);
	const people = [ME, OTHER].map((email) => ({ email }));
	await ask(desk, 'POST', `/manage/domain/segment/${segment.id}/members`, { people }, z.unknown());
	const audience = await ask(desk, 'POST', '/manage/audience', { title: LETTER, segments: [segment.id] }, Named);
	await ask(desk, 'POST', `/manage/audience/${audience.id}/approve`, {}, z.unknown());
	const constellation = [{ constellationIdFK: star.id, channel: 0 }];
	const [sender] = await ask(desk, 'GET', '/manage/sender', undefined, z.array(Named));
	const planned = { title: LETTER, constellation, audienceIdFK: audience.id, options: { senderId: sender?.id } };
	const campaign = await ask(desk, 'POST', '/manage/Campaign', planned, Named);
	await ask(desk, 'POST', `/manage/Campaign/${campaign.id}/publish`, {}, z.unknown());
	await ask(desk, 'POST', `/manage/campaign/${campaign.id}/execute`, {}, z.unknown());
	await expect.poll(() => sink.mails.map(({ to }) => to).sort()).toEqual([ME, OTHER].sort());
	await desk.close();

	context = await signedIn(browser, ready, 'person');
	await context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	page = await context.newPage();
});
test.afterAll(async () => {
	await context?.close();
	await stop?.();
	await sink?.stop();
	await dns?.stop();
});

const tab = (name: string) => page.getByRole('navigation', { name: mine.parts }).getByRole('link', { name, exact: true });
/** The same page small, wide, light and dark. */
const everyLook = async (name: string): Promise<void> => {
	for (const [colorScheme, size] of [
		['light', { width: 1440, height: 900 }],
		['dark', PHONE],
	] as const) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize(size);
		await look(page, `${name}-${colorScheme}-${size.width}`);
	}
	await page.emulateMedia({ colorScheme: 'light' });
	await page.setViewportSize({ width: 1440, height: 900 });
};

test('suostumukset: mitä sanoin, ja todiste joka pitää', async () => {
	await page.goto(ready.portal);
	await expect(page.getByRole('heading', { level: 1, name: mine.title })).toBeVisible();
	await expect(page.getByRole('navigation')).toHaveCount(1);
	await expect(tab('Suostumukseni')).toHaveAttribute('aria-current', 'page');
	const row = page.getByRole('listitem').filter({ has: page.getByRole('switch', { name: PURPOSE }) });
	const history = row.getByRole('list', { name: `Vastauksesi: ${PURPOSE}` });
	// A record is sealed within two minutes.
	await expect(async () => {
		await page.reload();
		await row.getByRole('button', { name: /^Sanoit kyllä/ }).click();
		await expect(history.getByText('Todiste pitää')).toBeVisible({ timeout: 5_000 });
	}).toPass();
	await everyLook('suostumukset');
	const receipt = await takeFile(page, history.getByRole('button', { name: /^Kuitti .*: JSON$/ }));
	expect(JSON.parse(JSON.parse(readFileSync(receipt.path, 'utf8')).record)).toMatchObject({ subject: `email:${ME}`, value: true });
});

test('viestit: mitä tuli ja miksi, ja kirjeen sivulta takaisin', async () => {
	await tab('Viestini').click();
	await expect(page).toHaveURL(/\/profile\/privacy\/messages$/);
	const list = page.getByRole('list', { name: mine.messages });
	await expect(list.getByRole('listitem')).toHaveCount(1);
	await expect(list.getByText(LETTER)).toBeVisible();
	await expect(list.getByText(ME)).toBeVisible();
	await list.getByRole('button', { name: mine.why }).press('Enter');
	await expect(list.getByText(/^Koska sanoit kyllä .* \(kirjattu puolestasi\)\. Lähettäjä on Aalto Oy\.$/)).toBeVisible();
	await expect(list.getByText(PURPOSE)).toBeVisible();
	await expect(list.getByText('Todiste pitää')).toBeVisible();
	await everyLook('viestit');
	await list.getByRole('link', { name: mine.whyPage }).click();
	await expect(page).toHaveURL(/\/u\/[a-z2-7]{56}\/why/);
	await page.getByRole('link', { name: 'Kaikki saamani viestit ja miksi sain ne' }).click();
	await expect(page.getByRole('heading', { level: 1, name: mine.messagesTitle })).toBeVisible();
});

test('laitteet: omani, ei kenenkään muun, ja unohdan sen', async () => {
	await tab('Laitteeni').click();
	await expect(page.getByText('Sovellus, Android')).toHaveCount(1);
	await everyLook('laitteet');
	await page.getByRole('button', { name: /^Unohda Sovellus, Android/ }).click();
	const question = page.getByRole('dialog', { name: 'Unohdetaanko Sovellus, Android?' });
	await look(page, 'laite-unohdetaan');
	await question.getByRole('button', { name: mine.forgetVerb }).click();
	await expect(page.getByText('Laite unohdettiin.')).toBeVisible();
	await expect(page.getByText(mine.noDevices)).toBeVisible();
	await everyLook('ei-laitteita');
});

test('tiedot: kaikki tiedostona', async () => {
	await tab('Tietoni').click();
	await expect(page.getByRole('list', { name: mine.dataWho }).getByText('Aalto Oy')).toBeVisible();
	await everyLook('tiedot');
	const { path } = await takeFile(page, page.getByRole('button', { name: mine.download }));
	const file = readFileSync(path, 'utf8');
	expect(file).toContain(ME);
	expect(file).toContain(PURPOSE);
	expect(file).not.toContain(OTHER);
});

test('poistan tietoni: mitä poistuu ja mitä jää, ja sen jälkeen niitä ei ole', async () => {
	await tab('Poista tietoni').click();
	await expect(page.getByRole('heading', { name: mine.eraseStays })).toBeVisible();
	await everyLook('poista');
	await page.getByRole('button', { name: mine.erase }).click();
	const question = page.getByRole('dialog', { name: mine.eraseTitle });
	await expect(question.getByRole('checkbox', { name: 'Aalto Oy' })).toBeChecked();
	await look(page, 'poistetaanko');
	await question.getByRole('button', { name: mine.eraseVerb, exact: true }).click();
	await expect(page.getByText(/vastaus(ta)? poistettiin\.$/)).toBeVisible();
	await tab('Suostumukseni').click();
	await expect(page.getByText(mine.empty)).toBeVisible();
	await everyLook('tyhja');
	await tab('Viestini').click();
	await expect(page.getByText(mine.noMessages)).toBeVisible();
	await everyLook('ei-viesteja');
	await tab('Profiili').click();
	await expect(page.getByRole('heading', { level: 1, name: 'Oma profiilisi' })).toBeVisible();
	await everyLook('profiili');
});
