/** What the roads of real customers share: a server of their own, who is signed in there, and calls asked as a page asks them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import * as z from 'zod';
import type { startDns } from '../../server/test/fixtures/dns.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as constellations } from '../src/wings/engagement/constellations/messages/fi.ts';
import { fi as contents } from '../src/wings/engagement/contents/messages/fi.ts';
import { fi as audiences } from '../src/wings/profiles/audiences/messages/fi.ts';
import { check } from './check.ts';
import { signedIn } from './global-setup.ts';
import { type Ready, startServer } from './server.ts';

/** What most calls answer of a thing that was made. */
export const Named = z.object({ id: z.string() });

/** Where a picture of each step is put; unset: beside what the test leaves. */
const STRIP = process.env.E2E_STRIP;

export interface Road {
	ready: Ready;
	/** A domain's admin, who prepares. */
	writer: BrowserContext;
	/** Whoever answers for the customer, who executes. */
	chief: BrowserContext;
	stop(): Promise<void>;
}

/** A server at a port of its own, with both who walk it signed in, in Finnish. */
export const openRoad = async (browser: Browser, port: number, environment: Record<string, string>): Promise<Road> => {
	const { ready, stop } = await startServer({ port, environment });
	const opened = async (name: 'editor' | 'owner'): Promise<BrowserContext> => {
		const signed = await signedIn(browser, ready, name);
		const storageState = await signed.storageState({ indexedDB: true });
		await signed.close();
		const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
		await context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
		return context;
	};
	const [writer, chief] = [await opened('editor'), await opened('owner')];
	return {
		ready,
		writer,
		chief,
		async stop() {
			await writer.close();
			await chief.close();
			await stop();
		},
	};
};

/** Asks a call as a page does, and expects that it is done. */
export const ask = async <T>(page: Page, method: string, path: string, body: object | undefined, shape: z.ZodType<T>): Promise<T> => {
	const [status, said] = await page.evaluate(
		async ([how, to, sent]) => {
			const json = sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
			const answer = await fetch(`/api${to}`, { method: how, ...json });
			return [answer.status, await answer.json()] as const;
		},
		[method, path, body] as const,
	);
	if (status !== 200) throw new Error(`${path}: ${JSON.stringify(said)}`);
	return z.object({ data: shape }).parse(said).data;
};

const Customer = z.object({ customerId: z.number(), domains: z.array(z.object({ id: z.string(), domain: z.string() })) });

/** The customer of whoever's page it is, and their shop. */
export const shopOf = async (page: Page): Promise<{ customerId: number; domainId: string }> => {
	const [customer] = await ask(page, 'GET', '/customer/customerdomainlist', undefined, z.array(Customer));
	const shop = customer?.domains.find(({ domain }) => domain === 'shop.localhost');
	if (!customer || !shop) throw new Error('The owner has no shop.');
	return { customerId: customer.customerId, domainId: shop.id };
};

/** Where letters are from. */
export const DOMAIN = 'klubi.aalto.example';
/** The same machine by an address that no rule takes for its own. */
const MAIL_HOST = '0.0.0.0';
/** What a server may reach so that letters leave to a mail server there. */
export const WORLD = '127.0.0.0/8,0.0.0.0/32';

/** Once, by whoever answers for the customer: the mail server, and who letters are from, which the DNS bears out. */
export const mailOf = async (
	page: Page,
	port: number,
	zone: Awaited<ReturnType<typeof startDns>>['zone'],
	host = DOMAIN,
): Promise<{ customerId: number; domainId: string }> => {
	const { customerId, domainId } = await shopOf(page);
	const config = { host: MAIL_HOST, port, security: 'none', user: '', password: '' };
	await ask(page, 'POST', '/manage/Connector', { customerId, type: 'smtp', name: 'Aalto SMTP', config }, Named);
	const Sender = Named.extend({ ready: z.boolean(), dkim: z.object({ name: z.string(), text: z.string() }) });
	const body = { domainId, name: 'Aalto klubi', address: `klubi@${host}`, postal: 'Aalto Oy, Linnankatu 12, Turku' };
	const sender = await ask(page, 'POST', '/manage/sender', body, Sender);
	zone.set(host, { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] });
	zone.set(sender.dkim.name, { txt: [sender.dkim.text] });
	zone.set(`_dmarc.${host}`, { txt: ['v=DMARC1; p=quarantine'] });
	expect((await ask(page, 'POST', `/manage/sender/${sender.id}/check`, undefined, Sender)).ready).toBe(true);
	return { customerId, domainId };
};

