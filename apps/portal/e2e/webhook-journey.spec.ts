/**
 * A campaign that another system is told of, with nothing excused, in Finnish: a domain's admin writes what it says as a document, says
 * where it goes and with which header, and makes the audience and the campaign; whoever answers for the customer executes it. A receiver
 * of the customer's own takes each message over https and proves whose it is. Then somebody leaves by the link of theirs, and a second
 * campaign leaves them out.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, test } from '@playwright/test';
import { openReceiver, type Receiver, SECRET } from '../../server/test/engagement/receiver.ts';
import { CERTIFICATE } from '../../server/test/fixtures/tls.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as hooks } from '../src/ui/webhook/fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as constellations } from '../src/wings/engagement/constellations/messages/fi.ts';
import { fi as contents } from '../src/wings/engagement/contents/messages/fi.ts';
import { fi as dashboard } from '../src/wings/engagement/dashboard/messages/fi.ts';
import {
	acceptedOf,
	ask,
	askedOnPaper,
	campaignTo,
	copyOf,
	executeHere,
	look,
	Named,
	newContent,
	openRoad,
	publishPackage,
	shopOf,
} from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 40;
const TAG = Date.now().toString(36);
const NAMES = ['Aino', 'Eero "Eki"', 'Helmi'];
const EMAILS = NAMES.map((_, n) => `kutsu${n}-${TAG}@example.com`);
const [CONTENT, PACKAGE, PURPOSE, SEGMENT] = [`Kutsu ${TAG}`, `Kutsupaketti ${TAG}`, `Kutsut ${TAG}`, `Kutsuttavat ${TAG}`];

let receiver: Receiver;
let ready: Ready;
/** Where it could not be started there is nothing to stop. */
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let sheet = '';

test.beforeAll(async ({ browser }) => {
	receiver = await openReceiver(undefined, true);
	const trusted = join(mkdtempSync(join(tmpdir(), 'luvalla-e2e-tls-')), 'receiver.pem');
	writeFileSync(trusted, CERTIFICATE);
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, { OUTBOUND_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: trusted }));
	// Once, by whoever answers for the customer: what signs, what people are asked, and who said yes on paper.
	const page = await chief.newPage();
	await page.goto(ready.portal);
	// Its own address answers nobody: messages go where the constellation says.
	const config = { url: 'https://127.0.0.1:9/', secret: SECRET, direction: 'none' };
	const { customerId } = await shopOf(page);
	await ask(page, 'POST', '/manage/Connector', { customerId, type: 'webhook', name: 'CRM', config }, Named);
	await askedOnPaper(page, {
		channel: 'webhook',
		purpose: PURPOSE,
		about: { fi: 'Kutsumme tilaisuuksiin.', en: 'We invite you to events.' },
		segment: SEGMENT,
		readers: EMAILS.map((email, n) => ({ email, name: NAMES[n] })),
	});
	await page.close();
});
test.afterAll(async () => {
	await stop?.();
	await receiver.stop();
});

test('a domain’s admin writes the message, says where it goes, and makes the campaign', async () => {
	const page = await writer.newPage();
	await newContent(page, ready.portal, 'Webhook', CONTENT);
	await page.getByLabel(contents.heroAddress).fill('https://pics.example/kutsu.png');
	await page.getByLabel(contents.heroAlt).fill('Kutsukortti');
	await page
		.getByRole('textbox', { name: contents.text })
		.fill('{ "nimi": {{ person.first_name | json }}, "kutsu": "Tervetuloa, {{ person.first_name }}!" }');
	await expect(page.getByText('"kutsu": "Tervetuloa, Emma!"')).toBeVisible();
	await look(page, 'content');
	await page.getByRole('button', { name: contents.approveVerb }).click();
	await page.getByRole('link', { name: contents.toConstellation }).click();

	const form = page.getByRole('dialog', { name: constellations.add });
	await expect(form.getByRole('combobox', { name: words.channel })).toHaveValue('Webhook');
	await form.getByLabel(constellations.name, { exact: true }).fill(PACKAGE);
	await form.getByLabel(hooks.url).fill(receiver.url);
	await form.getByRole('button', { name: hooks.addHeader }).click();
	await form.getByLabel(hooks.header.replace('{{number}}', '1')).fill('X-Api-Key');
	await form.getByLabel(hooks.value.replace('{{number}}', '1')).fill('avain-ä');
	await look(page, 'constellation');
	await publishPackage(form);
	// What was typed of the header is never told again.
	await page.goto(`${ready.portal}/constellations?q=${TAG}`);
	await page.getByRole('link', { name: PACKAGE }).click();
	const kept = page.getByRole('dialog', { name: constellations.editTitle });
	await expect(kept.getByLabel(hooks.value.replace('{{number}}', '1'))).toHaveValue(/^•+$/);
	await expect(kept.getByText(constellations.cannotSend)).toHaveCount(0);

	sheet = await campaignTo(page, ready.portal, SEGMENT, `Kutsut lähtevät ${TAG}`, ['Webhook', PACKAGE]);
	await page.close();
});

