import { afterAll, beforeAll, expect, test } from 'vitest';
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
