/**
 * Somebody joins by a sign-up form, with nothing excused, in Finnish: a domain's admin makes the form, sees it as it will be and publishes it;
 * a visitor fills it in on a page of the shop under a strict policy; a letter comes from the customer's own sender, a look at its link changes
 * nothing, its button does; the record stands with wording and picture, and the program for outsiders takes its receipt. A form without
 * confirmation permits nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, test } from '@playwright/test';
import PostalMime from 'postal-mime';
import * as z from 'zod';
import { openSink, type Sink } from '../../server/test/engagement/sink.ts';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as forms } from '../src/wings/consent/forms/messages/fi.ts';
import { fi as segments } from '../src/wings/profiles/segments/messages/fi.ts';
import { check } from './check.ts';
import { ask, look, mailOf, Named, openRoad, shopOf } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 90;
const DOMAIN = 'klubi.aalto.example';
const TAG = Date.now().toString(36);
const PURPOSE = `Kerhokirje ${TAG}`;
const ABOUT = 'Luvallasi lähetämme kerhokirjeen ja tarjouksia sähköpostiisi noin kahdesti kuussa. Voit perua milloin tahansa.';
const FORM = `Liity kerhoon ${TAG}`;
const EMAIL = `aino-${TAG}@example.com`;

let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let site: Server;
let snippet = '';
let place = { customerId: 0, domainId: '' };

/** A page of the shop that allows nothing but what the snippet needs. */
const serve = (): Promise<Server> =>
	new Promise((done) => {
		const policy = `default-src 'none'; script-src ${ready.portal}; connect-src ${ready.portal}; form-action ${ready.portal}; require-trusted-types-for 'script'`;
		const server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
			response.end(
				`<!doctype html><html lang="fi"><head><title>Kauppa</title></head><body><main><h1>Kauppa</h1>${snippet}</main></body></html>`,
			);
		});
		server.listen(0, '127.0.0.1', () => done(server));
	});
const shop = (): string => `http://shop.localhost:${(site.address() as AddressInfo).port}/`;

test.beforeAll(async ({ browser }) => {
	dns = await startDns();
	sink = await openSink();
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, {
		DNS_SERVERS: dns.address,
		OUTBOUND_ALLOW: '127.0.0.0/8,0.0.0.0/32',
		CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
	}));
	site = await serve();
	// Once, by whoever answers for the customer: what people are asked, the mail server, and who letters are from.
	const page = await chief.newPage();
	await page.goto(ready.portal);
	place = await shopOf(page);
	const { customerId, domainId } = place;
	const wording = {
		fi: { name: PURPOSE, about: ABOUT },
		en: { name: `Club letter ${TAG}`, about: 'With your permission we send the club letter.' },
	};
	await ask(page, 'POST', `/consent/purpose/${customerId}`, { domainId, name: PURPOSE, wording, channels: ['email'] }, Named);
	await mailOf(page, sink.port, dns.zone, DOMAIN);
	await page.close();
});
test.afterAll(async () => {
	await stop?.();
	site?.close();
	await sink.stop();
	await dns.stop();
});

