/**
 * A campaign from its first word to what became of it: a letter is written, made ready and tried out, an audience made, the campaign
 * executed; two people read it. The one who permits it is followed and moved between segments, the other leaves no trace. Another
 * campaign is stopped midway. Then somebody leaves by the link of their letter, in their own language, and reads why it came.
 */
import { type APIRequestContext, type APIResponse, type BrowserContext, expect, type Page, request, test } from '@playwright/test';
import { Client } from 'pg';
import * as z from 'zod';
import { check } from './check.ts';
import { LAMP } from './lamp.ts';
import { stateFile, tryOut } from './people.ts';
import { PORT, SHOP_PORT } from './server.ts';

test.describe.configure({ mode: 'serial' });

const ORIGIN = `http://localhost:${PORT}`;
const SHOP = `http://shop.localhost:${SHOP_PORT}/`;
const TAG = Date.now().toString(36);
const TITLE = `Journey letter ${TAG}`;
const MAIL = `Journey mail ${TAG}`;
const SUBJECT = `The lamps are lit ${TAG}`;
const CAMPAIGN = `Journey ${TAG}`;
const TRYING = `uat-journey-${TAG}@example.com`;
const FOLLOWED = `followed-${TAG}@example.com`;
const PRIVATE = `private-${TAG}@example.com`;
const FINNISH = `suomi-${TAG}@example.com`;
const [OPENED, CLICKED] = [`Opened it ${TAG}`, `Clicked it ${TAG}`];
/** What somebody reads with; a browser that says it is run by a program counts as one. */
const READER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

const Named = z.object({ id: z.string() });
const dataOf = async <T>(answer: APIResponse, shape: z.ZodType<T>): Promise<T> => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
	return z.object({ data: shape }).parse(await answer.json()).data;
};

let owner: Page;
let api: APIRequestContext;
let database: Client;
let domainId = '';
/** Ids of people by their address. */
const people = new Map<string, string>();
const audiences = { ofTwo: `Both readers ${TAG}`, everybody: 'Regulars who read the newsletter' };

const made = async <T>(path: string, data: object, shape: z.ZodType<T>): Promise<T> =>
	dataOf(await api.post(`/api${path}`, { data }), shape);
const segmentOf = async (name: string, emails: readonly string[]): Promise<string> => {
	const { id } = await made('/manage/domain/segment', { name, rule: null }, Named);
	if (emails.length > 0) await made(`/manage/domain/segment/${id}/members`, { people: emails.map((email) => ({ email })) }, z.unknown());
	return id;
};

test.beforeAll(async ({ browser }) => {
	owner = await (await browser.newContext({ storageState: stateFile('owner') })).newPage();
	database = new Client({ host: process.env.E2E_DATABASE, port: 5432, user: 'postgres', database: 'luvalla' });
	await database.connect();
	const own = { baseURL: ORIGIN, storageState: stateFile('owner') };
	const asking = await request.newContext({ ...own, extraHTTPHeaders: { origin: ORIGIN } });
	const Customer = z.object({ customerId: z.number(), domains: z.array(z.object({ id: z.string(), domain: z.string() })) });
	const [customer] = await dataOf(await asking.get('/api/customer/customerdomainlist'), z.array(Customer));
	await asking.dispose();
	if (!customer) throw new Error('The owner has no customer.');
	const { customerId } = customer;
	domainId = customer.domains[0]?.id ?? '';
	api = await request.newContext({
		...own,
		extraHTTPHeaders: { origin: ORIGIN, customer_key: String(customerId), domain_key: domainId },
	});
	const Purpose = Named.extend({ name: z.string() });
	const purposes = await dataOf(await api.get(`/api/consent/purpose/${customerId}`), z.array(Purpose));
	const purposeOf = (name: string): string => purposes.find((one) => one.name === name)?.id ?? '';
	for (const [email, name, value] of [
		[FOLLOWED, 'Newsletter', true],
		[FOLLOWED, 'Measuring our messages', true],
		[PRIVATE, 'Newsletter', true],
		[PRIVATE, 'Measuring our messages', false],
		[FINNISH, 'Newsletter', true],
	] as const) {
		const data = { person: { email }, purposeId: purposeOf(name), value, source: 'Paper form', at: new Date() };
		const { luvallaId } = await made('/audit/domain/people/answer', data, z.object({ luvallaId: z.string() }));
		people.set(email, luvallaId);
	}
	await dataOf(
		await api.put(`/api/manage/domain/person/${people.get(FINNISH)}`, { data: { firstName: 'Helmi', locale: 'fi-FI' } }),
		z.unknown(),
	);
	await segmentOf(`Two readers ${TAG}`, [FOLLOWED, PRIVATE]);
	await segmentOf(OPENED, []);
	await segmentOf(CLICKED, []);
});
test.afterAll(async () => {
	await database.end();
	await api.dispose();
	await owner.context().close();
});

