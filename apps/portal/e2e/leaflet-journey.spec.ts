/**
 * Leaflets on paper as a customer sends them, with nothing excused, in Finnish: whoever answers for the customer adds the printing house
 * with its prices; a domain's admin writes the leaflet, looks at its pages and chooses what becomes of a sign that no font has; the other one
 * executes it and takes the PDF, which costs what the proof said. Somebody says no, and is not in the next file.
 */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import * as z from 'zod';
import { pagesOf as pagesIn } from '../../server/test/pdf.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as constellations } from '../src/wings/engagement/constellations/messages/fi.ts';
import { fi as contents } from '../src/wings/engagement/contents/messages/fi.ts';
import { fi as dashboard } from '../src/wings/engagement/dashboard/messages/fi.ts';
import { fi as connectors } from '../src/wings/profiles/connectors/messages/fi.ts';
import { ask, campaignTo, look, Named, newContent, openRoad, publishPackage, shopOf, takeFile } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 20_000 });

const OWN_PORT = PORT + 64;
const TAG = Date.now().toString(36);
const READERS = [
	{ firstName: 'Aino', lastName: 'Koski', street: 'Linnankatu 12 B 4', postalCode: '20100', city: 'Turku', country: 'FI' },
	{ firstName: 'Sven', lastName: 'Ek', street: 'Storgatan 5', postalCode: '114 32', city: 'Stockholm', country: 'SE' },
	{ firstName: '李', lastName: 'Wei', street: 'Aurakatu 1', postalCode: '20100', city: 'Turku', country: 'FI' },
	{
		firstName: 'Maximiliana Aleksandriina',
		lastName: 'Pohjois-Savolainen-Lappeenrantalainen',
		street: 'Pitkäniemenrannantie 1234 porras C huoneisto 56',
		postalCode: '33100',
		city: 'Tampere',
		country: 'FI',
	},
];
const EMAILS = READERS.map((_, n) => `esite${n}-${TAG}@example.com`);
const [CONTENT, PACKAGE, PURPOSE, SEGMENT] = [`Adventtiesite ${TAG}`, `Adventtipaketti ${TAG}`, `Posti ${TAG}`, `Vakioasiakkaat ${TAG}`];

let ready: Ready;
/** Where it could not be started there is nothing to stop. */
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let sheet = '';
/** Says no for somebody. */
let refuses: (email: string) => Promise<void>;

/** A drawn lamp, as a photograph would be: made by the browser. */
const picture = async (page: Page): Promise<Buffer> => {
	const url = await page.evaluate(() => {
		const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 400 });
		const pen = canvas.getContext('2d');
		if (!pen) throw new Error('Nothing can be drawn.');
		pen.fillStyle = '#eadfce';
		pen.fillRect(0, 0, 1200, 400);
		pen.fillStyle = '#c49a5a';
		pen.fillRect(500, 90, 200, 130);
		pen.fillStyle = '#7a5230';
		pen.fillRect(590, 220, 20, 100);
		return canvas.toDataURL('image/png');
	});
	return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
};

const pagesOf = async (file: string): Promise<string[]> => pagesIn(await readFile(file));

const taken = async (page: Page, name: RegExp | string): Promise<string> => {
	const file = await takeFile(page, page.getByRole('button', { name }).first());
	expect(file.name).toMatch(/\.pdf$/);
	return file.path;
};

/** Share of a drawn page that is no white. */
const inkOf = (page: Page, place: number): Promise<number> =>
	page
		.locator('canvas')
		.nth(place)
		.evaluate((canvas: HTMLCanvasElement) => {
			const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
			let ink = 0;
			for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 700) ink += 1;
			return ink / (data.length / 4);
		});

