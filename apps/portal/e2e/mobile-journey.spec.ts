/**
 * The road of a push to people's phones, in Finnish, with nothing excused: whoever answers for the customer connects a push service and
 * tests it; the customer's own server registers apps; a domain's admin writes the message, makes it ready and prepares a campaign; the
 * customer's admin executes it. The service takes what came for each device. Somebody leaves by the message itself and gets nothing of
 * the next campaign.
 */
import { type APIRequestContext, type BrowserContext, expect, request, test } from '@playwright/test';
import * as z from 'zod';
import { type FakeFcm, openFcm, type Pushed } from '../../server/test/engagement/fcm.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as constellations } from '../src/wings/engagement/constellations/messages/fi.ts';
import { fi as contents } from '../src/wings/engagement/contents/messages/fi.ts';
import { fi as connectors } from '../src/wings/profiles/connectors/messages/fi.ts';
import { fi as profiles } from '../src/wings/profiles/people/messages/profile-fi.ts';
import { LAMP } from './lamp.ts';
import { acceptedOf, ask, copiedSheet, executeSheet, look, Named, openRoad, publishOf, shopOf } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 30;
const TAG = Date.now().toString(36);
const NAMES = ['Aino', 'Elias', 'Helmi'] as const;
const EMAILS = NAMES.map((name) => `${name.toLowerCase()}.${TAG}@example.com`);
/** Aino has two devices. */
const TOKENS = ['Aino-0', 'Aino-1', 'Elias-0', 'Helmi-0'].map((name) => ({ name, token: `${TAG}${name}:APA91b-of-an-app` }));
const LINK = 'aalto://tarjoukset/lamppu';
const Outcomes = z.object({ results: z.array(z.object({ outcome: z.string() })) });

let fake: FakeFcm;
let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let editor: BrowserContext;
let owner: BrowserContext;
let machine: APIRequestContext;
let domainId = '';
/** Which of the owner's customers and domains a call means. */
let scope: Record<string, string> = {};
let sheet = '';

/** As the customer's own server does. */
const tell = async (path: string, body: object): Promise<string[]> => {
	const answer = await machine.post(`/edge/v1/${path}`, { data: { domainId, ...body } });
	if (!answer.ok()) throw new Error(await answer.text());
	return z
		.object({ data: Outcomes })
		.parse(await answer.json())
		.data.results.map(({ outcome }) => outcome);
};
test.beforeAll(async ({ browser }) => {
	fake = await openFcm();
	({ ready, writer: editor, chief: owner, stop } = await openRoad(browser, OWN_PORT, { OUTBOUND_ALLOW: '127.0.0.0/8' }));
	const page = await owner.newPage();
	await page.goto(ready.portal);
	const { customerId, domainId: shop } = await shopOf(page);
	domainId = shop;
	scope = { customer_key: String(customerId), domain_key: domainId };
	await page.setExtraHTTPHeaders(scope);
	await ask(
		page,
		'POST',
		`/consent/purpose/${customerId}`,
		{
			domainId,
			name: `Sovellusviestit ${TAG}`,
			wording: {
				fi: { name: 'Sovellusviestit', about: 'Uutuudet puhelimeesi.' },
				en: { name: 'App messages', about: 'News on your phone.' },
			},
			channels: ['mobile'],
		},
		Named,
	);
	const Token = z.object({ accessToken: z.string() });
	const { accessToken } = await ask(page, 'POST', '/manage/domain/generatetoken', { id: domainId }, Token);
	machine = await request.newContext({ baseURL: ready.portal, extraHTTPHeaders: { authorization: `Bearer ${accessToken}` } });
	await page.close();
});
test.afterAll(async () => {
	await machine?.dispose();
	await stop?.();
	await fake?.stop();
});

