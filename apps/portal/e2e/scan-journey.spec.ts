/**
 * From a site that asks nobody to one that asks first, by the portal alone and in Finnish: the site is added and scanned, the scan becomes a
 * draft, the draft is looked at and published, the lines that the scan names are changed as it says, and the next scan finds nothing before
 * consent and nothing after a no.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { words } from '../src/lib/words-fi.ts';
import { fi as configurations } from '../src/wings/consent/configurations/messages/fi.ts';
import { fi as scans } from '../src/wings/consent/cookie-scans/messages/fi.ts';
import { fi as domains } from '../src/wings/tenancy/domains/messages/fi.ts';
import { look, openRoad, type Road } from './road.ts';
import { PORT } from './server.ts';

const OWN_PORT = PORT + 95;
const HOST = 'tehty.localhost';

/** The page as its owner writes it. */
let lines: string[] = [
	'<!doctype html><html lang="fi"><head><meta charset="utf-8"><title>Kauppa</title>',
	'<script src="/stats.js"></script>',
	'<script async src="/ads.js"></script>',
	'</head><body><h1>Kauppa</h1></body></html>',
];
const SCRIPTS: Readonly<Record<string, string>> = {
	'/stats.js': `document.cookie = '_ga=1; max-age=60; path=/'`,
	'/ads.js': `document.cookie = '_fbp=1; max-age=60; path=/'`,
};

let site: Server;
let road: Road;

test.beforeAll(async ({ browser }) => {
	site = createServer(({ url = '/' }, response) => {
		const script = SCRIPTS[url];
		response.writeHead(script || url === '/' ? 200 : 404, { 'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8' });
		response.end(script ?? lines.join('\n'));
	});
	await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
	const { port } = site.address() as AddressInfo;
	road = await openRoad(browser, OWN_PORT, {
		OUTBOUND_ALLOW: `${HOST}:${port}`,
		CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
	});
});
test.afterAll(async () => {
	await road?.stop();
	site?.close();
});

/** Scans the site by the form that is open, and waits for what came of it. */
const scanned = async (page: Page, title: RegExp | string): Promise<void> => {
	await page.getByRole('button', { name: scans.scanAndWatch }).click();
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
	await expect(page.getByText(scans.done, { exact: true })).toBeVisible();
};

test('scan, draft, publish, change the lines that are named, scan again: nothing before consent any more', async () => {
	const page = await road.chief.newPage();
	const { portal } = road.ready;
	await page.goto(`${portal}/customerdomains?id=new`);
	const form = page.getByRole('dialog');
	await form.getByRole('textbox', { name: words.domain, exact: true }).fill(HOST);
	await form.getByRole('button', { name: domains.add }).click();
	await expect(page.getByText(HOST).first()).toBeVisible();

	await page.goto(`${portal}/cookiescan`);
	await page.getByRole('button', { name: scans.scanSite }).first().click();
	await page
		.getByRole('dialog')
		.getByRole('combobox', { name: words.domain })
		.or(page.getByRole('dialog').getByLabel(words.domain))
		.first()
		.fill(HOST);
	await scanned(page, scans.earlyTitle_other.replace('{{count}}', '2'));
	await look(page, 'first-scan');
	const result = page.url();

	// The lines, as the scan says they have to stand.
	await page.getByRole('button', { name: new RegExp(`^${scans.findings}`) }).click();
	const changes = page.locator('pre').filter({ hasText: 'data-luvalla' });
	await expect(changes.first()).toBeVisible();
	const named = await changes.evaluateAll((all) =>
		all.map((one) => ['del', 'ins'].map((which) => (one.querySelector(which)?.textContent ?? '').replace(/^\s*\d+ \S /, '').trim())),
	);

	await page.goto(result);
	await page.getByRole('button', { name: scans.makeDraft }).click();
	await page.getByRole('link', { name: scans.openDraft }).click();
	const publish = page.getByRole('button', { name: new RegExp(`^${configurations.publish.replace('{{version}}', '')}`) });
	await expect(publish).toBeVisible();
	await look(page, 'draft');
	await publish.click();
	// It is rendered and measured in a browser first: seconds.
	await expect(page.getByText(words.published, { exact: true }).first()).toBeVisible();
	await look(page, 'published');
	await page.getByRole('button', { name: configurations.snippet, exact: true }).click();
	const code = page.getByRole('dialog').locator('pre, code, textarea').filter({ hasText: '/cmp/d/' }).first();
	const snippet = (await code.textContent())?.match(/<script[^>]*\/cmp\/d\/[^>]*><\/script>/)?.[0] ?? '';
	expect(snippet).toContain('/cmp/d/');

	lines = lines.map((line) => named.reduce((now, [before = '', after = '']) => (before === '' ? now : now.replace(before, after)), line));
	lines[0] += snippet;
	expect(lines.filter((line) => line.includes('data-luvalla'))).toHaveLength(2);

	await page.goto(result);
	await page.getByRole('button', { name: scans.again }).click();
	await scanned(page, scans.nothingEarly);
	await expect(page.getByText(scans.way_luvalla)).toBeVisible();
	await expect(page.getByRole('columnheader').getByText(scans.onlyNecessary)).toBeVisible();
	await look(page, 'second-scan');
});
