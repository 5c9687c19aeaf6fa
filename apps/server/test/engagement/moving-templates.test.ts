/** Letters of other tools: their tags become Liquid that freezes and says the same, and what has no counterpart is seen and named. */
import { readFileSync } from 'node:fs';
import type { Hint, TranslatedTemplate } from '@luvalla/contract/engagement/contents.ts';
import { TOOLS, type Tool } from '@luvalla/contract/tools.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freezeLetter } from '../../src/wings/engagement/contents/letter.ts';
import { dialectOf, translate } from '../../src/wings/engagement/contents/moving/translate.ts';
import { prepare } from '../../src/wings/engagement/contents/template.ts';
import type { Facts } from '../../src/wings/engagement/message.ts';
import { keepAttributes } from '../../src/wings/profiles/wing.ts';
import { type TestApp, testApp } from '../app.ts';
import { slowness } from '../slowness.ts';
import { sceneOf } from './content-scene.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const file = (tool: Tool): string => readFileSync(new URL(`./templates/${tool}.html`, import.meta.url), 'utf8');

const LINKS = {
	unsubscribe: 'https://own.example/u/1',
	why: 'https://own.example/why',
	preferences: 'https://own.example/prefs',
	through: (url: string) => url,
	pixel: null,
};
const factsOf = (person: Partial<Facts['person']>, attributes: Facts['attributes'] = {}): Facts => ({
	person: {
		...{ first_name: null, last_name: null, email: 'emma@example.com', phone: null, external_id: null, street: null },
		...{ postal_code: null, city: null, country: null, locale: null, language: null },
		...person,
	},
	attributes,
	domain: { name: 'Shop' },
	customer: { name: 'Lamp Shop Oy' },
	sender: { name: 'Shop', address: 'shop@example.com', postal: 'Linnankatu 1, Turku' },
	campaign: { title: 'November' },
});

/** What somebody reads of a template. */
const readBy = async (html: string, facts: Facts) => {
	const { frozen, problems } = await freezeLetter('email', 'en', { controls: { subject: 'Lamps', rawhtml: html }, markup: 'html' });
	expect(problems).toEqual([]);
	if (frozen === null) throw new Error('nothing was frozen');
	const made = prepare({ channel: 'email', language: 'en', languages: { en: frozen }, webHook: null })('en', facts, LINKS);
	return { html: made.html ?? '', text: made.text ?? '' };
};

const left = ({ tags }: TranslatedTemplate) => tags.flatMap(({ tag, line, became }) => (became === null ? [`${line} ${tag}`] : []));

const CASES: Readonly<
	Record<Tool, { left: string[]; pictures: TranslatedTemplate['pictures']; turku: string[]; elsewhere: string[]; nowhere: string[] }>
> = {
	mailchimp: {
		left: [
			'13 *|IF:MC_PREVIEW_TEXT|*',
			'14 *|MC_PREVIEW_TEXT|*',
			'15 *|END:IF|*',
			'29 *|ARCHIVE|*',
			'33 *|IFNOT:ARCHIVE_PAGE|*',
			'33 *|END:IF|*',
			'36 *|REWARDS|*',
		],
		pictures: [{ src: 'https://mcusercontent.com/3f2a1b/images/lamp.png', line: 19, where: 'elsewhere' }],
		turku: [
			'Hello Emma,',
			'The shop in Turku is open on Sunday.',
			'You are a gold member.',
			'?who=emma%40example.com&#38;c=1',
			'<title>Lamps</title>',
		],
		elsewhere: ['We send to Oulu free of charge.', 'Linnankatu 1, Turku', 'Lamp Shop Oy, All rights reserved.'],
		nowhere: ['We send everywhere.', '*|MC_PREVIEW_TEXT|*'],
	},
	listmonk: {
		left: [
			'21 {{ range $key, $value := .Subscriber.Attribs.orders }}',
			'22 {{ $value }}',
			'23 {{ end }}',
			'27 {{ template "content" . }}',
			'31 {{ MessageURL }}',
			'31 {{ L.T "email.viewInBrowser" }}',
		],
		pictures: [{ src: '/uploads/logo.png', line: 32, where: 'missing' }],
		turku: [
			'Hey Emma,',
			'The shop in Turku is open.',
			'href="https://shop.example.com/?a=1"',
			'href="https://shop.example.com/news"',
			'>Unsubscribe</a>',
		],
		elsewhere: ['We send to Oulu.', `projects in ${new Date().getUTCFullYear()}.`, '<title>Lamps</title>'],
		nowhere: ['Where do you live?', 'Hey friend,', '{{ template "content" . }}'],
	},
	mautic: {
		left: ['13 {pagelink=4}', '14 {dynamiccontent="Dynamic Content 1"}', '15 {signature}', '16 {webview_text}'],
		pictures: [{ src: 'https://mautic.example.com/media/images/ground.png', line: 10, where: 'elsewhere' }],
		turku: ['Hei Emma!', 'Turku · gold · Lindholm', '?e=emma%40example.com', '<title>Lamps</title>'],
		elsewhere: ['Oulu · gold', 'href="https://own.example/u/1">Unsubscribe</a>', 'href="https://own.example/u/1">Leave</a>'],
		nowhere: ['Hei friend!', '{signature}', '{webview_text}'],
	},
	brevo: {
		left: ['9 {{ mirror }}', '18 {% for item in params.items %}', '19 {{ item.name }}', '20 {% endfor %}', '21 {{ params.order_id }}'],
		pictures: [{ src: 'https://img.mailinblue.com/123/images/content_library/original/lamp.png', line: 22, where: 'elsewhere' }],
		turku: ['Hi Emma', 'The shop in Turku is open.'],
		elsewhere: ['We send to Oulu.', 'href="https://own.example/prefs">Update</a>', 'href="https://own.example/u/1">Unsubscribe</a>'],
		nowhere: ['Hi there', 'We send everywhere.', 'Your order {{ params.order_id }}.'],
	},
};