test('whoever answers for the customer executes it, and the receiver has each message once', async () => {
	const page = await chief.newPage();
	await page.goto(sheet);
	const side = page.getByRole('complementary', { name: campaigns.sideTitle });
	const table = page.getByRole('table', { name: campaigns.whoGets });
	await expect(table.getByRole('row', { name: campaigns.reachable }).getByText('3')).toBeVisible();
	await expect(table.getByRole('link', { name: 'CRM' })).toBeVisible();
	// It bears nobody's mail address.
	await expect(side.getByText(campaigns.senderNone)).toHaveCount(0);
	await look(page, 'before');
	await executeHere(page);
	const accepted = page.getByRole('link', { name: /^Vastaanotettu/ }).first();
	await expect(accepted.locator('strong')).toHaveText('3');
	await expect(accepted.getByText(dashboard.about_taken)).toBeVisible();
	await look(page, 'run');

	// Each of them was verified by the receiver.
	expect(receiver.got.map(({ message: { data } }) => data.person.email).sort()).toEqual([...EMAILS].sort());
	for (const { headers, message } of receiver.got) {
		const name = NAMES[EMAILS.indexOf(message.data.person.email ?? '')];
		expect(headers['x-api-key']).toBe('avain-ä');
		expect(message.data).toMatchObject({
			content: { nimi: name, kutsu: `Tervetuloa, ${name}!` },
			text: null,
			image: 'https://pics.example/kutsu.png',
			imageAlt: 'Kutsukortti',
			language: 'fi',
			domain: 'shop.localhost',
		});
	}

	await accepted.click();
	await page
		.getByRole('link', { name: EMAILS[1] ?? '' })
		.first()
		.click();
	await expect(page.getByText(dashboard.event_taken)).toBeVisible();
	await expect(page.getByText('webhook-id')).toBeVisible();
	await expect(page.getByText(dashboard.event_accepted)).toHaveCount(0);
	await look(page, 'delivery');
	await page.close();
});

test('somebody leaves by the link of their message, and the next campaign leaves them out', async ({ browser }) => {
	const [leaving = ''] = EMAILS;
	const { unsubscribe } = receiver.got.find(({ message }) => message.data.person.email === leaving)?.message.data ?? {};
	const reader = await browser.newContext({ locale: 'fi-FI' });
	const theirs = await reader.newPage();
	await theirs.goto(unsubscribe ?? '');
	await theirs.getByRole('button', { name: 'Lopeta nämä viestit' }).click();
	await expect(theirs.getByRole('heading', { level: 1, name: 'Et saa enää näitä viestejä.' })).toBeVisible();
	await look(theirs, 'left');
	await reader.close();

	const page = await chief.newPage();
	await copyOf(page, ready.portal, TAG, `Kutsut lähtevät ${TAG}`);
	await executeHere(page);
	await expect(acceptedOf(page)).toHaveText('2');
	await expect(
		page
			.getByRole('link', { name: /^Jätetty pois/ })
			.first()
			.locator('strong'),
	).toHaveText('1');
	await look(page, 'second-run');
	const second = receiver.got.slice(NAMES.length).map(({ message: { data } }) => data.person.email);
	expect(second.sort()).toEqual(EMAILS.slice(1).sort());
	await page.close();
});