/** Makes a campaign in its form, publishes it and opens the sheet before it runs. */
const make = async (title: string, mail: string, audience: string, more: () => Promise<void>): Promise<void> => {
	await owner.goto('/campaigns?id=new');
	const form = owner.getByRole('dialog', { name: 'New campaign' });
	await form.getByRole('textbox', { name: 'Title' }).fill(title);
	await form.getByRole('combobox', { name: 'Email' }).click();
	await owner.getByRole('option', { name: mail }).click();
	await form.getByRole('combobox', { name: 'Audience' }).click();
	await owner.getByRole('option', { name: audience, exact: true }).click();
	await more();
	await form.getByRole('button', { name: 'Save campaign' }).click();
	await expect(owner.getByText('Campaign added successfully.')).toBeVisible();
	await owner.getByRole('button', { name: `Actions for ${title}` }).click();
	await owner.getByRole('menuitem', { name: 'Publish' }).click();
	await expect(owner.getByText('Campaign published successfully.')).toBeVisible();
	await owner.getByRole('button', { name: `Actions for ${title}` }).click();
	await owner.getByRole('menuitem', { name: 'Before it runs' }).click();
	await expect(owner.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

/** Somebody's letter, opened where their mails land. */
const read = async (reader: BrowserContext, email: string, subject: string): Promise<Page> => {
	let id: string | undefined;
	await expect
		.poll(async () => {
			const { rows } = await database.query<{ id: string }>('select id from mail where recipient = $1 and subject like $2', [
				email,
				`%${subject}%`,
			]);
			id = rows[0]?.id;
			return rows.length;
		})
		.toBe(1);
	const page = await reader.newPage();
	await page.goto(process.env.E2E_MAILBOX ?? '');
	await page.goto(new URL(`/mailbox/${id}`, process.env.E2E_MAILBOX).href);
	return page;
};
const letterOf = (page: Page) => page.frameLocator('iframe');
const reads = (browser: { newContext: (options: object) => Promise<BrowserContext> }, more: object = {}): Promise<BrowserContext> =>
	browser.newContext({ userAgent: READER, ...more });

/** What is kept of what somebody did, whatever the letter. */
const traces = async (email: string): Promise<string[]> => {
	const { rows } = await database.query<{ kind: string }>(
		`select h.kind from delivery_hit h
			join delivery d on d.customer_id = h.customer_id and d.run_id = h.run_id and d.channel = h.channel and d.entry = h.entry where d.person = $1
		union all
		select 'first ' || f.kind from delivery_first f
			join delivery d on d.customer_id = f.customer_id and d.run_id = f.run_id and d.channel = f.channel and d.entry = f.entry where d.person = $1
		order by 1`,
		[people.get(email)],
	);
	return rows.map(({ kind }) => kind);
};

test('a letter is written, made ready, tried out and published', async () => {
	await owner.goto('/contents/new');
	await owner.getByLabel('Title', { exact: true }).fill(TITLE);
	await owner.getByRole('combobox', { name: 'Subject' }).fill(SUBJECT);
	await owner.getByLabel('Upload a picture').setInputFiles(LAMP);
	await expect(owner.getByLabel('Address of the picture')).toHaveValue(/^http/);
	await owner.getByLabel('What the picture shows').fill('Oak lamp, lit');
	const body = owner.getByRole('textbox', { name: 'Body' });
	await body.click();
	await body.pressSequentially('The evenings are at their longest. ');
	await owner.getByRole('button', { name: 'Link', exact: true }).click();
	await owner.getByLabel('Where it leads').fill(SHOP);
	await owner.getByRole('button', { name: 'Set link' }).click();
	await owner.getByRole('button', { name: 'Approve content' }).click();
	await expect(owner.getByText('Content approved successfully.')).toBeVisible();

	await owner.goto('/constellations?id=new');
	const form = owner.getByRole('dialog', { name: 'Add constellation' });
	await form.getByLabel('Title', { exact: true }).fill(MAIL);
	await form.getByRole('combobox', { name: 'Whole message' }).click();
	await owner.getByRole('option', { name: TITLE }).click();
	await form.getByLabel('Addresses for UAT').fill(TRYING);
	await form.getByRole('button', { name: 'Save constellation' }).click();
	await expect(form).toBeHidden();
	const drawer = await tryOut(owner, MAIL, TRYING);
	const trial = await read(owner.context(), TRYING, SUBJECT);
	await expect(letterOf(trial).getByText('The evenings are at their longest.')).toBeVisible();
	await expect(letterOf(trial).getByRole('link', { name: SHOP })).toHaveAttribute('href', SHOP);
	await trial.close();
	await drawer.getByRole('button', { name: 'Publish constellation' }).click();
	await expect(owner.getByText('Constellation published successfully.')).toBeVisible();
});

test('an audience is made, and the campaign is executed', async () => {
	await owner.goto('/audiences/new');
	await owner.getByRole('textbox', { name: 'Title' }).fill(audiences.ofTwo);
	await owner.getByText(`Two readers ${TAG}`, { exact: true }).click();
	await expect(owner.getByRole('region', { name: 'Estimate' }).getByText('2', { exact: true }).first()).toBeVisible();
	await owner.getByRole('button', { name: 'Save and approve' }).click();
	await expect(owner.getByText('Audience approved successfully.')).toBeVisible();

	await make(CAMPAIGN, MAIL, audiences.ofTwo, async () => {
		const form = owner.getByRole('dialog', { name: 'New campaign' });
		await form.getByText('Segment changes').click();
		for (const [when, segment] of [
			['On opening', OPENED],
			['On clicking', CLICKED],
		] as const) {
			await form.getByRole('button', { name: `${when}: Add a change` }).click();
			await form.getByRole('group', { name: when }).getByRole('combobox', { name: 'Segment' }).click();
			await owner.getByRole('option', { name: segment, exact: true }).click();
		}
	});
	await owner.getByRole('button', { name: 'Execute campaign' }).click();
	await expect(owner).toHaveURL(/\/campaigndashboard\?id=/);
	await expect(owner.getByText('Completed', { exact: true })).toBeVisible();
	const accepted = owner.getByRole('region', { name: 'How far it is' }).getByRole('link', { name: /^Accepted/ });
	await expect(accepted.locator('strong')).toHaveText('2');
});

test('who permits it is followed and moved; who does not gets where the link leads, and nothing is kept', async ({ browser }) => {
	const done = (what: string) =>
		owner
			.getByRole('region', { name: 'What people did' })
			.getByRole('link', { name: new RegExp(`^${what}`) })
			.locator('strong');
	await expect(done('Opened')).toHaveText('0');
	// Nobody reads a letter in the second in which it was handed over: what comes sooner is a scanner's.
	await owner.waitForTimeout(1_500);
	const reader = await reads(browser);
	const unseen: string[] = [];
	const own = await read(reader, PRIVATE, SUBJECT);
	own.on('request', (one) => void (/\/t\/o\//.test(one.url()) && unseen.push(one.url())));
	const body = letterOf(own);
	await expect(body.getByText('The evenings are at their longest.')).toBeVisible();
	// No pixel, and a link that names nobody.
	await expect(body.locator('img[src*="/t/o/"]')).toHaveCount(0);
	const link = body.getByRole('link', { name: SHOP });
	expect(await link.getAttribute('href')).toMatch(/\/t\/l\//);
	await link.click();
	await expect(own).toHaveURL(SHOP);
	expect(unseen).toEqual([]);

	const theirs = await read(reader, FOLLOWED, SUBJECT);
	const pixel = letterOf(theirs).locator('img[src*="/t/o/"]');
	await expect(pixel).toHaveCount(1);
	// The mailbox shows no pictures; the reader's own program does.
	const picture = await reader.newPage();
	expect((await picture.goto((await pixel.getAttribute('src')) ?? ''))?.headers()['content-type']).toBe('image/gif');
	await picture.close();
	await expect(done('Opened')).toHaveText('1');
	await expect(done('Clicked')).toHaveText('0');
	const bound = letterOf(theirs).getByRole('link', { name: SHOP });
	expect(await bound.getAttribute('href')).toMatch(/\/t\/c\//);
	await bound.click();
	await expect(theirs).toHaveURL(SHOP);
	await expect(done('Clicked')).toHaveText('1');
	await expect(done('Opened')).toHaveText('1');
	await check(owner, 'the run with what people did');
	await reader.close();

	expect(await traces(FOLLOWED)).toEqual(expect.arrayContaining(['click', 'first click', 'first open', 'open']));
	expect(await traces(PRIVATE)).toEqual([]);
	// The changes wait until it is known that no scanner opened it.
	await expect(async () => {
		await owner.goto(`/domainprofiles/${people.get(FOLLOWED)}`);
		for (const segment of [OPENED, CLICKED])
			await expect(owner.getByRole('link', { name: segment, exact: true })).toBeVisible({ timeout: 20_000 });
	}).toPass();
	await owner.goto(`/domainprofiles/${people.get(PRIVATE)}`);
	await expect(owner.getByRole('link', { name: `Two readers ${TAG}` })).toBeVisible();
	for (const segment of [OPENED, CLICKED]) await expect(owner.getByRole('link', { name: segment })).toHaveCount(0);
	await expect(owner.getByRole('main').getByText(/^(Opened|Clicked)/)).toHaveCount(0);
	await owner.goto(`/segments?q=${TAG}`);
	for (const segment of [OPENED, CLICKED])
		await expect(owner.getByRole('row').filter({ hasText: segment }).getByRole('cell', { name: '1', exact: true })).toBeVisible();
});

test('another one is stopped midway', async () => {
	const slow = `Slow journey ${TAG}`;
	await make(slow, MAIL, audiences.everybody, async () => {
		await owner.getByText('Pace and quiet hours').click();
		await owner.getByRole('textbox', { name: 'Messages a minute' }).fill('6');
	});
	await owner.getByRole('button', { name: 'Execute campaign' }).click();
	await expect(owner).toHaveURL(/\/campaigndashboard\?id=/);
	await owner.getByRole('button', { name: 'Stop campaign' }).click();
	await owner
		.getByRole('dialog', { name: `Stop the campaign ${slow}?` })
		.getByRole('button', { name: 'Stop campaign' })
		.click();
	await expect(owner.getByText('Campaign queued for stoppage.')).toBeVisible();
	await expect(owner.getByText('Stopped', { exact: true })).toBeVisible();
	await expect(owner.getByRole('link', { name: 'Campaign was stopped' })).toBeVisible();
});

test('somebody leaves by the link of their letter, in their language, and reads why it came', async ({ browser }, info) => {
	const Star = Named.extend({ title: z.string() });
	const stars = await dataOf(await api.get('/api/manage/constellation?q=Advent%20mail'), z.array(Star));
	const star = stars.find((one) => one.title === 'Advent mail');
	const segment = await segmentOf(`One reader ${TAG}`, [FINNISH]);
	const audience = await made('/manage/audience', { title: `One reader ${TAG}`, segments: [segment] }, Named);
	await made(`/manage/audience/${audience.id}/approve`, {}, z.unknown());
	const campaign = await made(
		'/manage/Campaign',
		{ title: `Talvikirje ${TAG}`, constellation: [{ constellationIdFK: star?.id, channel: 0 }], audienceIdFK: audience.id },
		Named,
	);
	await made(`/manage/Campaign/${campaign.id}/publish`, {}, z.unknown());
	await made(`/manage/campaign/${campaign.id}/execute`, {}, z.unknown());

	const reader = await reads(browser);
	const mail = await read(reader, FINNISH, 'valoa pimeisiin kuukausiin');
	const address = await letterOf(mail).locator('a[href*="/u/"]').first().getAttribute('href');
	const path = new URL(address ?? '').pathname.replace(/\/why$/, '');
	const answers = async (): Promise<number> => {
		const { rows } = await database.query<{ n: number }>('select count(*)::int as n from consent_record where person = $1', [
			people.get(FINNISH),
		]);
		return rows[0]?.n ?? 0;
	};
	const before = await answers();

	const page = await reader.newPage();
	await page.goto(`${ORIGIN}${path}/why`);
	await expect(page.locator('html')).toHaveAttribute('lang', 'fi');
	await expect(page.getByRole('heading', { level: 1, name: 'Miksi sain tämän?' })).toBeVisible();
	// An officer wrote it down: what was asked then is not known, and what it is about is told in the reader's language.
	await expect(page.getByText(/lähettäjän edustaja kirjasi/)).toBeVisible();
	await expect(page.getByText(/Kerran kuussa sähköpostia/)).toBeVisible();
	const looks = async (name: string): Promise<void> => {
		for (const colorScheme of ['light', 'dark'] as const) {
			// The page follows the reader's own setting.
			await page.emulateMedia({ colorScheme });
			for (const width of [1280, 390]) {
				await page.setViewportSize({ width, height: 844 });
				await check(page, `${name}, ${colorScheme}, ${width} px`);
				await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}-${width}.png`), fullPage: true });
			}
		}
	};
	await looks('why');

	await page.goto(`${ORIGIN}${path}`);
	await expect(page.getByRole('heading', { level: 1, name: 'Haluatko vähemmän viestejä?' })).toBeVisible();
	await looks('leave');
	// Looking changed nothing.
	expect(await answers()).toBe(before);
	await page.getByRole('button').first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Et saa enää näitä viestejä.' })).toBeVisible();
	await check(page, 'after leaving');
	await page.screenshot({ path: info.outputPath('left.png'), fullPage: true });
	expect(await answers()).toBe(before + 1);
	await page.getByRole('link', { name: 'In English' }).click();
	await expect(page.locator('html')).toHaveAttribute('lang', 'en');
	await check(page, 'in English');
	await reader.close();
	await owner.goto(`/domainprofiles/${people.get(FINNISH)}`);
	await expect(owner.getByText(/Unsubscribed|unsubscribe/i).first()).toBeVisible();
});