/** A new content of a kind, named: the rest of it is to be written. */
export const newContent = async (page: Page, portal: string, kind: string, name: string): Promise<void> => {
	await page.goto(`${portal}/contents/new`);
	await page.getByRole('combobox', { name: words.type }).click();
	await page.getByRole('option', { name: kind, exact: true }).click();
	await page.getByLabel(contents.name, { exact: true }).fill(name);
};

/** An audience of a segment is made by hand, and the way to its campaign is pressed: the form of it. */
export const audienceOf = async (page: Page, portal: string, segment: string): Promise<Locator> => {
	await page.goto(`${portal}/audiences/new`);
	await page.getByRole('textbox', { name: audiences.name, exact: true }).fill(segment);
	await page.getByRole('region', { name: audiences.segments }).getByText(segment, { exact: true }).click();
	await page.getByRole('button', { name: audiences.saveAndApprove }).click();
	await page.getByRole('link', { name: audiences.toCampaign }).click();
	return page.getByRole('dialog', { name: campaigns.add });
};

/** Chooses what a campaign says by a channel, which may stand among the others. */
export const chooseFor = async (form: Locator, channel: string, constellation: string): Promise<void> => {
	const field = form.getByRole('combobox', { name: channel });
	const others = form.getByRole('button', { name: campaigns.otherChannels });
	await expect(field.or(others).first()).toBeVisible();
	if (!(await field.isVisible())) await others.click();
	await field.click();
	await form.page().getByRole('option', { name: constellation }).click();
};

/** Publishes what is written of a constellation, and waits until it may be sent. */
export const publishPackage = async (form: Locator): Promise<void> => {
	const page = form.page();
	await form.getByRole('button', { name: constellations.saveAndPublish }).click();
	await page
		.getByRole('link', { name: constellations.toCampaign })
		.or(page.getByRole('dialog', { name: campaigns.add }))
		.first()
		.waitFor();
};

/** From the form of a campaign to its sheet, where it is published. Answers the sheet's address. */
export const publishOf = async (form: Locator): Promise<string> => {
	const page = form.page();
	await form.getByRole('button', { name: campaigns.goOn }).click();
	await expect(page).toHaveURL(/\/campaigns\/before/);
	const sheet = page.url();
	await page.getByRole('button', { name: campaigns.publish, exact: true }).click();
	await expect(page.getByText('Kampanja julkaistiin.')).toBeVisible();
	return sheet;
};

/** A campaign to a segment by one channel, from its audience on to the sheet, where it is published. Answers the sheet's address. */
export const campaignTo = async (
	page: Page,
	portal: string,
	segment: string,
	name: string,
	says: readonly [string, string],
): Promise<string> => {
	const form = await audienceOf(page, portal, segment);
	await form.getByRole('textbox', { name: campaigns.name, exact: true }).fill(name);
	await chooseFor(form, ...says);
	await look(page, 'campaign');
	return publishOf(form);
};

/** A campaign once more, by the menu of its row: the sheet of its copy, which is published. */
export const copyOf = async (page: Page, portal: string, tag: string, name: string): Promise<string> => {
	await page.goto(`${portal}/campaigns?q=${tag}`);
	await page.getByRole('button', { name: new RegExp(name) }).click();
	await page.getByRole('menuitem', { name: words.copy }).click();
	return publishOf(page.getByRole('dialog'));
};

/** Executes what the sheet shows, and waits until all is sent. */
export const executeHere = async (page: Page): Promise<void> => {
	await page.getByRole('complementary', { name: campaigns.sideTitle }).getByRole('button', { name: campaigns.execute }).click();
	await expect(page).toHaveURL(/\/campaigndashboard\?id=/);
	await expect(page.getByText('Valmis', { exact: true })).toBeVisible();
};

