/**
 * The whole way, in both languages: a company registers, is approved, shows whose its domain is, publishes, a visitor chooses,
 * an answer is written down, its receipt is fetched, the person is erased, and the receipt still holds.
 */
import { readFile } from 'node:fs/promises';
import { readKeys } from '@luvalla/verify/keys.ts';
import { checkReceipt } from '@luvalla/verify/receipt.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { someOf } from '../../../scripts/length.ts';
import { words as shared } from '../src/lib/words.ts';
import { words as sharedFi } from '../src/lib/words-fi.ts';
import * as dashboard from '../src/wings/insight/dashboard/messages/en.ts';
import * as dashboardFi from '../src/wings/insight/dashboard/messages/fi.ts';
import * as records from '../src/wings/insight/reports/messages/en.ts';
import * as recordsFi from '../src/wings/insight/reports/messages/fi.ts';
import * as people from '../src/wings/profiles/people/messages/en.ts';
import * as peopleFi from '../src/wings/profiles/people/messages/fi.ts';
import * as customers from '../src/wings/tenancy/customers/messages/en.ts';
import * as customersFi from '../src/wings/tenancy/customers/messages/fi.ts';
import * as domains from '../src/wings/tenancy/domains/messages/en.ts';
import * as domainsFi from '../src/wings/tenancy/domains/messages/fi.ts';
import * as registration from '../src/wings/tenancy/registration/messages/en.ts';
import * as registrationFi from '../src/wings/tenancy/registration/messages/fi.ts';
import { check } from './check.ts';
import { mailbox, openShadows, stateFile, TOURED } from './people.ts';
import { PORT } from './server.ts';

/** What the portal says, from its own texts; a few words that stand elsewhere. */
const words = {
	en: {
		...{
			registration: registration.en,
			customers: customers.en,
			domains: domains.en,
			people: people.en,
			records: records.en,
			dashboard: dashboard.en,
			shared,
		},
		isItYou: 'Is it you?',
		confirm: 'Confirm',
		publish: /^Publish/,
		published: /^Published just now/,
		acceptAll: 'Accept all',
		country: 'Finland (+358)',
		title: 'Title',
	},
	fi: {
		...{
			registration: registrationFi.fi,
			customers: customersFi.fi,
			domains: domainsFi.fi,
			people: peopleFi.fi,
			records: recordsFi.fi,
			dashboard: dashboardFi.fi,
			shared: sharedFi,
		},
		isItYou: 'Oletko se sinä?',
		confirm: 'Vahvista',
		publish: /^Julkaise/,
		published: /^Julkaistu juuri/,
		acceptAll: 'Hyväksy kaikki',
		country: 'Suomi (+358)',
		title: 'Nimi',
	},
} as const;
type Language = keyof typeof words;

const ORIGIN = `http://localhost:${PORT}`;
/** A record has its place, and a signed head over it, within two minutes. */
const SEALED_MS = 150_000;

const filled = (text: string, values: Record<string, string>): string => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');

const opened = async (browser: Browser, language: Language, state?: string): Promise<Page> => {
	const context = await browser.newContext({ storageState: state });
	await context.addInitScript((chosen) => localStorage.setItem('luvalla.language', chosen), language);
	// It would come over what is pressed, whenever it is ready.
	await context.addInitScript(([key, off]) => localStorage.setItem(key, off), TOURED);
	return context.newPage();
};