test('a domain’s admin makes the form, sees it as it will be, and publishes it', async () => {
	const page = await writer.newPage();
	await page.goto(`${ready.portal}/segments`);
	await page.getByRole('link', { name: segments.toForms }).click();
	await expect(page.getByText(forms.empty)).toBeVisible();
	await look(page, 'lomakkeita-ei-viela');
	await page.getByRole('link', { name: forms.add }).first().click();
	await page.getByRole('textbox', { name: words.name, exact: true }).fill(FORM);
	await page.getByRole('combobox', { name: forms.asksFor }).click();
	await page.getByRole('option', { name: new RegExp(PURPOSE) }).click();
	await page.getByRole('button', { name: forms.addField }).click();
	await page.getByRole('menuitem', { name: forms.field_firstName }).click();

	await page.getByRole('tab', { name: forms.tab_look }).click();
	await page.getByRole('checkbox', { name: /englanti/i }).click();
	await page.getByRole('group', { name: forms.writing }).getByRole('button', { name: 'FI' }).click();
	await page.getByRole('textbox', { name: forms.heading }).fill('Hyvää, kahdesti kuussa');
	await page.getByRole('textbox', { name: forms.button, exact: true }).fill('Liity kerhoon');
	await look(page, 'ulkoasu');
	// The real form, in a frame, unticked.
	const frame = page.frameLocator(`iframe[title="${forms.preview}"]`);
	await expect(frame.getByRole('button', { name: 'Liity kerhoon' })).toBeVisible();
	await expect(frame.getByText(ABOUT)).toBeVisible();
	await expect(frame.getByRole('checkbox', { name: new RegExp(PURPOSE) })).not.toBeChecked();
	await page.getByRole('tab', { name: forms.tab_letters }).click();
	await page.getByRole('textbox', { name: forms.subject }).fill('Vahvista liittymisesi');
	await page.getByRole('button', { name: forms.shown_letter, exact: true }).click();
	await expect(page.frameLocator(`iframe[title="${forms.shown_letter}"]`).getByText(ABOUT)).toBeVisible();
	await look(page, 'viesti');
	await page.getByRole('tab', { name: forms.tab_limits }).click();
	await look(page, 'rajat');
	await page.getByRole('tab', { name: forms.tab_after }).click();
	await look(page, 'jalkeen');
	await page.getByRole('tab', { name: forms.tab_form, exact: true }).click();
	await page.getByRole('button', { name: forms.shown_form, exact: true }).click();

	await page.getByRole('button', { name: forms.publish.replace('{{version}}', '1') }).click();
	await expect(page.getByText('Liittymislomake julkaistiin.')).toBeVisible();
	await expect(page.getByText(forms.pictured)).toBeVisible();
	snippet = (await page.getByLabel(forms.codeOf.replace('{{way}}', forms.way_script)).textContent())?.trim() ?? '';
	expect(snippet).toContain('data-form=');
	await look(page, 'julkaistu');
	await page.setViewportSize({ width: 390, height: 844 });
	await look(page, 'julkaistu-puhelimella');
	await page.close();
});

test('a visitor fills it in, the letter comes, and its button makes the record', async ({ browser }) => {
	const context = await browser.newContext();
	const page = await context.newPage();
	const refused: string[] = [];
	page.on('console', (said) => {
		if (said.type() === 'error') refused.push(said.text());
	});
	await page.goto(shop());
	await page.getByRole('textbox', { name: 'Sähköposti' }).fill(EMAIL);
	await page.getByLabel(/Etunimi/).fill('Aino');
	// Without the tick nothing is sent.
	await page.getByRole('button', { name: 'Liity kerhoon' }).click();
	await expect(page.getByRole('checkbox', { name: new RegExp(PURPOSE) })).toBeFocused();
	await page.keyboard.press('Space');
	await look(page, 'kaupan-sivulla');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('status')).toContainText('Katso sähköpostiasi');
	expect(refused).toEqual([]);

	await expect.poll(() => sink.mails.filter(({ to }) => to === EMAIL).length).toBe(1);
	const letter = await PostalMime.parse(sink.mails.find(({ to }) => to === EMAIL)?.raw ?? '');
	expect([letter.subject, letter.from?.name, letter.from?.address]).toEqual(['Vahvista liittymisesi', 'Aalto klubi', `klubi@${DOMAIN}`]);
	expect(letter.text).toContain(ABOUT);
	const link = /http\S+\/signup\/c\/[\w-]+/.exec(letter.text ?? '')?.[0] ?? '';
	await page.goto(link);
	await expect(page.getByText('Aino', { exact: true })).toBeVisible();
	await check(page, 'the page of the letter’s link');
	await look(page, 'olitko-se-sina');
	await page.getByRole('button', { name: 'Kyllä, se olin minä' }).click();
	await expect(page.getByRole('heading', { name: 'Kiitos, olet mukana' })).toBeVisible();
	await look(page, 'kiitos');
	await context.close();
});

