/**
 * Ads on other sites, in Finnish: a domain's admin prepares a campaign whose people a network is to be told of, a customer's admin executes
 * it and takes the file from here. Somebody says no: the page asks for the removal file, which is taken too.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type APIResponse, type BrowserContext, expect, type Page, request, test } from '@playwright/test';
import * as z from 'zod';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as dashboard } from '../src/wings/engagement/dashboard/messages/fi.ts';
import { check } from './check.ts';
import { stateFile } from './people.ts';
import { publishOf, takeFile } from './road.ts';
import { PORT } from './server.ts';

const ORIGIN = `http://localhost:${PORT}`;
const TAG = Date.now().toString(36);
const PEOPLE = ['aino', 'elias', 'helmi'].map((name) => `${name}.ad-${TAG}@example.com`);
const TITLE = `Joulu muualla ${TAG}`;
const Named = z.object({ id: z.string() });
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const dataOf = async <T>(answer: APIResponse, shape: z.ZodType<T>): Promise<T> => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
	return z.object({ data: shape }).parse(await answer.json()).data;
};
const callsOf = async (name: 'owner' | 'editor', headers: Record<string, string> = {}) => {
	const api = await request.newContext({
		baseURL: ORIGIN,
		storageState: stateFile(name),
		extraHTTPHeaders: { origin: ORIGIN, ...headers },
	});
	return {
		api,
		post: async <T>(path: string, data: object, shape: z.ZodType<T>): Promise<T> => dataOf(await api.post(`/api${path}`, { data }), shape),
	};
};

/** Taken from the page: what it is called, and its lines. */
const taken = async (page: Page, name: string): Promise<{ name: string; lines: string[] }> => {
	const file = await takeFile(page, page.getByRole('button', { name, exact: true }));
	return { name: file.name, lines: (await readFile(file.path, 'utf8')).trim().split('\n') };
};