/** Looks at the sheet as whoever answers for the customer, executes it and waits until all is sent. */
export const executeSheet = async (page: Page, sheet: string, reachable: string): Promise<void> => {
	await page.goto(sheet);
	const whom = page.getByRole('table', { name: campaigns.whoGets });
	await expect(whom.getByRole('row', { name: campaigns.reachable }).getByText(reachable, { exact: true })).toBeVisible();
	await look(page, 'before');
	await executeHere(page);
};

/** How many a run says were accepted. */
export const acceptedOf = (page: Page): Locator =>
	page
		.getByRole('link', { name: /^Vastaanotettu/ })
		.first()
		.locator('strong');

/**
 * A file that a press has the page hand over: what its link calls it, and where it lies. On a full machine the browser's driver has told
 * *download* for a name that the link had, so the link is asked.
 */
export const takeFile = async (page: Page, press: Locator): Promise<{ name: string; path: string }> => {
	await page.evaluate(() => {
		const { click } = HTMLAnchorElement.prototype;
		HTMLAnchorElement.prototype.click = function () {
			document.documentElement.dataset.file = this.download;
			click.call(this);
		};
	});
	const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
	const name = await page.evaluate(() => document.documentElement.dataset.file);
	return { name: name ?? '', path: await download.path() };
};

let pictures = 0;
/** Looks at a page as it stands: nothing on it is inaccessible, and it is kept as a picture. */
export const look = async (page: Page, name: string): Promise<void> => {
	// A page whose code is on its way has no heading yet.
	await page.locator('h1').first().waitFor({ state: 'attached' });
	await check(page, name);
	pictures += 1;
	const file = `${String(pictures).padStart(2, '0')}-${name}.png`;
	if (STRIP !== undefined) mkdirSync(STRIP, { recursive: true });
	await page.screenshot({ path: STRIP === undefined ? test.info().outputPath(file) : join(STRIP, file), fullPage: true });
};

/** A domain's admin prepares a campaign once more, as it was: the sheet of its copy, which is published. */
export const copiedSheet = async (page: Page, sheet: string): Promise<string> => {
	await page.goto(sheet);
	const id = new URL(sheet).searchParams.get('id') ?? '';
	const copy = await ask(page, 'POST', `/manage/Campaign/${id}/copy`, {}, Named);
	await ask(page, 'POST', `/manage/Campaign/${copy.id}/publish`, {}, Named);
	return sheet.replace(id, copy.id);
};

/** What people are asked, and who said yes on paper. */
interface OnPaper {
	channel: string;
	purpose: string;
	/** What the purpose is for, in both languages. */
	about: { fi: string; en: string };
	segment: string;
	/** They speak Finnish. */
	readers: readonly { email: string; name: string | undefined; phone?: string | undefined }[];
}

/** A purpose of one channel, to which these said yes, and a segment of them; from then on the page asks on the customer and domain. */
export const askedOnPaper = async (page: Page, { channel, purpose: name, about, segment: group, readers }: OnPaper): Promise<void> => {
	const { customerId, domainId } = await shopOf(page);
	const wording = { fi: { name, about: about.fi }, en: { name, about: about.en } };
	const purpose = await ask(page, 'POST', `/consent/purpose/${customerId}`, { domainId, name, wording, channels: [channel] }, Named);
	await page.setExtraHTTPHeaders({ customer_key: String(customerId), domain_key: domainId });
	for (const { email, name: firstName, phone } of readers) {
		const person = phone === undefined ? { email } : { email, phone };
		const answer = { person, purposeId: purpose.id, value: true, source: 'Paperilomake', at: new Date().toISOString() };
		const { luvallaId } = await ask(page, 'POST', '/audit/domain/people/answer', answer, z.object({ luvallaId: z.string() }));
		await ask(page, 'PUT', `/manage/domain/person/${luvallaId}`, { firstName, locale: 'fi-FI' }, z.unknown());
	}
	const segment = await ask(page, 'POST', '/manage/domain/segment', { name: group, rule: null }, Named);
	const people = readers.map(({ email }) => ({ email }));
	await ask(page, 'POST', `/manage/domain/segment/${segment.id}/members`, { people }, z.unknown());
};
