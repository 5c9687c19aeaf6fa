/**
 * The road of a triggered send, in Finnish, with nothing excused: a domain's admin makes one that greets whoever says yes and writes once
 * more after three days; whoever answers for the customer starts it. Somebody says yes on the customer's own server, and has the letter of
 * a named and checked sender; where they are in it can be read. Whoever said yes before is not in it, and after it is stopped nobody comes.
 */
import { type APIRequestContext, type BrowserContext, expect, type Page, request, test } from '@playwright/test';
import PostalMime from 'postal-mime';
import * as z from 'zod';
import { openSink, type Sink } from '../../server/test/engagement/sink.ts';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as triggered } from '../src/wings/engagement/campaigns/triggered/messages/fi.ts';
import { ask, DOMAIN, look, mailOf, Named, openRoad, WORLD } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 50;
const TAG = Date.now().toString(36);
const [EARLY, AINO, LATE] = ['aiemmin', 'aino', 'myohemmin'].map((name) => `${name}.${TAG}@example.com`);
const [PURPOSE, WELCOME, SECOND, TITLE] = [`Klubi ${TAG}`, `Tervetuloa ${TAG}`, `Kolme vinkkiä ${TAG}`, `Uusi jäsen ${TAG}`];

let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let machine: APIRequestContext;
let domainId = '';
let address = '';

/** The customer's own server tells what somebody said there. */
const saysYes = async (email: string | undefined): Promise<void> => {
	const answers = [{ person: { email }, purpose: PURPOSE, value: true, at: new Date().toISOString(), source: 'Kassan lomake' }];
	const answer = await machine.post('/edge/v1/consents', { data: { domainId, answers } });
	expect(await answer.json()).toMatchObject({ data: { results: [{ outcome: 'stored' }] } });
};

const letter = async (page: Page, title: string): Promise<void> => {
	const words = {
		subject: title,
		body: `<p>${title}</p>`,
		simpletext: title,
		heroimage: 'https://pics.example/k.png',
		heroimageAlt: 'Kuva',
	};
	const content = await ask(
		page,
		'POST',
		'/manage/content',
		{ title, contentType: 'Email', language: 'fi', controls: { fi: words } },
		Named,
	);
	await ask(page, 'POST', `/manage/content/${content.id}/approve`, {}, Named);
	const star = await ask(page, 'POST', '/manage/constellation/', { title, channel: 0, contents: [content.id] }, Named);
	await ask(page, 'PUT', `/manage/constellation/${star.id}/publish`, {}, Named);
};

test.beforeAll(async ({ browser }) => {
	dns = await startDns();
	sink = await openSink();
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, { DNS_SERVERS: dns.address, OUTBOUND_ALLOW: WORLD }));
	const page = await chief.newPage();
	await page.goto(ready.portal);
	const place = await mailOf(page, sink.port, dns.zone);
	domainId = place.domainId;
	await page.setExtraHTTPHeaders({ customer_key: String(place.customerId), domain_key: domainId });
	const wording = { fi: { name: PURPOSE, about: 'Klubin kirjeet.' }, en: { name: PURPOSE, about: 'Letters of the club.' } };
	await ask(page, 'POST', `/consent/purpose/${place.customerId}`, { domainId, name: PURPOSE, wording, channels: ['email'] }, Named);
	const Token = z.object({ accessToken: z.string() });
	const { accessToken } = await ask(page, 'POST', '/manage/domain/generatetoken', { id: domainId }, Token);
	machine = await request.newContext({ baseURL: ready.portal, extraHTTPHeaders: { authorization: `Bearer ${accessToken}` } });
	await letter(page, WELCOME);
	await letter(page, SECOND);
	await page.close();
	await saysYes(EARLY);
});
test.afterAll(async () => {
	await machine?.dispose();
	await stop?.();
	await sink?.stop();
	await dns?.stop();
});