test('yhdistin lisätään ja testataan, ja asiakkaan palvelin rekisteröi sovellukset', async () => {
	const page = await owner.newPage();
	await page.goto(`${ready.portal}/connectors?id=new`);
	const form = page.getByRole('dialog', { name: connectors.add });
	await form.getByRole('combobox', { name: words.type }).click();
	await page.getByRole('option', { name: 'FCM' }).click();
	await form.getByRole('textbox', { name: new RegExp(`^${connectors.ownName}`) }).fill('Aallon sovellus');
	const { projectId, clientEmail, privateKey, tokenUri, url } = fake.config;
	await form.getByLabel('Projekti').fill(projectId);
	await form.getByLabel('Palvelutili').fill(clientEmail);
	await form.getByLabel('Yksityinen avain').fill(privateKey);
	await form.getByLabel('Avainten osoite').fill(tokenUri);
	await form.getByRole('textbox', { name: 'Osoite', exact: true }).fill(url);
	await look(page, 'connector');
	await form.getByRole('button', { name: connectors.save }).click();
	await expect(form).toBeHidden();
	await page.getByRole('link', { name: 'Aallon sovellus' }).click();
	const drawer = page.getByRole('dialog', { name: 'Aallon sovellus' });
	await drawer.getByRole('button', { name: connectors.test, exact: true }).click();
	await expect(drawer.getByText('Palvelutili sai avaimen.')).toBeVisible();
	await look(page, 'connector-tested');

	const people = NAMES.map((name, n) => ({ person: { email: EMAILS[n] }, firstName: name, locale: 'fi-FI' }));
	expect(await tell('profiles', { profiles: people })).toEqual(['created', 'created', 'created']);
	const answers = EMAILS.map((email) => ({
		person: { email },
		purpose: `Sovellusviestit ${TAG}`,
		value: true,
		at: new Date().toISOString(),
		source: 'Sovelluksen asetukset',
	}));
	expect(await tell('consents', { answers })).toEqual(['stored', 'stored', 'stored']);
	const devices = TOKENS.map(({ name, token }) => ({
		person: { email: EMAILS[NAMES.findIndex((one) => name.startsWith(one))] },
		token,
		platform: name.endsWith('1') ? 'ios' : 'android',
	}));
	expect(await tell('devices', { devices })).toEqual(TOKENS.map(() => 'registered'));
	// Each start of an app renews its token.
	expect(await tell('devices', { devices: devices.slice(0, 1) })).toEqual(['renewed']);
	await page.setExtraHTTPHeaders(scope);
	const { id } = await ask(page, 'POST', '/manage/domain/segment', { name: `Sovellus ${TAG}`, rule: null }, Named);
	await ask(page, 'POST', `/manage/domain/segment/${id}/members`, { people: EMAILS.map((email) => ({ email })) }, z.unknown());
	const audience = await ask(page, 'POST', '/manage/audience', { title: `Puhelimet ${TAG}`, segments: [id] }, Named);
	await ask(page, 'POST', `/manage/audience/${audience.id}/approve`, undefined, z.unknown());
	// The person's page shows both of hers.
	await page.goto(`${ready.portal}/domainprofiles?q=${encodeURIComponent(EMAILS[0] ?? '')}`);
	await page.getByRole('link', { name: /Aino/ }).first().click();
	await expect(page.getByText(profiles.app_android)).toBeVisible();
	await expect(page.getByText(profiles.app_ios)).toBeVisible();
	await look(page, 'person');
	await page.close();
});

