/**
 * The road that a real customer takes, with nothing excused: five people out of a file, a segment and an audience of them, a letter
 * written and made ready, tried out by the one who wrote it; a domain's admin prepares and a customer's admin executes; a sender whose
 * records a DNS server has, and a mail server that no rule takes for this machine's own. Then the delivery, the person's page, and
 * somebody leaves. By hand of two people, in both languages; the presses are counted.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { someOf } from '../../../scripts/length.ts';
import { openSink, type Sink } from '../../server/test/engagement/sink.ts';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { words as wordsEn } from '../src/lib/words.ts';
import { words as wordsFi } from '../src/lib/words-fi.ts';
import { en as campaignsEn } from '../src/wings/engagement/campaigns/messages/en.ts';
import { fi as campaignsFi } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { en as constellationsEn } from '../src/wings/engagement/constellations/messages/en.ts';
import { fi as constellationsFi } from '../src/wings/engagement/constellations/messages/fi.ts';
import { en as contentsEn } from '../src/wings/engagement/contents/messages/en.ts';
import { fi as contentsFi } from '../src/wings/engagement/contents/messages/fi.ts';
import { en as audiencesEn } from '../src/wings/profiles/audiences/messages/en.ts';
import { fi as audiencesFi } from '../src/wings/profiles/audiences/messages/fi.ts';
import { en as peopleEn } from '../src/wings/profiles/people/messages/en.ts';
import { fi as peopleFi } from '../src/wings/profiles/people/messages/fi.ts';
import { en as segmentsEn } from '../src/wings/profiles/segments/messages/en.ts';
import { fi as segmentsFi } from '../src/wings/profiles/segments/messages/fi.ts';
import { en as uploadsEn } from '../src/wings/profiles/uploads/messages/en.ts';
import { fi as uploadsFi } from '../src/wings/profiles/uploads/messages/fi.ts';
import { check } from './check.ts';
import { signedIn } from './global-setup.ts';
import { LAMP } from './lamp.ts';
import { DOMAIN, mailOf, WORLD } from './road.ts';
import { PORT, type Ready, startServer } from './server.ts';

test.describe.configure({ mode: 'default' });

const OWN_PORT = PORT + 20;
/** From a file of five people to five letters that are accepted. */
const MOST_PRESSES = 20;
/** Where a picture of each step is put; unset: none is made. */
const STRIP = process.env.E2E_STRIP;

const LANGUAGES = {
	en: {
		texts: {
			campaigns: campaignsEn,
			constellations: constellationsEn,
			contents: contentsEn,
			audiences: audiencesEn,
			people: peopleEn,
			segments: segmentsEn,
			uploads: uploadsEn,
			words: wordsEn,
		},
		features: 'Features',
		columns: 'Email,First name,Newsletter,Said on',
		rows: (email: string, name: string) => `${email},${name},yes,2026-10-03`,
		source: 'Paper form in the shop, version 1',
		published: 'Campaign published successfully.',
		tried: 'UAT email sent successfully.',
		completed: 'Completed',
		accepted: 'Accepted',
		stop: 'Stop these letters',
		stopped: 'You get no more of these letters.',
		brought: 'In it the day of the yes is Oct-03-2026.',
		why: 'Why did I get this?',
		messages: 'Messages',
	},
	fi: {
		texts: {
			campaigns: campaignsFi,
			constellations: constellationsFi,
			contents: contentsFi,
			audiences: audiencesFi,
			people: peopleFi,
			segments: segmentsFi,
			uploads: uploadsFi,
			words: wordsFi,
		},
		features: 'Toiminnot',
		columns: 'Sähköposti;Etunimi;Uutiskirje;Sanottu',
		rows: (email: string, name: string) => `${email};${name};kyllä;3.10.2026`,
		source: 'Paperilomake myymälässä, versio 1',
		published: 'Kampanja julkaistiin.',
		tried: 'Kokeiluviesti lähetettiin.',
		completed: 'Valmis',
		accepted: 'Vastaanotettu',
		stop: 'Lopeta nämä viestit',
		stopped: 'Et saa enää näitä viestejä.',
		brought: 'Siinä luvan päivä on 3.10.2026.',
		why: 'Miksi sain tämän?',
		messages: 'Viestit',
	},
} as const;
const NAMES = ['Aino', 'Elias', 'Helmi', 'Onni', 'Venla'];

