/** Beside a text message while it is written: what stops it, who it is from, and what it costs to send it once. */
import { contentFields, contents, previewContent, previewPeople } from '@luvalla/contract/engagement/contents';
import { priceOfText, type TextPrice, type TextSender, textSenders } from '@luvalla/contract/engagement/text-messages';
import { type Audience, audiences } from '@luvalla/contract/profiles/audiences';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { content, rendered } from '#portal/test/content.ts';
import { bootOf, idOf, type Kind, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';

const text = content(1, { title: 'Advent text message' });
const regulars: Audience = {
	id: idOf(301),
	title: 'Autumn regulars',
	segments: [],
	consents: [],
	domain: 'shop.example',
	domainId: idOf(1),
	isAnd: true,
	status: 5,
	userid: null,
	createdAt: '2026-11-01T10:00:00.000Z',
	changedAt: '2026-11-01T10:00:00.000Z',
};
const aalto: TextSender = {
	id: idOf(401),
	name: 'Viestipalvelu',
	senders: [
		{ from: 'AALTO', countries: ['FI', 'SE'], isName: true },
		{ from: '18222', countries: [], isName: false },
	],
	answer: '18222',
	stopWords: ['EI KIITOS'],
};
const WORDS = ['STOP', 'CANCEL', 'ARRET', 'PERU', 'LOPETA'];
const price: TextPrice = {
	state: 'ready',
	targeted: 14_000,
	people: 1_877,
	costMicros: 136_435_000,
	priceMicros: 65_000,
	currency: 'EUR',
	connector: { id: aalto.id, name: aalto.name },
	made: 1_877,
	isExact: true,
	failed: 0,
	parts: [
		{ parts: 1, encoding: 'GSM-7', people: 1_655, costMicros: 107_575_000 },
		{ parts: 2, encoding: 'UCS-2', people: 222, costMicros: 28_860_000 },
	],
	why: { sign: 'Š', isWritten: false, people: 200, word: 'Šarlote', characters: 131, each: 67 },
};
const { asked, catching } = keptRequests();
beforeEach(() => chooseLanguage('en'));

const usual: HttpHandler[] = [
	answers(contents, [text], { total: 1, next: null }),
	answers(previewContent, { rendered, hints: [], madeText: null }),
	answers(contentFields, []),
	answers(previewPeople, []),
	answers(audiences, [regulars], { total: 1, next: null }),
	answers(textSenders, { stopWords: WORDS, connectors: [aalto] }),
];
const open = (search: string, kind: Kind, ...more: HttpHandler[]) =>
	renderApp(`/contents/${text.id}${search}`, { handlers: [...more, ...bootOf(kind, mapped.slice(0, 2)), ...usual] });
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const PRICED = `?audience=${regulars.id}`;

describe('words that stop it', () => {
	it('are chips, those of the connector among them; the rest is one press away, and a new one leads to the connector', async () => {
		const app = await open('', 'customerAdmin');
		const words = await part('Words that stop it');
		expect((await words.findAllByRole('listitem')).map((one) => one.textContent)).toEqual([
			...['STOP', 'ARRET', 'PERU', 'EI KIITOS'],
			...['2 more', 'Add a word'],
		]);
		expect(words.getByText('Heeded in any language, and written to the ledger as a no.')).toBeVisible();
		await app.user.click(words.getByRole('button', { name: '2 more', expanded: false }));
		expect(words.getByText('LOPETA')).toBeVisible();
		expect(words.getByRole('button', { name: 'Fewer', expanded: true })).toBeVisible();
		expect(words.getByRole('link', { name: 'Add a word' })).toHaveAttribute('href', `/connectors?id=${aalto.id}`);
	});
	it('can be added by nobody who may not change the connector', async () => {
		await open('', 'domainAdmin');
		const words = await part('Words that stop it');
		expect(await words.findByText('STOP')).toBeVisible();
		expect(words.queryByRole('link')).not.toBeInTheDocument();
	});
	it('stand beside a text message alone', async () => {
		const letter = { ...text, contentType: 'Email', channel: 0, controls: { en: { subject: 'Hello' } } };
		await open('', 'customerAdmin', answers(contents, [letter], { total: 1, next: null }));
		expect(await screen.findByLabelText('Subject')).toBeVisible();
		for (const name of ['Words that stop it', 'Sender by country', 'Price of sending it once'])
			expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
	});
});

describe('the sender by country', () => {
	it('is said with countries by name, and leads whoever may to where it is changed', async () => {
		await open('', 'customerAdmin');
		const from = await part('Sender by country');
		expect((await from.findByText('AALTO')).closest('p')).toHaveTextContent('AALTO in Finland and Sweden · 18222 elsewhere');
		expect(from.getByText(/^AALTO is a name and cannot be answered: .* the number 18222\.$/)).toBeVisible();
		expect(from.getByRole('link', { name: 'Change the sender' })).toHaveAttribute('href', `/connectors?id=${aalto.id}`);
		// Beside it the message, from the one its reader sees.
		expect(await within(screen.getByRole('complementary', { name: 'Preview' })).findByText('AALTO')).toBeVisible();
	});
	it('is said in Finnish with Finnish names of countries', async () => {
		chooseLanguage('fi');
		await open('', 'domainAdmin');
		const from = await part('Lähettäjä maittain');
		expect((await from.findByText('AALTO')).closest('p')).toHaveTextContent('AALTO (Suomi ja Ruotsi) · 18222 muualla');
		expect(from.queryByRole('link')).not.toBeInTheDocument();
	});
	it('of several connectors is said for each, and the campaign chooses', async () => {
		const other: TextSender = {
			id: idOf(402),
			name: 'Toinen',
			senders: [{ from: '+358457000000', countries: [], isName: false }],
			answer: '',
			stopWords: [],
		};
		await open('', 'customerAdmin', answers(textSenders, { stopWords: WORDS, connectors: [aalto, other] }));
		const from = await part('Sender by country');
		expect((await from.findByText('+358457000000')).closest('p')).toHaveTextContent('Toinen: +358457000000 everywhere');
		expect(from.getByText('The campaign chooses which of them sends it.')).toBeVisible();
		expect(from.getByRole('link', { name: 'Change the sender of Toinen' })).toHaveAttribute('href', `/connectors?id=${other.id}`);
	});
	it('is missed in a sentence, with the press that adds one for whoever may', async () => {
		const none = answers(textSenders, { stopWords: WORDS, connectors: [] });
		const app = await open('', 'customerAdmin', none);
		const from = await part('Sender by country');
		expect(await from.findByText(/^No connector sends text messages yet/)).toBeVisible();
		expect(from.getByRole('link', { name: 'Add a connector for text messages' })).toHaveAttribute(
			'href',
			'/connectors?id=new&type=sms-http',
		);
		app.unmount();
		await open('', 'domainAdmin', none);
		const other = await part('Sender by country');
		expect(await other.findByText(/Your company’s admin can add one\.$/)).toBeVisible();
		expect(other.queryByRole('link')).not.toBeInTheDocument();
	});
	it('that could not be read is asked for again', async () => {
		let times = 0;
		const app = await open(
			'',
			'customerAdmin',
			refuses(textSenders, 400, { code: 'bad', error: 'No.' }, () => {
				times += 1;
			}),
		);
		const said = await screen.findByText(/The senders of text messages could not be loaded\./);
		const before = times;
		await app.user.click(within(said).getByRole('button', { name: 'Try again' }));
		await waitFor(() => expect(times).toBeGreaterThan(before));
	});
});

describe('the price of sending it once', () => {
	it('waits for an audience, is asked for what is written, and says sum, people, parts and the sign that costs', async () => {
		const app = await open('', 'domainAdmin', answers(priceOfText, catching(price)));
		const card = await part('Price of sending it once');
		expect(card.getByText(/^Choose an audience, and the text is made/)).toBeVisible();
		expect(asked).toEqual([]);
		await app.user.click(card.getByRole('combobox', { name: 'Audience' }));
		await app.user.click(await screen.findByRole('option', { name: 'Autumn regulars' }));
		expect(await card.findByText('136.44 €')).toBeVisible();
		expect(app.router.state.location.search).toMatchObject({ audience: regulars.id });
		expect(asked.map(({ body }) => body)).toEqual([{ audience: regulars.id, connector: null, language: 'en', controls: text.controls }]);
		expect(asked[0]?.headers.get('domain_key')).toBe(idOf(1));
		expect(card.getByText('To 1,877 of “Autumn regulars”, 0.065 € a part')).toBeVisible();
		const rows = within(card.getByRole('table')).getAllByRole('row').slice(1);
		expect(rows.map((row) => row.textContent)).toEqual(['1 part GSM-71,655107.58\u00a0€', '2 parts UCS-222228.86\u00a0€']);
		const why = card.getByText('Why UCS-2?').closest('p');
		expect(why).toHaveTextContent('GSM-7 lacks a sign of words such as Šarlote: that text takes 131 places of UCS-2, 67 in each part.');
		expect(why?.querySelector('mark')).toHaveTextContent('Š');
		expect(card.getByText(/^Counted for each person, .* The price of a part is that of Viestipalvelu\.$/)).toBeVisible();
		expect(await axeFinds(document.body)).toEqual([]);
	});
	it('is asked anew once the text rests, and is said in Finnish', async () => {
		chooseLanguage('fi');
		const app = await open(PRICED, 'customerAdmin', answers(priceOfText, catching(price)));
		const card = await part('Yhden lähetyksen hinta');
		expect(await card.findByText('136,44 €')).toBeVisible();
		expect(card.getByText('1 877 henkilölle kohderyhmästä ”Autumn regulars”, osa maksaa 0,065 €')).toBeVisible();
		expect(card.getByText('Miksi UCS-2?').closest('p')).toHaveTextContent(
			/sellaisista sanoista kuin Šarlote: viesti vie silloin 131 UCS-2-paikkaa/,
		);
		await app.user.type(screen.getByLabelText('Teksti'), ' nyt');
		await waitFor(
			() => expect(asked.at(-1)?.body).toMatchObject({ controls: { en: { simpletext: 'Hello {{ person.first_name }} nyt' } } }),
			{
				timeout: 4000,
			},
		);
		expect(asked).toHaveLength(2);
		expect(await axeFinds(document.body)).toEqual([]);
	});
	it('told from some is said to be so, and so are the tariff’s price, a sign of the text itself, and whose message fails', async () => {
		const told: TextPrice = {
			...price,
			isExact: false,
			made: 2_000,
			failed: 3,
			connector: null,
			why: { sign: '–', isWritten: true, people: 1_877, word: '–', characters: 60, each: 70 },
		};
		await open(PRICED, 'customerAdmin', answers(priceOfText, told));
		const card = await part('Price of sending it once');
		expect(await card.findByText('About 136.44 €')).toBeVisible();
		expect(card.getByText(/^Told from 2,000 people .* the tariff’s: no connector sends text messages yet\.$/)).toBeVisible();
		expect(card.getByText(/^3 people get nothing, and it costs nothing/)).toBeVisible();
		expect(card.getByText('Why UCS-2?').closest('p')).toHaveTextContent('GSM-7 lacks –, which stands in the text itself');
	});
	it('names no word where the asker sees nobody of them', async () => {
		await open(
			PRICED,
			'domainAdmin',
			answers(priceOfText, {
				...price,
				why: { ...price.why, sign: 'Š', isWritten: false, people: 200, word: null, characters: 131, each: 67 },
			}),
		);
		const card = await part('Price of sending it once');
		expect((await card.findByText('Why UCS-2?')).closest('p')).toHaveTextContent('GSM-7 lacks Š, which stands in what is known of people');
	});
	it('says why there is none: nobody may be written to, the text cannot be made, or nothing is written', async () => {
		const none = { ...price, people: 0, costMicros: 0, parts: [], why: null };
		const app = await open(PRICED, 'customerAdmin', answers(priceOfText, none));
		expect(await screen.findByText('Nobody of “Autumn regulars” (14,000) may be written to by text message.')).toBeVisible();
		app.unmount();
		const unmade = await open(PRICED, 'customerAdmin', answers(priceOfText, { ...none, state: 'unmade' }));
		expect(await (await part('Price of sending it once')).findByText(/^It cannot be made yet/)).toBeVisible();
		unmade.unmount();
		await open(PRICED, 'customerAdmin', answers(contents, [{ ...text, controls: { en: {} } }], { total: 1, next: null }));
		expect(await screen.findByText('Write the text, and its price stands here.')).toBeVisible();
	});
	it('without an audience leads to making one', async () => {
		await open('', 'customerAdmin', answers(audiences, [], { total: 0, next: null }));
		const card = await part('Price of sending it once');
		expect(await card.findByText(/^This domain has no audience yet/)).toBeVisible();
		expect(card.getByRole('link', { name: 'Create an audience' })).toHaveAttribute('href', '/audiences/new');
	});
	it('that could not be counted says so and is asked for again', async () => {
		let times = 0;
		const app = await open(
			PRICED,
			'customerAdmin',
			refuses(priceOfText, 400, { code: 'bad' }, () => {
				times += 1;
			}),
		);
		const card = await part('Price of sending it once');
		expect(await card.findByText('The price could not be counted.')).toBeVisible();
		const before = times;
		await app.user.click(card.getByRole('button', { name: 'Try again' }));
		await waitFor(() => expect(times).toBe(before + 1));
	});
	it('of several connectors is that of the one that is chosen', async () => {
		const other: TextSender = { ...aalto, id: idOf(402), name: 'Toinen' };
		const app = await open(
			PRICED,
			'customerAdmin',
			answers(textSenders, { stopWords: WORDS, connectors: [aalto, other] }),
			answers(priceOfText, catching(price)),
		);
		const card = await part('Price of sending it once');
		await app.user.click(await card.findByRole('combobox', { name: 'Sent by' }));
		await app.user.click(await screen.findByRole('option', { name: 'Toinen' }));
		await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ connector: other.id }));
	});
});