test('the record stands with wording and picture, and the program for outsiders takes its receipt', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/signupforms`);
	await page.getByRole('link', { name: FORM }).click();
	await expect(page.getByText(forms.confirmed, { exact: true }).first()).toBeVisible();
	await look(page, 'luvut');
	await page.getByRole('link', { name: forms.aRecord }).click();
	await expect(page.getByText(EMAIL).first()).toBeVisible();
	await expect(page.getByText(ABOUT).first()).toBeVisible();
	await expect(page.getByText(/^Lomake ”.*skriptillä\. Täytetty .* vahvistettu viestin linkistä .*\d\.$/)).toBeVisible();
	const picture = page.getByRole('img', { name: 'Lomake sellaisena kuin se näytettiin' });
	await expect.poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBeGreaterThan(300);
	await look(page, 'kirjaus');
	const id = page.url().split('/').at(-1)?.split('?')[0] ?? '';
	await page.setExtraHTTPHeaders({ customer_key: String(place.customerId) });
	const Receipt = z.looseObject({
		record: z.string(),
		shown: z.looseObject({ title: z.string(), language: z.string(), pictures: z.record(z.string(), z.string()) }),
	});
	let receipt: z.infer<typeof Receipt> | null = null;
	await expect
		.poll(
			async () => {
				receipt = await ask(page, 'GET', `/audit/domain/consents/${id}/receipt`, undefined, Receipt).catch(() => null);
				return receipt?.shown.title;
			},
			{ timeout: 150_000, intervals: [2_000] },
		)
		.toBe(FORM);
	const found = Receipt.parse(receipt);
	expect([found.shown.language, Object.keys(found.shown.pictures)]).toEqual(['fi', ['pictures/fi-desktop-1.png']]);
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-receipt-'));
	const key = await page.evaluate(async () => (await fetch('/edge/v1/ledger/key')).text());
	writeFileSync(join(folder, 'receipt.json'), JSON.stringify(found));
	writeFileSync(join(folder, 'key.json'), key);
	const verify = join(import.meta.dirname, '../../../packages/verify/src/main.ts');
	const said = spawnSync(process.execPath, [verify, join(folder, 'receipt.json'), join(folder, 'key.json')], { encoding: 'utf8' });
	expect([said.status, said.stdout]).toEqual([0, expect.stringContaining('What was shown is the configuration that the record names.')]);
	await page.close();
});

test('a form without confirmation permits nothing', async ({ browser }) => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/signupforms`);
	await page.getByRole('link', { name: FORM }).click();
	await page.getByRole('switch', { name: forms.confirm }).click();
	await page.getByRole('button', { name: forms.publish.replace('{{version}}', '2') }).click();
	await expect(page.getByText('Liittymislomake julkaistiin.')).toBeVisible();
	const context = await browser.newContext();
	const visitor = await context.newPage();
	await expect
		.poll(async () => {
			await visitor.goto(shop());
			return visitor.getByText('Suostumuksesi on voimassa, kun olet kirjautunut.').isVisible();
		})
		.toBe(true);
	const other = `eero-${TAG}@example.com`;
	await visitor.getByRole('textbox', { name: 'Sähköposti' }).fill(other);
	await visitor.getByRole('checkbox', { name: new RegExp(PURPOSE) }).check();
	await visitor.getByRole('button', { name: 'Liity kerhoon' }).click();
	await expect(visitor.getByRole('status')).toContainText('kirjautuneena');
	await page.setExtraHTTPHeaders({ customer_key: String(place.customerId), domain_key: place.domainId });
	const people = await ask(page, 'GET', `/audit/domain/people?q=${encodeURIComponent(other)}`, undefined, z.array(z.unknown()));
	expect(people).toEqual([]);
	expect(sink.mails.filter(({ to }) => to === other)).toEqual([]);
	await context.close();
	await page.close();
});