let dns: Awaited<ReturnType<typeof startDns>>;
let sink: Sink;
let ready: Ready;
/** Where it could not be started there is nothing to stop. */
let stop: (() => Promise<void>) | undefined;
/** Who is signed in, as each test begins with them. */
let editor: State;
let owner: State;
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

test.beforeAll(async ({ browser }) => {
	dns = await startDns();
	sink = await openSink();
	({ ready, stop } = await startServer({
		port: OWN_PORT,
		environment: { DNS_SERVERS: dns.address, OUTBOUND_ALLOW: WORLD },
	}));
	const [theirs, own] = [await signedIn(browser, ready, 'editor'), await signedIn(browser, ready, 'owner')];
	editor = await theirs.storageState({ indexedDB: true });
	owner = await own.storageState({ indexedDB: true });
	await theirs.close();
	// Once, by whoever answers for the customer: the mail server, and who letters are from.
	const page = await own.newPage();
	await page.goto(ready.portal);
	await mailOf(page, sink.port, dns.zone);
	await own.close();
});
test.afterAll(async () => {
	await stop?.();
	await sink.stop();
	await dns.stop();
});

/** What somebody does by hand: each press counts, and each step has its picture. */
const walk = (language: keyof typeof LANGUAGES) => {
	let presses = 0;
	let pictures = 0;
	return {
		presses: () => presses,
		async press(what: Locator): Promise<void> {
			await what.click();
			presses += 1;
		},
		/** Looks at a page as it stands: nothing on it is inaccessible, and it is kept as a picture. */
		async look(page: Page, name: string): Promise<void> {
			await check(page, name);
			pictures += 1;
			if (STRIP === undefined) return;
			mkdirSync(join(STRIP, language), { recursive: true });
			await page.screenshot({ path: join(STRIP, language, `${String(pictures).padStart(2, '0')}-${name}.png`) });
		},
	};
};

/** The letter of somebody, as it came to the mail server. */
const letterTo = async (email: string, subject: string): Promise<Email & { html: string }> => {
	const found = async () => {
		for (const { to, raw } of sink.mails)
			if (to === email) {
				const mail = await PostalMime.parse(raw);
				if (mail.subject?.includes(subject)) return mail;
			}
		return null;
	};
	await expect.poll(async () => (await found()) !== null).toBe(true);
	const mail = await found();
	if (mail?.html === undefined) throw new Error(`There is no letter to ${email}.`);
	return { ...mail, html: mail.html };
};
const linkIn = (html: string, text: string): string => {
	const [, href = ''] = new RegExp(`<a href="([^"]+)"[^>]*>${text.replace('?', '\\?')}</a>`).exec(html) ?? [];
	return href.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
};