test.beforeAll(async ({ browser }) => {
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, { OUTBOUND_ALLOW: '127.0.0.0/8' }));
	const page = await chief.newPage();
	await page.goto(ready.portal);
	const { customerId, domainId } = await shopOf(page);
	const wording = { fi: { name: PURPOSE, about: 'Lähetämme esitteitä.' }, en: { name: PURPOSE, about: 'We send you leaflets.' } };
	const purpose = await ask(
		page,
		'POST',
		`/consent/purpose/${customerId}`,
		{ domainId, name: PURPOSE, wording, channels: ['leaflet'] },
		Named,
	);
	await page.setExtraHTTPHeaders({ customer_key: String(customerId), domain_key: domainId });
	const says = async (email: string, value: boolean): Promise<string> => {
		const answer = { person: { email }, purposeId: purpose.id, value, source: 'Paperilomake', at: new Date().toISOString() };
		return (await ask(page, 'POST', '/audit/domain/people/answer', answer, z.object({ luvallaId: z.string() }))).luvallaId;
	};
	for (const [n, email] of EMAILS.entries()) {
		const id = await says(email, true);
		await ask(page, 'PUT', `/manage/domain/person/${id}`, { ...READERS[n], locale: 'fi-FI' }, z.unknown());
	}
	const segment = await ask(page, 'POST', '/manage/domain/segment', { name: SEGMENT, rule: null }, Named);
	const people = EMAILS.map((email) => ({ email }));
	await ask(page, 'POST', `/manage/domain/segment/${segment.id}/members`, { people }, z.unknown());
	refuses = async (email) => void (await says(email, false));
});
test.afterAll(() => stop?.());

