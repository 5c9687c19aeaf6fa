import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexHelp, likeness, searchIn } from '../src/wings/guidance/help/search.ts';
import { parseHelp, readHelp } from '../src/wings/guidance/help/store.ts';
import { type TestApp, testApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

test('help is served by type and title, in the language asked for, to the limit', async () => {
	const read = async (query: string, language: string) =>
		(await t.send(null, 'GET', `/api/content?${query}`, { headers: { 'accept-language': language } })).json().data;
	const [item, ...more] = await read('type=featureHelp&title=Manage%20domains&limit=2', 'fi');
	expect(more).toEqual([]);
	expect(item.heading).toBe('Verkkotunnukset');
	expect(item.accordion.length).toBeGreaterThan(0);
	expect(await read('type=featureHelp&limit=2', 'en')).toHaveLength(2);
	expect(await read('type=featureHelp&title=nothing', 'en')).toEqual([]);
	expect((await t.send(null, 'GET', '/api/content?type=anything')).status).toBe(400);
});

test('every help text stands in both languages with the same number of sections', async () => {
	const { en, fi } = await readHelp();
	const shape = (items: typeof en) => items.map((item) => [item.type, item.title, item.accordion.length]);
	expect(shape(fi)).toEqual(shape(en));
	expect(en.length).toBeGreaterThan(5);
});

test('a help file is a heading, a text and sections', () => {
	expect(parseHelp('featureHelp', 'a', '# Head\n\nText *here*.\n\n## One\nFirst\n\n## Two\n- x\n')).toEqual({
		type: 'featureHelp',
		title: 'a',
		heading: 'Head',
		content: '<p>Text <em>here</em>.</p>\n',
		accordion: [
			{ title: 'One', accordionContent: '<p>First</p>\n' },
			{ title: 'Two', accordionContent: '<ul>\n<li>x</li>\n</ul>\n' },
		],
	});
});

const page = (title: string, text: string) => parseHelp('featureHelp', title, text);
const texts = (parts: readonly { text: string; hit: boolean }[]) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

test('a search finds every word, titles before texts, marks what it found and says on which page', () => {
	const index = indexHelp(
		[
			page(
				'domains',
				'# Domains\n\nPut the snippet on each.\n\n## The snippet\nOne line, *first* in the head &amp; not deferred.\n\n## Names\nHost names.\n',
			),
			page('banners', '# Banners\n\nNothing about it.\n\n## A strict CSP\nThe inline snippet with nonce.\n'),
			parseHelp('welcomePage', 'hello', '# The snippet of the welcome page\n\nNo page of help.\n'),
		],
		'en',
	);
	const { hits, found, pages } = searchIn(index, 'SNIPPET');
	expect([found, pages]).toEqual([2, 2]);
	expect(hits.map(({ title, section, name }) => [title, section, texts(name)])).toEqual([
		['domains', 'The snippet', 'The [snippet]'],
		['domains', null, 'Domains'],
		['banners', 'A strict CSP', 'A strict CSP'],
	]);
	expect(hits.map(({ excerpt }) => texts(excerpt))).toEqual([
		'One line, first in the head & not deferred.',
		'Put the [snippet] on each.',
		'The inline [snippet] with nonce.',
	]);
	// Every word has to stand there; a beginning is enough; the middle of a word is none.
	expect(searchIn(index, 'inline snip').hits.map(({ section }) => section)).toEqual(['A strict CSP']);
	expect(searchIn(index, 'nippet').hits).toEqual([]);
	expect(searchIn(index, 'nothing at all').hits).toEqual([]);
	expect(searchIn(index, '--').hits).toEqual([]);
});

test('an entry that many pages have is named with its page', () => {
	const index = indexHelp(
		[page('a', '# Domains\n\nText.\n\n## How to\nAdd a site.\n'), page('b', '# Banners\n\nText.\n\n## How to\nDraw a site.\n')],
		'en',
	);
	expect(searchIn(index, 'site').hits.map(({ name, section }) => [texts(name), section])).toEqual([
		['Domains: How to', 'How to'],
		['Banners: How to', 'How to'],
	]);
	// The page's heading in its name finds none of them.
	expect(searchIn(index, 'banner').hits.map(({ section }) => section)).toEqual([null]);
});

test('a word is found in its other forms, and what is typed whole comes first', () => {
	const index = indexHelp([page('a', '# Muu\n\nVerkkotunnuksen asetukset.\n'), page('b', '# Toinen\n\nVerkkotunnus on nimi.\n')], 'fi');
	const { hits } = searchIn(index, 'verkkotunnus');
	expect(hits.map(({ excerpt }) => texts(excerpt))).toEqual(['[Verkkotunnus] on nimi.', '[Verkkotunnuksen] asetukset.']);
});

test('forms of a word are told from other words', () => {
	const unlike = (language: 'en' | 'fi', pairs: [string, string][]) => pairs.filter(([a, b]) => likeness(a, b, language) === 0);
	expect(
		unlike('fi', [
			['verkkotunnuksen', 'verkkotunnus'],
			['verkkotunnus', 'verkkotunnukset'],
			['bannerin', 'banneri'],
			['suostumukset', 'suostumuksen'],
			['tunnuksia', 'tunnus'],
			['kampanjoita', 'kampanja'],
			['evästeet', 'eväste'],
		]),
	).toEqual([]);
	expect(
		unlike('en', [
			['domains', 'domain'],
			['publishing', 'published'],
			['banner', 'banners'],
		]),
	).toEqual([]);
	expect(likeness('consent', 'console', 'en')).toBe(0);
	expect(likeness('valinta', 'valikko', 'fi')).toBe(0);
	expect(likeness('suostumus', 'suosikki', 'fi')).toBe(0);
	expect(likeness('ban', 'banner', 'en')).toBe(2);
});

test('help is searched in the reader’s language without a session; a letter alone is refused', async () => {
	const search = (q: string, language: string) =>
		t.send(null, 'GET', `/api/content/search?q=${encodeURIComponent(q)}`, { headers: { 'accept-language': language } });
	const found = (await search('koodinpätkä', 'fi')).json().data;
	expect(found.hits.length).toBeGreaterThan(0);
	expect(found.found).toBeLessThanOrEqual(found.pages);
	expect(texts(found.hits[0].name) + texts(found.hits[0].excerpt)).toMatch(/\[koodinpätk/i);
	expect((await search('koodinpätkä', 'en')).json().data).toMatchObject({ hits: [], found: 0 });
	expect((await search('snippet', 'en')).json().data.hits.length).toBeGreaterThan(0);
	// Another form than the one that stands in the text.
	const titles = async (q: string) => (await search(q, 'fi')).json().data.hits.map(({ title }: { title: string }) => title);
	expect(await titles('verkkotunnuksilla')).toContain('manage-domains');
	expect(await titles('suostumuksista')).toContain('consent-management');
	expect((await search('x', 'en')).status).toBe(400);
});

test.each([
	['featureHelp', 2],
	['tcfConfigHelp', 2],
	['welcomePage', 10],
	['registration', 10],
	['dashboardCardsV2', 10],
])('help of type %s is served to anybody, no more than is asked for, in both languages', async (type, limit) => {
	for (const language of ['en', 'fi']) {
		const answer = await t.send(null, 'GET', `/api/content?type=${type}&limit=${limit}`, { headers: { 'accept-language': language } });
		const items: { type: string; heading: string; content: string; accordion: { accordionContent: string }[] }[] = answer.json().data;
		expect(items.length).toBeGreaterThan(0);
		expect(items.length).toBeLessThanOrEqual(limit);
		for (const item of items) {
			expect(item.type).toBe(type);
			expect(item.heading).not.toBe('');
			expect([item.content, ...item.accordion.map((one) => one.accordionContent)].join('')).toContain('<p>');
		}
		const one = await t.send(null, 'GET', `/api/content?type=${type}&limit=1`, { headers: { 'accept-language': language } });
		expect(one.json().data).toEqual(items.slice(0, 1));
	}
});
