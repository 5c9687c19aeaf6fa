/**
 * Text messages as a customer sends them, with nothing excused, in Finnish: whoever answers for the customer connects the service and
 * tests it; a domain's admin writes the text, sees what it comes to, and makes the campaign; the other one reads on the sheet what each
 * part costs, and executes it. The service takes every message, says later that it arrived, and brings somebody's PERU; a second campaign
 * leaves them out.
 */
import { type BrowserContext, expect, test } from '@playwright/test';
import { ACCOUNT, signatureOf, TOKEN, twilio } from '../../server/test/engagement/twilio.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as deliveries } from '../src/ui/deliveries/messages/fi.ts';
import { fi as campaigns } from '../src/wings/engagement/campaigns/messages/fi.ts';
import { fi as constellations } from '../src/wings/engagement/constellations/messages/fi.ts';
import { fi as contents } from '../src/wings/engagement/contents/messages/fi.ts';
import { fi as connectors } from '../src/wings/profiles/connectors/messages/fi.ts';
import { acceptedOf, askedOnPaper, campaignTo, copyOf, executeHere, look, newContent, openRoad, publishPackage } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 60;
const TAG = Date.now().toString(36);
const NAMES = ['Aino', 'Šarlote', 'Helmi'];
const EMAILS = NAMES.map((_, n) => `teksti${n}-${TAG}@example.com`);
const PHONES = NAMES.map((_, n) => `+35845${String(Date.now()).slice(-6)}${n}`);
const [CONTENT, PACKAGE, PURPOSE, SEGMENT] = [`Tarjous ${TAG}`, `Tarjouspaketti ${TAG}`, `Tekstiviestit ${TAG}`, `Klubilaiset ${TAG}`];
const TEXT = `Aalto klubi: hei {{ person.first_name }}, tammilamppu maksaa jäsenille 109 euroa 6.12. asti: https://kauppa.aalto.example/valaisimet/tammi`;

let peer: Awaited<ReturnType<typeof twilio>>;
let ready: Ready;
/** Where it could not be started there is nothing to stop. */
let stop: (() => Promise<void>) | undefined;
let writer: BrowserContext;
let chief: BrowserContext;
let sheet = '';
let replies = '';

test.beforeAll(async ({ browser }) => {
	peer = await twilio();
	({ ready, writer, chief, stop } = await openRoad(browser, OWN_PORT, { OUTBOUND_ALLOW: '127.0.0.0/8' }));
	// What people are asked, and who said yes on paper.
	const page = await chief.newPage();
	await page.goto(ready.portal);
	await askedOnPaper(page, {
		channel: 'sms',
		purpose: PURPOSE,
		about: { fi: 'Lähetämme tarjouksia.', en: 'We send you offers.' },
		segment: SEGMENT,
		readers: EMAILS.map((email, n) => ({ email, name: NAMES[n], phone: PHONES[n] })),
	});
	await page.close();
});
test.afterAll(async () => {
	await stop?.();
	await peer.stop();
});