test('a file of people for Google is prepared, made, taken, and taken back of whom said no', async ({ browser }, info) => {
	const asking = await callsOf('owner');
	const Customer = z.object({ customerId: z.number(), domains: z.array(z.object({ id: z.string(), domain: z.string() })) });
	const customers = await dataOf(await asking.api.get('/api/customer/customerdomainlist'), z.array(Customer));
	const customer = customers[0];
	const domainId = customer?.domains.find(({ domain }) => domain === 'shop.localhost')?.id ?? customer?.domains[0]?.id ?? '';
	const headers = { customer_key: String(customer?.customerId), domain_key: domainId };
	await asking.api.dispose();
	const [owner, editor] = [await callsOf('owner', headers), await callsOf('editor', headers)];
	const purpose = await owner.post(
		`/consent/purpose/${customer?.customerId}`,
		{
			domainId,
			name: `Mainonta muualla ${TAG}`,
			wording: { en: { name: 'Ads elsewhere', about: 'Ads that fit you on other sites.' } },
			channels: ['ad'],
		},
		Named,
	);
	const answer = (email: string, value: boolean): Promise<unknown> =>
		owner.post(
			'/audit/domain/people/answer',
			{ person: { email }, purposeId: purpose.id, value, source: 'Paperilomake', at: new Date() },
			z.unknown(),
		);
	for (const email of PEOPLE) await answer(email, true);

	// What the domain's admin makes.
	const words = { body: '<p>Valoa pimeisiin iltoihin</p>', heroimage: 'https://shop.example.com/lamp.png', heroimageAlt: 'Lamppu' };
	const content = await editor.post('/manage/content', { title: `Mainos ${TAG}`, contentType: 'Ad', controls: { en: words } }, Named);
	await editor.post(`/manage/content/${content.id}/approve`, {}, Named);
	const star = await editor.post('/manage/constellation/', { title: `Mainos ${TAG}`, channel: 6, contents: [content.id] }, Named);
	await dataOf(await editor.api.put(`/api/manage/constellation/${star.id}/publish`, { data: {} }), Named);
	const segment = await editor.post('/manage/domain/segment', { name: `Mainoksen yleisö ${TAG}`, rule: null }, Named);
	await editor.post(`/manage/domain/segment/${segment.id}/members`, { people: PEOPLE.map((email) => ({ email })) }, z.unknown());
	const audience = await editor.post('/manage/audience', { title: `Mainoksen yleisö ${TAG}`, segments: [segment.id] }, Named);
	await editor.post(`/manage/audience/${audience.id}/approve`, {}, z.unknown());

	const opened = async (name: 'owner' | 'editor'): Promise<BrowserContext> => {
		const context = await browser.newContext({ storageState: stateFile(name), viewport: { width: 1440, height: 900 } });
		await context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
		return context;
	};
	const [writer, answers] = [await opened('editor'), await opened('owner')];
	const page = await writer.newPage();
	await page.goto('/campaigns?id=new');
	const form = page.getByRole('dialog', { name: campaigns.add });
	await form.getByRole('textbox', { name: campaigns.name, exact: true }).fill(TITLE);
	await form.getByRole('button', { name: campaigns.otherChannels }).click();
	await form.getByRole('combobox', { name: 'Mainos' }).click();
	await page.getByRole('option', { name: `Mainos ${TAG}` }).click();
	await form.getByRole('combobox', { name: campaigns.audience, exact: true }).click();
	await page.getByRole('option', { name: `Mainoksen yleisö ${TAG}`, exact: true }).click();
	await publishOf(form);
	await check(page, 'the sheet of an ad');
	await page.screenshot({ path: info.outputPath('before.png') });

	// Whoever answers for the customer executes it, and takes the file.
	const chief = await answers.newPage();
	await chief.goto(page.url());
	await chief.getByRole('button', { name: campaigns.execute, exact: true }).click();
	await expect(chief).toHaveURL(/\/campaigndashboard\?id=/);
	await expect(chief.getByRole('heading', { name: dashboard.files })).toBeVisible();
	const looks = async (name: string): Promise<void> => {
		for (const scheme of ['light', 'dark'] as const) {
			await chief.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme);
			for (const width of [1440, 390]) {
				await chief.setViewportSize({ width, height: 900 });
				await check(chief, `${name}, ${scheme}, ${width} px`);
				await chief.screenshot({ path: info.outputPath(`${name}-${scheme}-${width}.png`), fullPage: width === 390 });
			}
		}
		await chief.setViewportSize({ width: 1440, height: 900 });
	};
	const filled = chief.locator('main button[data-variant="filled"]');
	await expect(filled).toHaveText([dashboard.download]);
	await looks('files');
	const buttonOf = (verb: string, name: string, kind: string): string =>
		dashboard.downloadOf.replace('{{verb}}', verb).replace('{{name}}', name).replace('{{kind}}', kind);
	const add = await taken(chief, buttonOf(dashboard.download, dashboard.form_google, dashboard.kind_add));
	expect(add.name).toContain(`${TITLE} - ad - google - lisää - Mainonta muualla ${TAG}`);
	expect(add.name).toMatch(/ - 3\.csv$/);
	expect(add.lines[0]).toBe('Email,Phone,First Name,Last Name,Country,Zip');
	expect(add.lines.slice(1).sort()).toEqual(PEOPLE.map((email) => `${hash(email)},,,,,`).sort());
	await expect(chief.getByText('owner@luvalla.localhost').first()).toBeVisible();

	// Somebody says no.
	const [gone = ''] = PEOPLE;
	await answer(gone, false);
	await chief.reload();
	await expect(chief.getByText(dashboard.filesDue)).toBeVisible();
	await expect(filled).toHaveText([dashboard.downloadRemoval]);
	await looks('due');
	const removal = await taken(chief, buttonOf(dashboard.downloadRemoval, dashboard.form_google, dashboard.kind_remove));
	expect(removal.lines.slice(1)).toEqual([`${hash(gone)},,,,,`]);
	await expect(chief.getByText(dashboard.filesDue)).toBeHidden();
	await Promise.all([writer.close(), answers.close(), owner.api.dispose(), editor.api.dispose()]);
});