for (const language of someOf(['fi', 'en'] as const, 1))
	test(`from a file of five people to five letters and somebody who leaves, in ${language}`, async ({ browser }) => {
		const l = LANGUAGES[language];
		const { campaigns, constellations, contents, audiences, people, segments, uploads } = l.texts;
		const tag = `${language}${Date.now().toString(36)}`;
		const emails = NAMES.map((name) => `${name.toLowerCase()}.${tag}@example.com`);
		const { press, presses, look } = walk(language);
		const opened = async (state: State): Promise<BrowserContext> => {
			const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } });
			await context.addInitScript((to) => localStorage.setItem('luvalla.language', to), language);
			return context;
		};
		const [writer, answers] = [await opened(editor), await opened(owner)];
		const page = await writer.newPage();
		await page.goto(ready.portal);

		// The file.
		await press(page.getByRole('button', { name: l.features }));
		await press(page.getByRole('link', { name: 'CRM', exact: true }));
		await press(page.getByRole('link', { name: people.upload }));
		await expect(page.locator('input[type=file]')).toBeAttached();
		await look(page, 'upload');
		const rows = NAMES.map((name, n) => l.rows(emails[n] ?? '', name));
		await page
			.locator('input[type=file]')
			.setInputFiles({ name: `klubi-${tag}.csv`, mimeType: 'text/csv', buffer: Buffer.from([l.columns, ...rows].join('\n')) });
		await press(page.getByRole('button', { name: uploads.next }));
		await page.getByRole('textbox', { name: l.texts.words.source }).fill(l.source);
		await look(page, 'columns');
		await press(page.getByRole('button', { name: uploads.check, exact: true }));
		const bring = page.getByRole('button', { name: uploads.import_other.replace('{{count}}', '5') });
		await expect(bring).toBeVisible();
		await look(page, 'dry-run');
		await press(bring);
		const gather = page.getByRole('button', { name: uploads.makeSegment });
		await expect(gather).toBeVisible();
		await look(page, 'imported');

		// A segment of them, and an audience of it.
		await press(gather);
		await expect(page).toHaveURL(/\/segments\/[0-9a-f-]{36}/);
		await expect(page.getByRole('link', { name: segments.toAudience })).toBeVisible();
		await look(page, 'segment');
		await press(page.getByRole('link', { name: segments.toAudience }));
		const title = page.getByRole('textbox', { name: audiences.name, exact: true });
		await expect(title).not.toHaveValue('');
		await title.fill(`Klubi ${tag}`);
		await expect(page.getByRole('region', { name: audiences.estimate }).getByText('5', { exact: true }).first()).toBeVisible();
		await look(page, 'audience');
		await press(page.getByRole('button', { name: audiences.saveAndApprove }));
		await expect(page.getByRole('link', { name: audiences.toCampaign })).toBeVisible();
		await look(page, 'audience-approved');

		// The campaign makes what it lacks on the way.
		await press(page.getByRole('link', { name: audiences.toCampaign }));
		const campaign = page.getByRole('dialog', { name: campaigns.add });
		await campaign.getByRole('textbox', { name: campaigns.name, exact: true }).fill(`Sisäinen ${tag}`);
		await look(page, 'campaign');
		await press(campaign.getByRole('button', { name: campaigns.writeLetter }));
		await expect(page).toHaveURL(/\/contents\/new/);
		await page.getByLabel(contents.name, { exact: true }).fill(`Kirje ${tag}`);
		await page.getByRole('combobox', { name: contents.subject }).fill(`Hei ${tag}`);
		await page.getByLabel(contents.upload).setInputFiles(LAMP);
		await page.getByLabel(contents.heroAlt).fill('Oak lamp, lit');
		const body = page.getByRole('textbox', { name: contents.body });
		await body.focus();
		await body.pressSequentially('Illat ovat pisimmillään.');
		await look(page, 'content');
		await press(page.getByRole('button', { name: contents.approveVerb }));
		const makeReady = page.getByRole('link', { name: contents.toConstellation });
		await expect(makeReady).toBeVisible();
		await look(page, 'content-approved');
		await press(makeReady);
		const constellation = page.getByRole('dialog', { name: constellations.add });
		await constellation.getByLabel(constellations.uat).fill('editor@luvalla.localhost');
		await look(page, 'constellation');
		await press(constellation.getByRole('button', { name: constellations.saveAndPublish }));
		await expect(page).toHaveURL(/\/campaigns\?/);
		const again = page.getByRole('dialog', { name: `Sisäinen ${tag}` });
		await expect(again.getByRole('combobox', { name: 'Email' }).or(again.getByRole('combobox', { name: 'Sähköposti' }))).toHaveValue(
			`Kirje ${tag}`,
		);
		await look(page, 'campaign-again');
		await press(again.getByRole('button', { name: campaigns.goOn }));
		await expect(page).toHaveURL(/\/campaigns\/before/);
		const sheet = page.url();
		await press(page.getByRole('button', { name: campaigns.publish, exact: true }));
		await expect(page.getByText(l.published)).toBeVisible();

		// Tried out by who wrote it; it is no part of the way.
		const trying = await writer.newPage();
		await trying.goto(`${ready.portal}/constellations?q=${tag}`);
		await trying.getByRole('link', { name: `Kirje ${tag}` }).click();
		await trying.getByRole('button', { name: constellations.sendUat }).click();
		await expect(trying.getByText(l.tried)).toBeVisible();
		await trying.close();
		expect((await letterTo('editor@luvalla.localhost', `Hei ${tag}`)).from?.address).toBe(`klubi@${DOMAIN}`);

		// Whoever answers for the customer looks at the sheet, and executes it.
		const chief = await answers.newPage();
		await chief.goto(sheet);
		const side = chief.getByRole('complementary', { name: campaigns.sideTitle });
		await expect(side.getByText(`klubi@${DOMAIN}`)).toBeVisible();
		await expect(side.getByText(campaigns.checkPasses)).toHaveCount(4);
		await expect(
			chief.getByRole('table', { name: campaigns.whoGets }).getByRole('row', { name: campaigns.reachable }).getByText('5'),
		).toBeVisible();
		await look(chief, 'before');
		await press(side.getByRole('button', { name: campaigns.execute }));
		await expect(chief).toHaveURL(/\/campaigndashboard\?id=/);
		await expect(chief.getByText(l.completed, { exact: true })).toBeVisible();
		const accepted = chief.getByRole('link', { name: new RegExp(`^${l.accepted}`) }).first();
		await expect(accepted.locator('strong')).toHaveText('5');
		await look(chief, 'run');
		expect(presses(), 'presses from a file to letters that are accepted').toBeLessThanOrEqual(MOST_PRESSES);
		process.stdout.write(`${language}: ${presses()} presses from a file of five to five accepted letters\n`);

		// What came: in the customer's name, signed, with its company and address at its end.
		const [first = ''] = emails;
		const letter = await letterTo(first, `Hei ${tag}`);
		expect([letter.from?.name, letter.from?.address]).toEqual(['Aalto klubi', `klubi@${DOMAIN}`]);
		expect(letter.headers.some(({ key, value }) => key === 'dkim-signature' && value.includes(`d=${DOMAIN}`))).toBe(true);
		expect(letter.html).toContain('Aalto Oy, Linnankatu 12, Turku');
		expect(letter.html).not.toContain('Sisäinen');

		// Each delivery has its record, and a person's page what was sent to them.
		await accepted.click();
		await chief.getByRole('link', { name: first }).first().click();
		await expect(chief.getByText(`klubi@${DOMAIN}`).first()).toBeVisible();
		await look(chief, 'delivery');
		await chief.goto(`${ready.portal}/domainprofiles?q=${encodeURIComponent(first)}`);
		await chief.getByRole('link', { name: /Aino/ }).first().click();

		await chief.getByRole('button', { name: l.messages, exact: true }).click();
		await expect(chief.getByRole('link', { name: new RegExp(`Sisäinen ${tag}`) }).first()).toBeVisible();
		await look(chief, 'person');

		// Somebody else reads why it came, and leaves.
		const reader = await browser.newContext({ locale: language === 'fi' ? 'fi-FI' : 'en-GB' });
		const theirs = await reader.newPage();
		const foot = letter.html.includes('Miksi sain') ? LANGUAGES.fi : LANGUAGES.en;
		const why = linkIn(letter.html, foot.why);
		await theirs.goto(`${why}?lang=${language}`);
		await expect(theirs.getByText(l.brought)).toBeVisible();
		await expect(theirs.getByText(`Hei ${tag}`)).toBeVisible();
		await expect(theirs.getByText('Sisäinen')).toHaveCount(0);
		await look(theirs, 'why');
		await theirs.getByRole('button', { name: l.stop }).click();
		await expect(theirs.getByRole('heading', { level: 1, name: l.stopped })).toBeVisible();
		await look(theirs, 'left');
		await reader.close();
		await chief.reload();
		await expect(chief.getByRole('heading', { level: 1 })).toBeVisible();
		await look(chief, 'person-left');
		await writer.close();
		await answers.close();
	});