test('whoever answers for the customer connects the service, and gives it the address that answers come to', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/connectors?id=new`);
	const form = page.getByRole('dialog').first();
	await form.getByRole('combobox', { name: words.type }).click();
	await page.getByRole('option', { name: 'Tekstiviestit HTTP:llä' }).click();
	await form.getByLabel(connectors.ownName).fill('Viestipalvelu');
	await form.getByLabel('Osoite', { exact: true }).fill(peer.url);
	await form.getByLabel('Tili', { exact: true }).fill(ACCOUNT);
	await form.getByLabel('Avain', { exact: true }).fill(TOKEN);
	// What is no sender is said at its field.
	await form.getByLabel('Lähettäjä', { exact: true }).fill('Aalto klubi oy ab');
	await form.getByRole('button', { name: connectors.save }).click();
	await expect(form.getByText(/Käytä numeroa maatunnuksineen/).first()).toBeVisible();
	await form.getByLabel('Lähettäjä', { exact: true }).fill('AALTO');
	await form.getByLabel(/Numero, joka ottaa vastaan/).fill('18222');
	await form.getByLabel(/Osan hinta/).fill('0,07');
	await form.getByRole('button', { name: connectors.save }).click();
	await page.getByRole('link', { name: 'Viestipalvelu' }).click();
	const kept = page.getByRole('dialog').first();
	await kept.getByRole('button', { name: connectors.test, exact: true }).click();
	await expect(kept.getByText(/Tili vastaa: active/)).toBeVisible();
	replies = (await kept.getByRole('region', { name: connectors.replies }).locator('code').textContent()) ?? '';
	expect(replies).toMatch(/\/m\/sms\/[0-9a-z]+-[0-9a-f-]{36}\/replies$/);
	await look(page, 'connector');
	await page.close();
});

test('a domain’s admin writes the text, sees its parts, and makes the campaign', async () => {
	const page = await writer.newPage();
	await newContent(page, ready.portal, 'Tekstiviesti', CONTENT);
	await page.getByRole('textbox', { name: contents.text }).fill(TEXT);
	// As it will leave: by the number that answers, since a name cannot.
	await expect(page.getByText('Peru: PERU numeroon 18222')).toBeVisible();
	await expect(page.getByText('GSM-7, 1 osa.')).toBeVisible();
	await look(page, 'content');
	await page.getByRole('textbox', { name: contents.text }).fill(`${TEXT} – nähdään`);
	await expect(page.getByText(/”–” ei kuulu GSM-7:ään/)).toBeVisible();
	await look(page, 'content-dear');
	await page.getByRole('textbox', { name: contents.text }).fill(TEXT);
	await expect(page.getByText('GSM-7, 1 osa.')).toBeVisible();
	await page.getByRole('button', { name: contents.approveVerb }).click();
	await page.getByRole('link', { name: contents.toConstellation }).click();
	const form = page.getByRole('dialog', { name: constellations.add });
	await form.getByLabel(constellations.name, { exact: true }).fill(PACKAGE);
	await publishPackage(form);

	sheet = await campaignTo(page, ready.portal, SEGMENT, `Tarjous lähtee ${TAG}`, ['Tekstiviesti', PACKAGE]);
	await page.close();
});

test('the sheet says what each part costs, and that is what it costs', async () => {
	const page = await chief.newPage();
	await page.goto(sheet);
	const table = page.getByRole('table', { name: campaigns.whoGets });
	await expect(table.getByRole('row', { name: campaigns.reachable }).getByText('3')).toBeVisible();
	await expect(table.getByRole('row', { name: /^1 osa/ }).getByText('2', { exact: true })).toBeVisible();
	await expect(table.getByRole('row', { name: /^3 osaa/ }).getByText('1', { exact: true })).toBeVisible();
	await expect(table.getByRole('row', { name: campaigns.cost }).getByText(/^0,35/)).toBeVisible();
	await expect(table.getByRole('link', { name: 'Viestipalvelu' })).toBeVisible();
	await look(page, 'before');
	await executeHere(page);
	await expect(acceptedOf(page)).toHaveText('3');
	expect(peer.taken.map(({ to }) => to).sort()).toEqual([...PHONES].sort());
	for (const { from, body } of peer.taken) {
		expect(from).toBe('AALTO');
		expect(body).toMatch(/^Aalto klubi: hei .+ asti: http\S+\/k\/\S+\nPeru: PERU numeroon 18222$/);
	}
	// The service says that the first arrived, and brings what the second answers.
	const tell = async (url: string, fields: Record<string, string>): Promise<number> => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signatureOf(url, fields) };
		return (await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })).status;
	};
	const first = peer.taken.find(({ to }) => to === PHONES[0]);
	expect(await tell(first?.callback ?? '', { MessageSid: first?.sid ?? '', MessageStatus: 'delivered', To: first?.to ?? '' })).toBe(204);
	expect(await tell(replies, { From: PHONES[1] ?? '', To: '18222', Body: 'Peru' })).toBe(200);
	await page.reload();
	await expect(page.getByText('Valmis', { exact: true })).toBeVisible();
	await look(page, 'run');
	await acceptedOf(page).click();
	await page
		.getByRole('link', { name: PHONES[1] ?? '' })
		.first()
		.click();
	await expect(page.getByText('Peru: PERU numeroon 18222').first()).toBeVisible();
	await expect(page.getByText(/^0,21/).first()).toBeVisible();
	await look(page, 'delivery');
	await page.close();
});

test('whoever answered PERU gets nothing of the next campaign, and their record says why', async () => {
	const page = await writer.newPage();
	const second = await copyOf(page, ready.portal, TAG, `Tarjous lähtee ${TAG}`);
	await page.close();
	const theirs = await chief.newPage();
	await theirs.goto(second);
	const table = theirs.getByRole('table', { name: campaigns.whoGets });
	await expect(table.getByRole('row', { name: deliveries.reason_said_no }).getByText('1')).toBeVisible();
	await executeHere(theirs);
	expect(peer.taken.filter(({ to }) => to === PHONES[1])).toHaveLength(1);
	expect(peer.taken.filter(({ to }) => to === PHONES[0])).toHaveLength(2);
	await theirs.goto(`${ready.portal}/domainprofiles?q=${encodeURIComponent(EMAILS[1] ?? '')}`);
	await theirs
		.getByRole('link', { name: /Šarlote/ })
		.first()
		.click();
	await expect(theirs.getByText(PURPOSE).first()).toBeVisible();
	await look(theirs, 'person');
	await theirs.close();
});