test('a domain’s admin makes it, and what it says is read back as a line', async () => {
	const page = await writer.newPage();
	await page.goto(`${ready.portal}/campaigns`);
	await page.getByRole('link', { name: triggered.title }).click();
	await expect(page.getByRole('heading', { name: triggered.empty })).toBeVisible();
	await look(page, 'empty');
	await page.getByRole('button', { name: triggered.add }).click();
	const form = page.getByRole('dialog', { name: triggered.add });
	const choose = async (field: string | RegExp, option: string): Promise<void> => {
		await form.getByRole('combobox', { name: field }).click();
		await page.getByRole('option', { name: option, exact: true }).click();
	};
	// Nothing is filled in: each field says what it lacks.
	await form.getByRole('button', { name: triggered.saveAndOpen }).click();
	await expect(form.getByText(triggered.needMessage).first()).toBeVisible();
	await form.getByRole('textbox', { name: triggered.name, exact: true }).fill(TITLE);
	await choose(triggered.purpose, PURPOSE);
	await choose(triggered.first, WELCOME);
	await form.getByRole('switch', { name: triggered.more }).click();
	await choose(triggered.ask, triggered.ask_clicked);
	await choose(new RegExp(`^${triggered.neither}`), SECOND);
	await look(page, 'form');
	await form.getByRole('button', { name: triggered.saveAndOpen }).click();
	await expect(page).toHaveURL(/\/campaigns\/triggered\/[0-9a-f-]{36}/);
	address = page.url();
	const line = page.getByRole('table', { name: triggered.whatHappens });
	await expect(line.getByRole('row', { name: `Kun joku antaa suostumuksen: ${PURPOSE}` })).toBeVisible();
	await expect(line.getByRole('row', { name: `lähetä ${WELCOME} heti` })).toBeVisible();
	await expect(line.getByRole('row', { name: 'odota 3 päivää' })).toBeVisible();
	await expect(line.getByRole('row', { name: `lähetä ${SECOND}` })).toBeVisible();
	await expect(page.getByText(triggered.inTheWay)).toHaveCount(0);
	await look(page, 'draft');
	await page.close();
});

test('whoever answers for the customer starts it; who says yes from then on has the letter, and waits', async () => {
	const page = await chief.newPage();
	await page.goto(address);
	await page.getByRole('button', { name: triggered.start, exact: true }).click();
	await expect(page.getByText(triggered.state_running).first()).toBeVisible();
	await saysYes(AINO);
	await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual([AINO]);
	const [mail] = sink.mails;
	const read = await PostalMime.parse(mail?.raw ?? '');
	expect([read.subject, read.from?.address]).toEqual([WELCOME, `klubi@${DOMAIN}`]);
	expect(read.html).toContain('Aalto Oy, Linnankatu 12, Turku');
	const wait = page.getByRole('row', { name: 'odota 3 päivää' });
	await expect(wait.getByRole('cell').nth(1)).toHaveText('1');
	await page.getByRole('textbox', { name: triggered.findLabel }).fill(AINO ?? '');
	await page.getByRole('button', { name: triggered.findPress, exact: true }).click();
	await expect(page.getByText(triggered.place_waiting, { exact: true }).last()).toBeVisible();
	await expect(page.getByRole('link', { name: triggered.permittedBy })).toBeVisible();
	await look(page, 'running');
	await page.getByRole('textbox', { name: triggered.findLabel }).fill(EARLY ?? '');
	await page.getByRole('button', { name: triggered.findPress, exact: true }).click();
	await expect(page.getByText(triggered.notInIt)).toBeVisible();
	// The number opens whose letters they are, and the way back is there.
	await page
		.getByRole('row', { name: `lähetä ${WELCOME} heti` })
		.getByRole('link', { name: '1' })
		.first()
		.click();
	await expect(page.getByRole('link', { name: AINO ?? '', exact: true })).toBeVisible();
	await page.getByRole('link', { name: TITLE }).click();
	await expect(page).toHaveURL(address);
	await page.close();
});

test('it is paused, goes on, and is stopped: whoever is on their way leaves it with that reason, and nobody comes', async () => {
	const page = await chief.newPage();
	await page.goto(address);
	await page.getByRole('button', { name: triggered.pause, exact: true }).click();
	await expect(page.getByText(triggered.isPaused, { exact: true })).toBeVisible();
	await saysYes(LATE);
	await page.getByRole('button', { name: triggered.resume, exact: true }).click();
	await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual([AINO, LATE]);
	await expect(page.getByRole('row', { name: 'odota 3 päivää' }).getByRole('cell').nth(1)).toHaveText('2');
	await page.getByRole('button', { name: triggered.stop, exact: true }).click();
	const question = page.getByRole('dialog', { name: triggered.stopQuestion.replace('{{title}}', TITLE) });
	await expect(question.getByText(triggered.stopText_other.replace('{{count}}', '2'))).toBeVisible();
	await question.getByRole('button', { name: triggered.stopVerb }).click();
	await expect(page.getByText(triggered.state_stopped, { exact: true })).toBeVisible();
	await expect(page.getByRole('heading', { name: triggered.whyLeft_other.replace('{{count}}', '2') })).toBeVisible();
	await look(page, 'stopped');
	await saysYes(`viela.${TAG}@example.com`);
	await page.goto(`${ready.portal}/campaigns/triggered`);
	const row = page.getByRole('row', { name: new RegExp(TITLE) });
	await expect(row.getByText('2', { exact: true })).toBeVisible();
	await look(page, 'list');
	// It is no campaign that somebody executes.
	await page.getByRole('link', { name: campaigns.campaigns, exact: true }).first().click();
	await expect(page.getByText(TITLE)).toHaveCount(0);
	expect(sink.mails).toHaveLength(2);
	await page.close();
});