for (const language of someOf(['fi', 'en'] as const, 1))
	test(`from registering to a receipt that outlives the person's data, in ${language}`, async ({ browser }) => {
		test.setTimeout(360_000);
		const w = words[language];
		const tag = `${language}-${Date.now().toString(36)}`;
		const host = `shop-${tag}.example.com`;
		const company = `Matka ${tag}`;
		const email = `owner-${tag}@example.com`;
		const person = `anna-${tag}@example.com`;
		const owner = await opened(browser, language);
		const admin = await opened(browser, language, stateFile('admin'));

		await test.step('registers', async () => {
			await owner.goto('/register');
			await owner.getByLabel(w.registration.name, { exact: true }).fill(company);
			await owner.getByLabel(w.registration.businessId).fill('7654321-0');
			await owner.getByRole('combobox', { name: w.shared.country }).click();
			await owner.getByRole('option', { name: w.country }).click();
			await owner.getByLabel(w.registration.domains).fill(host);
			await owner.getByLabel(w.registration.email).fill(email);
			await owner.getByRole('checkbox').check();
			await owner.getByRole('button', { name: w.registration.submit, exact: true }).click();
			await expect(owner.getByRole('heading', { name: w.registration.sentTitle })).toBeVisible();
			// It leads to the portal after a second.
			await expect(owner).toHaveURL(/:\d+\/$/);
			await owner.goto(await mailbox(owner.context()).linkFor(email));
			await owner.getByRole('button', { name: w.confirm, exact: true }).click();
			await expect(owner).toHaveURL(/\/customerdashboard/);
		});

		await test.step('is approved', async () => {
			await admin.goto(`/customers?q=${encodeURIComponent(company)}`);
			await admin.getByRole('button', { name: new RegExp(company) }).click();
			await admin.getByRole('menuitem', { name: w.customers.approve }).click();
			const form = admin.getByRole('dialog', { name: w.customers.approve });
			await expect(form.getByRole('checkbox', { name: host })).toBeChecked();
			await form.getByRole('button', { name: w.customers.approve }).click();
			await expect(form).toBeHidden();
		});

		const domainId = await test.step('shows whose its domain is', async () => {
			await owner.goto('/customerdomains');
			await expect(owner.getByRole('row').filter({ hasText: host })).toContainText(w.domains.unproven);
			await owner.goto('/customerdashboard');
			await expect(owner.getByText(filled(w.dashboard.stepProof, { domain: host }))).toBeVisible();
			await check(owner, 'first steps');
			await owner.goto('/customerdomains');
			await admin.goto(`/domains?q=${host}`);
			await admin.getByRole('link', { name: host, exact: true }).click();
			await admin.getByRole('tab', { name: w.domains.proof }).click();
			await expect(admin.getByRole('button', { name: w.domains.confirmTheirs })).toBeVisible();
			await check(admin, 'ownership');
			await admin.getByRole('button', { name: w.domains.confirmTheirs }).click();
			const question = admin.getByRole('dialog', { name: filled(w.domains.confirmQuestion, { domain: host }) });
			await question.getByRole('button', { name: w.domains.confirmTheirs }).click();
			await prove(admin, w, 'admin@luvalla.localhost', question);
			const id = new URL(admin.url()).searchParams.get('id') ?? '';
			await owner.reload();
			await expect(owner.getByRole('row').filter({ hasText: host })).not.toContainText(w.domains.unproven);
			return id;
		});

		await test.step('publishes', async () => {
			await owner.goto('/lightconfig/new');
			await owner.getByLabel(w.title, { exact: true }).fill(`Banner ${tag}`);
			await owner.getByRole('button', { name: w.publish }).click();
			// it is rendered and measured in a browser first: seconds
			await expect(owner.getByText(w.published)).toBeVisible();
		});

		await test.step('a visitor chooses, and it is recorded', async () => {
			const context = await browser.newContext({ storageState: undefined });
			await openShadows(context);
			// The shop's host is nobody's here: its page is put in the browser's way, and what it asks of us is passed on.
			await context.route(`https://${host}/**`, (route) =>
				route.fulfill({
					contentType: 'text/html',
					body: `<!doctype html><html lang="${language}"><head><title>Shop</title><script src="${ORIGIN}/cmp/d/${domainId}.js"></script></head><body><h1>Shop</h1></body></html>`,
				}),
			);
			await context.route(`${ORIGIN}/**`, async (route) => route.fulfill({ response: await route.fetch() }));
			const shop = await context.newPage();
			await shop.goto(`https://${host}/`);
			const sent = shop.waitForResponse((response) => response.url().endsWith('/edge/v1/records'));
			await shop.getByRole('button', { name: w.acceptAll }).click();
			expect((await sent).status()).toBe(200);
			await context.close();
			await owner.goto('/reports?tab=consent');
			await expect(owner.getByRole('row').filter({ hasText: host }).first()).toBeVisible();
		});

		const address = await test.step('what somebody said by telephone is recorded, too', async () => {
			await owner.goto('/domainprofiles?id=new');
			const form = owner.getByRole('dialog', { name: w.people.record });
			await form.getByRole('textbox', { name: w.people.who }).fill(person);
			await form.getByRole('combobox', { name: w.people.purpose }).click();
			await owner.getByRole('listbox').getByRole('option').first().click();
			await form.getByRole('radio', { name: w.people.saidYes }).check();
			await form.getByRole('textbox', { name: new RegExp(w.people.source) }).fill('Telephone');
			await form.getByRole('button', { name: w.people.save }).click();
			// Whatever is wrong with it, it says while it stands.
			const says = form.or(owner.getByRole('alert'));
			await expect(async () => expect(await says.allInnerTexts()).toEqual([])).toPass({ timeout: 60_000 });
			await owner.getByRole('link', { name: person }).click();
			await owner
				.getByRole('link', { name: new RegExp(`^${w.people.openRecordOf.split('{{')[0]}`) })
				.first()
				.click();
			await expect(owner).toHaveURL(/\/reports\/records\//);
			return owner.url();
		});

		const receipt = await test.step('its receipt is fetched once it has its place', async () => {
			await expect(async () => {
				await owner.goto(address);
				await expect(owner.getByRole('heading', { name: w.records.inLedger })).toBeVisible({ timeout: 20_000 });
			}).toPass({ timeout: SEALED_MS });
			const download = owner.waitForEvent('download');
			await owner.getByRole('button', { name: w.records.downloadJson }).click();
			return JSON.parse(await readFile(await (await download).path(), 'utf8'));
		});

		await test.step('the person is erased, and the record’s address says so', async () => {
			await owner.getByRole('link', { name: w.records.openPerson }).click();
			await owner.getByRole('button', { name: w.people.erase }).click();
			const question = owner.getByRole('dialog', { name: filled(w.people.eraseTitle, { name: person }) });
			await question.getByRole('textbox').fill(person);
			await question.getByRole('button', { name: w.people.erase }).click();
			await prove(owner, w, email, question);
			await expect(owner).toHaveURL(/\/domainprofiles/);
			await expect(owner.getByRole('link', { name: person })).toHaveCount(0);
			await owner.goto(address);
			await expect(owner.getByRole('heading', { name: w.records.erasedTitle })).toBeVisible();
			await expect(owner.getByText(w.records.erasedPerson)).toBeVisible();
			await check(owner, 'erased record');
		});

		await test.step('the receipt still holds', async () => {
			const keys = readKeys(await (await owner.request.get(`${ORIGIN}/edge/v1/ledger/key`)).text());
			expect(keys.length).toBeGreaterThan(0);
			expect(checkReceipt(receipt, keys).checks.filter(({ ok }) => !ok)).toEqual([]);
			expect(checkReceipt(JSON.parse(JSON.stringify(receipt).replaceAll('true', 'false')), keys).checks.every(({ ok }) => ok)).toBe(false);
		});
		await owner.context().close();
		await admin.context().close();
	});

/** A fresh proof, where one is asked for; until the question is gone. */
const prove = async (page: Page, w: (typeof words)[Language], email: string, question: ReturnType<Page['getByRole']>): Promise<void> => {
	const dialog = page.getByRole('dialog', { name: w.isItYou });
	await expect(async () => {
		expect((await dialog.isVisible()) || !(await question.isVisible())).toBe(true);
	}).toPass();
	if (await dialog.isVisible()) {
		await dialog.getByRole('textbox').fill(await mailbox(page.context()).codeFor(email));
		await dialog.getByRole('button', { name: w.confirm }).click();
	}
	await expect(dialog).toBeHidden();
	await expect(question).toBeHidden();
};