test('whoever answers for the customer adds the printing house with its prices', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/connectors?id=new`);
	const form = page.getByRole('dialog').first();
	await form.getByRole('combobox', { name: words.type }).click();
	await page.getByRole('option', { name: 'Painotalo' }).click();
	await form.getByLabel(connectors.ownName).fill('Turun painotalo');
	await form.getByRole('textbox', { name: /^Painotalo/ }).fill('Turun painotalo Oy');
	await form.getByLabel(/Esitteen hinta/).fill('0,78');
	await form.getByLabel(/Painetun sivun hinta/).fill('0,04');
	await form.getByRole('button', { name: connectors.save }).click();
	await expect(page.getByRole('link', { name: 'Turun painotalo' })).toBeVisible();
	await page.close();
});

test('a domain’s admin writes the leaflet, looks at its pages, and chooses for the sign that no font has', async () => {
	const page = await writer.newPage();
	await newContent(page, ready.portal, 'Paperiposti', CONTENT);
	await page.getByLabel(contents.upload).setInputFiles({ name: 'lamppu.png', mimeType: 'image/png', buffer: await picture(page) });
	await page.getByLabel(contents.heroAlt).fill('Tammilamppu, valaistu');
	const body = page.getByRole('textbox', { name: contents.body });
	await body.focus();
	await body.pressSequentially('Illat ovat nyt pisimmillään.');
	await body.press('Enter');
	await body.pressSequentially('---');
	await body.pressSequentially('Kolme klubihinnalla');
	await page.getByRole('textbox', { name: contents.text, exact: true }).fill('Valoa pimeisiin kuukausiin');
	await look(page, 'content');
	await page.getByRole('button', { name: contents.approveVerb }).click();
	await page.getByRole('link', { name: contents.toConstellation }).click();
	const form = page.getByRole('dialog', { name: constellations.add });
	await form.getByLabel(constellations.name, { exact: true }).fill(PACKAGE);
	await publishPackage(form);
	sheet = await campaignTo(page, ready.portal, SEGMENT, CONTENT, ['Paperiposti', PACKAGE]);
	// Nobody begins it before it is chosen what becomes of a name that no font has.
	await expect(page.getByText(/Fontista puuttuu joidenkin henkilöiden/)).toBeVisible();
	await look(page, 'before-signs');
	await page.getByRole('link', { name: campaigns.wayProof }).first().click();
	await expect(page).toHaveURL(/\/campaigns\/proof/);
	const pane = page.getByRole('complementary', { name: campaigns.proofPane });
	await expect(pane.getByText('3', { exact: true }).first()).toBeVisible();
	await expect(pane.getByText('SE-114 32 STOCKHOLM')).toBeVisible();
	await expect(pane.getByText(/^2,58/)).toBeVisible();
	await expect.poll(() => inkOf(page, 0)).toBeGreaterThan(0.05);
	await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0.001);
	await look(page, 'proof');
	await page.getByRole('button', { name: /^Merkki puuttuu 1/ }).click();
	await expect(page.getByRole('img', { name: 'Etusivu, 李 Wei' })).toBeVisible();
	await expect.poll(() => inkOf(page, 0)).toBeGreaterThan(0.05);
	await look(page, 'proof-sign');
	await page.getByRole('button', { name: /^Pisimmät nimet/ }).click();
	await expect(page.getByRole('img', { name: /^Etusivu, Maximiliana/ })).toBeVisible();
	await expect.poll(() => inkOf(page, 0)).toBeGreaterThan(0.05);
	await look(page, 'proof-long');
	// Whoever leafs faster than pages are read sees the last.
	for (let n = 0; n < 4; n += 1)
		for (const name of [/^Tavalliset/, /^Merkki puuttuu 1/, /^Ulkomaille/, /^Pisimmät nimet/])
			await page.getByRole('button', { name }).click();
	await expect(page.getByRole('img', { name: /^Etusivu, Maximiliana/ })).toBeVisible();
	await expect.poll(() => inkOf(page, 0)).toBeGreaterThan(0.05);
	const goOn = pane.getByRole('button', { name: campaigns.proofGoOn });
	await expect(goOn).toBeDisabled();
	await pane.getByRole('button', { name: campaigns.proofLeaveOut }).click();
	await expect(goOn).toBeEnabled();
	for (const scheme of ['dark', 'light'] as const)
		for (const width of [390, 1440]) {
			await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme);
			await page.setViewportSize({ width, height: 900 });
			await expect.poll(() => inkOf(page, 0)).toBeGreaterThan(0.05);
			await look(page, `proof-${scheme}-${width}`);
		}
	const pages = await pagesOf(await taken(page, campaigns.proofDownload));
	expect(pages.length).toBe(2 * 4);
	expect(pages.join('\n')).toContain('SE-114 32 STOCKHOLM');
	await goOn.click();
	await expect(page).toHaveURL(/\/campaigns\/before/);
	await page.close();
});

const run = async (page: Page): Promise<string[]> => {
	await page.getByRole('button', { name: campaigns.execute, exact: true }).click();
	await expect(page).toHaveURL(/\/campaigndashboard\?id=/);
	await expect(page.getByText('Valmis', { exact: true })).toBeVisible();
	await expect(page.getByRole('heading', { name: dashboard.files })).toBeVisible();
	return pagesOf(await taken(page, new RegExp(`^${dashboard.download}.*${dashboard.kind_whole}`)));
};

test('the customer’s admin executes it, and it costs what the proof said', async () => {
	const page = await chief.newPage();
	await page.goto(sheet);
	const table = page.getByRole('table', { name: campaigns.whoGets });
	await expect(table.getByRole('row', { name: /^2 sivua/ }).getByText('3', { exact: true })).toBeVisible();
	await expect(table.getByRole('row', { name: campaigns.cost }).getByText(/^2,58/)).toBeVisible();
	await look(page, 'before');
	const pages = await run(page);
	await expect(page.getByText(/^2,58/).first()).toBeVisible();
	await look(page, 'run');
	expect(pages).toHaveLength(6);
	const all = pages.join('\n');
	expect(all).toContain('Aino Koski');
	expect(all).toContain('Kolme klubihinnalla');
	expect(all).not.toContain('Wei');
	await page.close();
});

test('whoever says no is not in the next file', async () => {
	await refuses(EMAILS[0] ?? '');
	const page = await chief.newPage();
	await page.goto(sheet);
	await page.getByRole('link', { name: campaigns.campaigns }).first().click();
	const id = new URL(sheet).searchParams.get('id') ?? '';
	const { customerId, domainId } = await shopOf(page);
	await page.setExtraHTTPHeaders({ customer_key: String(customerId), domain_key: domainId });
	await ask(page, 'POST', `/manage/Campaign/${id}/publish`, {}, z.unknown());
	await page.goto(sheet);
	await expect(
		page.getByRole('table', { name: campaigns.whoGets }).getByRole('row', { name: campaigns.reachable }).getByText('2'),
	).toBeVisible();
	const pages = await run(page);
	expect(pages).toHaveLength(4);
	expect(pages.join('\n')).not.toContain('Aino');
	await page.close();
});