describe.each(TOOLS)('a letter of %s', (tool) => {
	const wanted = CASES[tool];

	test('is known by its tags; each tag that nothing here is like is named with its line, and so is each picture that is not in it', () => {
		expect(dialectOf(file(tool))).toBe(tool);
		const made = translate(file(tool));
		expect(left(made)).toEqual(wanted.left);
		expect(made.pictures).toEqual(wanted.pictures);
		expect(made.count).toBe(made.tags.length);
	});

	test('says to each what it said there', async () => {
		const { html } = translate(file(tool));
		// HTML as it is read: a brace that the writer escaped is a brace.
		const said = async (facts: Facts) => {
			const made = await readBy(html, facts);
			return made.html.replaceAll('&quot;', '"').replaceAll('&#123;', '{');
		};
		const emma = await said(factsOf({ first_name: 'Emma', last_name: 'Lindholm', city: 'Turku' }, { clubLevel: 'gold', projects: 3 }));
		for (const text of wanted.turku) expect(emma).toContain(text);
		const oulu = await said(factsOf({ first_name: 'Emma', city: 'Oulu' }, { clubLevel: 'gold', projects: 3 }));
		for (const text of wanted.elsewhere) expect(oulu).toContain(text);
		expect(oulu).not.toContain('The shop in Turku');
		const nobody = await said(factsOf({}));
		for (const text of wanted.nowhere) expect(nobody).toContain(text);
		expect(emma).toContain('https://own.example/u/1');
	});
});

test.each([
	['mailchimp', '*|IF:FNAME|* a', ['*|IF:FNAME|*'], '*|IF:FNAME|* a'],
	['mailchimp', 'a *|END:IF|*', ['*|END:IF|*'], 'a *|END:IF|*'],
	['mailchimp', 'a {{ b }} {% c %}', [], 'a &#123;{ b }} &#123;% c %}'],
	['listmonk', '{{ if .Subscriber.FirstName }}a', ['{{ if .Subscriber.FirstName }}'], '&#123;{ if .Subscriber.FirstName }}a'],
	[
		'listmonk',
		'{{ .Subscriber.FirstName | printf "%s" }}',
		['{{ .Subscriber.FirstName | printf "%s" }}'],
		'&#123;{ .Subscriber.FirstName | printf "%s" }}',
	],
	['brevo', '{% if contact.A == "1" or contact.B %}x{% endif %}', [], '{% if attributes.a == "1" or attributes.b != blank %}x{% endif %}'],
	['brevo', '{{ contact.A | default : "}}" }}', ['{{ contact.A | default : "}}'], '&#123;{ contact.A | default : "}}" }}'],
	[
		'mautic',
		'{contactfield=firstname|the "one" who\'s here}',
		['{contactfield=firstname|the "one" who\'s here}'],
		'{contactfield=firstname|the "one" who\'s here}',
	],
] as const)('what cannot be told in Liquid stays as it was: %s %s', async (tool, given, named, html) => {
	const made = translate(given, tool);
	expect(made.tags.flatMap(({ tag, became }) => (became === null ? [tag] : []))).toEqual(named);
	expect(made.html).toBe(html);
	expect((await freezeLetter('email', 'en', { controls: { subject: 's', rawhtml: made.html }, markup: 'html' })).problems).toEqual([]);
});

test('a template that is made to be slow takes no longer than its length', () => {
	for (const part of ['{{ if ', '<style ', '<!--', '*|', '<td ', '{% ', 'url(', 'src="', '{contactfield=', '{{'])
		for (const tool of TOOLS) {
			const begin = performance.now();
			translate(part.repeat(Math.floor(300_000 / part.length)), tool);
			dialectOf(part.repeat(Math.floor(300_000 / part.length)));
			expect(performance.now() - begin, `${tool} ${part}`).toBeLessThan(20_000 * slowness());
		}
});

test('the call translates for who may write contents, and what comes of it is a content whose only errors are fields that nobody knows', async () => {
	const s = await sceneOf(t);
	const made: TranslatedTemplate = await s.must('POST', 'content/template', { html: file('mailchimp') });
	expect(made).toMatchObject({ from: 'mailchimp', count: 22 });
	const letter = { title: 'Moved', contentType: 'Email', controls: { en: { subject: 'Lamps', rawhtml: made.html } }, markup: 'html' };
	const added = await s.must('POST', 'content', letter);
	const errors = (hints: Hint[]) => hints.flatMap(({ level, code, detail }) => (level === 'error' ? [`${code} ${detail}`] : []));
	expect(errors(added.hints)).toEqual(['unknown_field attributes.clubLevel']);
	// As the people of the same tool are uploaded, it is known.
	await t.storage.inTenant(s.tenant.customerId, (tx) => keepAttributes(tx, s.tenant.customerId, new Map([['clubLevel', 'text' as const]])));
	expect(errors((await s.must('PUT', 'content', { id: added.id, title: 'Moved 2' })).hints)).toEqual([]);
	const stranger = await t.person([]);
	expect((await s.ask(stranger, s.tenant, 'POST', 'content/template', { html: 'x' })).status).toBe(403);
});