test('verkkotunnuksen ylläpitäjä kirjoittaa viestin ja valmistelee kampanjan', async () => {
	const page = await editor.newPage();
	await page.goto(`${ready.portal}/contents/new`);
	await page.getByLabel(contents.name, { exact: true }).fill(`Lamppu ${TAG}`);
	await page.getByRole('combobox', { name: words.type }).click();
	await page.getByRole('option', { name: 'Mobiili' }).click();
	await page.getByLabel(contents.upload).setInputFiles(LAMP);
	await page.getByLabel(contents.heroAlt).fill('Tammilamppu, valaistu');
	const text = page.getByLabel(contents.text, { exact: true });
	await text.fill(`Hei {{ person.first_name }}\nIllat ovat pisimmillään. Lamput odottavat.\n${LINK}`);
	await expect(text).toHaveAccessibleDescription(/mihin napautus vie/);
	const preview = page.getByRole('complementary', { name: contents.preview });
	await expect(preview.getByRole('heading', { level: 3, name: /^Hei / })).toBeVisible();
	await expect(preview.getByText('Illat ovat pisimmillään. Lamput odottavat.')).toBeVisible();
	await expect(preview.getByText(LINK)).toBeVisible();
	await look(page, 'content');
	await preview.getByRole('button', { name: contents.dark, exact: true }).click();
	await look(page, 'content-dark');
	await page.getByRole('button', { name: contents.approveVerb }).click();
	await page.getByRole('link', { name: contents.toConstellation }).click();
	const constellation = page.getByRole('dialog', { name: constellations.add });
	await expect(constellation.getByLabel(constellations.uat)).toBeVisible();
	await look(page, 'constellation');
	await constellation.getByRole('button', { name: constellations.saveAndPublish }).click();
	await page.getByRole('link', { name: constellations.toCampaign }).first().click();
	const campaign = page.getByRole('dialog', { name: campaigns.add });
	await campaign.getByRole('textbox', { name: campaigns.name, exact: true }).fill(`Lamput puhelimiin ${TAG}`);
	await expect(campaign.getByRole('combobox', { name: 'Mobiili' })).toHaveValue(`Lamppu ${TAG}`);
	await campaign.getByRole('combobox', { name: campaigns.audience }).click();
	await page.getByRole('option', { name: `Puhelimet ${TAG}`, exact: true }).click();
	await look(page, 'campaign');
	sheet = await publishOf(campaign);
	await page.close();
});

const pushedTo = (name: string): Pushed[] => {
	const token = TOKENS.find((one) => one.name === name)?.token;
	return fake.taken.filter((one) => one.token === token);
};

test('asiakkaan ylläpitäjä lähettää sen, ja jokainen laite saa viestin', async () => {
	const page = await owner.newPage();
	await executeSheet(page, sheet, '3');
	await expect(acceptedOf(page)).toHaveText('3');
	await look(page, 'run');
	expect(fake.taken).toHaveLength(4);
	for (const { name } of TOKENS) {
		const [pushed, ...more] = pushedTo(name);
		expect(more).toEqual([]);
		expect(pushed).toMatchObject({
			notification: { title: `Hei ${name.split('-')[0]}`, body: 'Illat ovat pisimmillään. Lamput odottavat.' },
			data: { link: LINK },
			apns: { payload: { aps: { badge: 1 } } },
		});
		expect(pushed?.notification.image).toMatch(/^http/);
	}
	// The record of one says what the service called it.
	await page
		.getByRole('link', { name: /^Vastaanotettu/ })
		.first()
		.click();
	await page.getByRole('table', { name: 'Lähetykset' }).getByRole('link').first().click();
	await expect(page.getByText(`projects/${fake.projectId}/messages/`).first()).toBeVisible();
	await look(page, 'delivery');
	await page.close();
});

test('joka lopettaa viestit, ei saa seuraavaa', async ({ browser }) => {
	const leave = pushedTo('Elias-0')[0]?.data.leave ?? '';
	const reader = await browser.newContext({ locale: 'fi-FI' });
	const theirs = await reader.newPage();
	await theirs.goto(`${leave}?lang=fi`);
	await theirs.getByRole('button', { name: 'Lopeta nämä viestit' }).click();
	await expect(theirs.getByRole('heading', { level: 1, name: 'Et saa enää näitä viestejä.' })).toBeVisible();
	await look(theirs, 'left');
	await reader.close();

	// The next one is prepared by the domain's admin again.
	const theirPage = await editor.newPage();
	sheet = await copiedSheet(theirPage, sheet);
	await theirPage.close();
	fake.taken.length = 0;
	const page = await owner.newPage();
	await executeSheet(page, sheet, '2');
	await expect(acceptedOf(page)).toHaveText('2');
	await look(page, 'run-again');
	expect(pushedTo('Elias-0')).toEqual([]);
	expect(fake.taken.map(({ token }) => token).sort()).toEqual(
		TOKENS.filter(({ name }) => !name.startsWith('Elias'))
			.map(({ token }) => token)
			.sort(),
	);
	await page.close();
});
