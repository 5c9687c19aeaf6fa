/** The engine of letters: what it writes, what it refuses, and what nobody can make it do. */
import type { Channel } from '@luvalla/contract/channels.ts';
import type { Controls } from '@luvalla/contract/engagement/contents.ts';
import { parse } from 'parse5';
import { afterAll, describe, expect, test } from 'vitest';
import { createApart } from '../../src/wings/engagement/contents/apart.ts';
import { freeze } from '../../src/wings/engagement/contents/freeze.ts';
import { freezeLetter } from '../../src/wings/engagement/contents/letter.ts';
import { shownMaker } from '../../src/wings/engagement/contents/push.ts';
import { prepare } from '../../src/wings/engagement/contents/template.ts';
import { webMaker } from '../../src/wings/engagement/contents/web.ts';
import { type Facts, type Links, TemplateFailed } from '../../src/wings/engagement/message.ts';
import { slowness } from '../slowness.ts';

const FACTS: Facts = {
	person: { first_name: 'Emma', last_name: 'Lindholm', city: 'Turku & Åbo' },
	attributes: { club: 'Gold', orders: 3, page: 'https://shop.example.com/emma', evil: 'javascript:alert(1)' },
	domain: { name: 'shop.example.com' },
	customer: { name: 'Aalto Oy' },
	sender: { name: 'Aalto', address: 'club@shop.example.com', postal: 'Linnankatu 12, Turku' },
	campaign: { title: 'Advent' },
};
const LINKS: Links = {
	unsubscribe: 'https://l.example/u/1?a=1&b=2',
	why: 'https://l.example/w/1',
	preferences: 'https://l.example/p/1',
	through: (url, place) => `https://l.example/t/${place}?to=${encodeURIComponent(url)}`,
	pixel: 'https://l.example/o/1',
};

const frozen = async (controls: Controls, options: { markup?: 'html' | 'mjml'; channel?: Channel; language?: string } = {}) => {
	const { markup = 'html', channel = 'email', language = 'en' } = options;
	const letter = await freezeLetter(channel, language, { controls, markup });
	return { letter, whole: { channel, language, languages: letter.frozen === null ? {} : { [language]: letter.frozen }, webHook: null } };
};
const make = async (
	controls: Controls,
	options: Parameters<typeof frozen>[1] = {},
	facts: Partial<Facts> = {},
	links: Partial<Links> = {},
) => {
	const { letter, whole } = await frozen(controls, options);
	expect(letter.problems).toEqual([]);
	return prepare(whole)(options.language ?? 'en', { ...FACTS, ...facts }, { ...LINKS, ...links });
};
const problems = async (controls: Controls, markup: 'html' | 'mjml' = 'html') =>
	(await freezeLetter('email', 'en', { controls, markup })).problems;

describe('What comes of values', () => {
	test('A value is written as JSON in a document, and as any other value in a letter', async () => {
		const person = { first_name: '</p>"}\u2028', last_name: null };
		const text =
			'{ "a": {{ person.first_name | json }}, "b": "{{ person.first_name }}", "c": {{ person.last_name | json }}, "n": {{ attributes.orders | json }} }';
		const made = await make({ simpletext: text, heroimage: 'https://p.example/a.png' }, { channel: 'webhook' }, { person });
		expect(JSON.parse(made.text ?? '')).toEqual({ a: person.first_name, b: person.first_name, c: null, n: 3 });
		const letter = await make({ subject: 'A', rawhtml: '<p>{{ person.first_name | json }}</p>' }, {}, { person });
		expect(letter.html).not.toContain('</p>"}');
		// Words that begin as a document does are words.
		const words = await make(
			{ simpletext: '{{ person.first_name }}, hello', heroimage: 'https://p.example/a.png' },
			{ channel: 'webhook' },
			{ person },
		);
		expect(words.text).toContain('</p>"}');
	});
	test('A picture comes from nowhere that a picture may not come from, whatever a value says', async () => {
		const src = async (value: string, written = '{{ attributes.url }}') => {
			const { html } = await make(
				{ subject: 'x', rawhtml: `<p>Hello</p><img src="${written}" alt="x">` },
				{},
				{ attributes: { url: value } },
			);
			return /<img[^>]* src="([^"]*)"/.exec(html ?? '')?.[1];
		};
		for (const bad of [
			'javascript:alert(1)',
			' java\tscript:alert(1)',
			'data:text/html,<script>',
			'vbscript:x',
			'file:///etc/passwd',
			'//evil.example/x',
		])
			expect(await src(bad), bad).toBe('');
		expect(await src('https://shop.example/a.png?a=1&b=2')).toBe('https://shop.example/a.png?a=1&#38;b=2');
		expect(await src('lamp', 'https://shop.example/{{ attributes.url }}.png')).toBe('https://shop.example/lamp.png');
		expect(await src('shop.example', 'https://{{ attributes.url }}/a.png')).toBe('https://shop.example/a.png');
		expect(await src('x', '{% if attributes.url %}https://a.example/1.png{% else %}javascript:1{% endif %}')).toBe(
			'https://a.example/1.png',
		);
	});

	test('Cells beside each other are words of their own in the text', async () => {
		const { text } = await make({
			subject: 'x',
			rawhtml: '<table><tr><th>Lamp</th><th>Price</th></tr><tr><td>Oak</td><td>49 €</td></tr></table>',
		});
		expect(text).toMatch(/^Lamp Price\nOak 49 €$/m);
	});
});

interface Node {
	readonly nodeName: string;
	readonly attrs?: readonly { name: string; value: string }[];
	readonly childNodes?: readonly Node[];
	readonly content?: Node;
}
/** Every element of a document, as a browser reads it. */
const elements = (html: string): Node[] => {
	const all = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(all), ...(node.content ? all(node.content) : [])];
	return all(parse(html) as unknown as Node);
};
const DANGEROUS = ['script', 'iframe', 'object', 'embed', 'form', 'input', 'base', 'link', 'svg', 'math', 'template', 'textarea'];
/** What would run or send in a browser. */
const dangers = (html: string): string[] =>
	elements(html).flatMap(({ nodeName, attrs = [] }) => [
		...(DANGEROUS.includes(nodeName) ? [nodeName] : []),
		...attrs.filter(({ name }) => name.startsWith('on') || name === 'srcdoc').map(({ name }) => name),
		...attrs
			.filter(({ name, value }) => ['href', 'src'].includes(name) && /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu.test(value))
			.map(({ value }) => value),
		...(nodeName === 'meta' && attrs.some(({ name }) => name === 'http-equiv') ? ['http-equiv'] : []),
	]);

describe('values', () => {
	test('stand in subject, HTML and text, each escaped as its place asks', async () => {
		const made = await make({
			subject: 'Hi {{ person.first_name }} of {{ person.city }}',
			body: '<p>{{ person.city }} {{ attributes.orders }}</p>',
		});
		expect(made.subject).toBe('Hi Emma of Turku & Åbo');
		expect(made.html).toContain('<title>Hi Emma of Turku &#38; Åbo</title>');
		expect(made.html).toContain('<p>Turku &#38; Åbo 3</p>');
		expect(made.text).toContain('Turku & Åbo 3');
	});
	test('of a first name that is HTML stay text', async () => {
		const name = '"></title><img src=x onerror=alert(1)><script>alert(2)</script>';
		const body =
			'<p title="x">{{ person.first_name }}</p><a href="https://a.example/?n={{ person.first_name }}">x</a><img alt="{{ person.first_name }}" src="https://a.example/i.png">';
		const made = await make({ subject: '{{ person.first_name }}', body }, {}, { person: { first_name: name } });
		expect(dangers(made.html ?? '')).toEqual([]);
		const raw = await make(
			{ subject: 'x', rawhtml: `<p class={{ person.first_name }} style="color:{{ person.first_name }}">${body}</p>` },
			{},
			{ person: { first_name: name } },
		);
		expect(dangers(raw.html ?? '')).toEqual([]);
	});
	test('that are too long are cut between signs', async () => {
		const facts = { person: { first_name: `${'x'.repeat(499)}\u{1f600}`, city: `${'x'.repeat(199)}\u{1f600}` } };
		expect((await make({ subject: '{{ person.first_name }}', body: '<p>Hi</p>' }, {}, facts)).subject).toBe('x'.repeat(499));
		const of = { subject: null, html: null, text: '{{ person.city }}\nHi', heroimage: null, heroimageAlt: null };
		const shown = shownMaker({ channel: 'mobile', language: 'en', languages: { en: of }, webHook: null });
		expect(shown('en', { ...FACTS, ...facts }, LINKS).title).toBe('x'.repeat(199));
		const drawn = await webMaker({
			channel: 'web',
			language: 'en',
			languages: { en: { ...of, text: '{{ person.city }}' } },
			webHook: null,
		});
		expect(drawn('en', { ...FACTS, ...facts }, LINKS).title).toBe('x'.repeat(199));
	});

	test('with line breaks put no header beside the subject', async () => {
		const { subject } = await make(
			{ subject: 'Hi {{ person.first_name }}', body: '<p>x</p>' },
			{},
			{ person: { first_name: 'E\r\nBcc: all@example.com\u2028\u0000\u202e' } },
		);
		expect(subject).toBe('Hi E Bcc: all@example.com');
	});
	test('are own ones: nothing of the program is read through them', async () => {
		const made = await make({
			subject: 's{{ person.constructor }}{{ person.__proto__.toString }}{{ attributes.toString }}{{ constructor }}',
			body: '<p>{{ person.constructor.name }}</p>',
		});
		expect(made.subject).toBe('s');
		expect(made.html).toContain('<p></p>');
	});
	test('compare and are filtered as rich text writes them', async () => {
		const made = await make({
			subject: 'x',
			body: '<p>{% if attributes.orders &gt; 2 %}many{% else %}few{% endif %} {{ person.nickname | default: &quot;you&quot; | upcase }}</p>',
		});
		expect(made.html).toContain('<p>many YOU</p>');
	});
});

const apart = createApart();
afterAll(() => apart.stop());

describe('a template that is too much', () => {
	test.each([
		['a loop of a million', '{% for i in (1..1000000) %}x{% endfor %}'],
		[
			'loops within loops',
			'{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{{ k }}{% endfor %}{% endfor %}{% endfor %}',
		],
		['a text that doubles', '{% assign a = "xxxxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}'],
		['a letter that grows', `{% for i in (1..2000) %}${'x'.repeat(20_000)}{% endfor %}`],
	])('%s ends soon, for this person', async (_, body) => {
		const { whole, letter } = await frozen({ subject: 'x', simpletext: body });
		expect(letter.problems).toEqual([]);
		const ready = prepare(whole);
		const began = performance.now();
		expect(() => ready('en', FACTS, LINKS)).toThrow(TemplateFailed);
		// The goal is 50 ms; the machine may be busy with other tests.
		expect(performance.now() - began).toBeLessThan(1000 * slowness());
	});
	test('knows no files, no other templates, no raw output and no tags of ours', async () => {
		for (const source of [
			'{% include "/etc/passwd" %}',
			'{% render "x" %}',
			'{% layout "x" %}',
			'{{ person.first_name | raw }}',
			'{% echo person.first_name %}',
			'{% raw %}{{ "&lt;script&gt;" }}{% endraw %}',
			'{% luvalla_link 0 %}x{% endluvalla_link %}',
		])
			for (const control of ['subject', 'body', 'rawhtml'] as const)
				expect(
					(await problems({ subject: 'x', [control]: source })).map(({ code }) => code),
					`${control} ${source}`,
				).toEqual(['bad_template']);
	});
	test('is refused where it is put into itself a thousand times', async () => {
		expect(await problems({ subject: 'x', body: `${'{% if person %}'.repeat(1000)}${'{% endif %}'.repeat(1000)}` })).toMatchObject([
			{ code: 'bad_template' },
		]);
	});
	test.each([
		['beginnings of tags', { body: '<'.repeat(200_000) }],
		['beginnings of comments', { simpletext: '<!--'.repeat(50_000) }],
		['blanks', { rawhtml: `<pre>${' '.repeat(300_000)}x</pre>` }],
		['layers of a style', { rawhtml: `<style>${'@im'.repeat(50_000)}@import;${'port;'.repeat(50_000)}</style>` }],
		['pieces of Liquid', { rawhtml: '{{ a.b }}'.repeat(6000) }],
		['elements within elements', { rawhtml: '<div>'.repeat(100_000) }],
	])('of many %s keeps nobody waiting', async (_, controls) => {
		// As it is in the product: what is large on a thread of its own, which is there already.
		await apart.of(1)('email', 'en', { controls: { subject: 'x', body: `<p>${'x '.repeat(15_000)}</p>` }, markup: 'html' });
		const began = process.cpuUsage();
		await freeze(
			{ channel: 'email', only: null, language: 'en', written: { en: { controls: { subject: 'x', ...controls }, markup: 'html' } } },
			[],
			null,
			apart.of(1),
		);
		// Of a processor, whatever else this machine does: quadratic ones took minutes.
		const { user, system } = process.cpuUsage(began);
		expect((user + system) / 1000).toBeLessThan(5000 * slowness());
	});
	test('is refused where its end is written within it, and not where a sign of it is', async () => {
		const wrong = '<p>a</p>\n<p>{{ person.first_name &#125;&#125;<script>alert(1)</script>{{ person.last_name }}</p>';
		for (const control of ['body', 'rawhtml'] as const)
			expect(await problems({ subject: 'x', [control]: wrong })).toMatchObject([{ code: 'bad_template', control, line: 2, column: 4 }]);
		const { html } = await make({
			subject: 'x',
			rawhtml: '<p>{% if attributes.orders &gt; 2 %}{{ &quot;&#125;&#125;&quot; }} many{% endif %}</p>',
		});
		expect(html).toContain('<p>}} many</p>');
	});
	test('says where it is wrong, in what the author wrote', async () => {
		expect(await problems({ subject: 'x', body: '<p>a</p>\n<p>{{ person.first_name </p>' })).toMatchObject([
			{ code: 'bad_template', control: 'body', line: 2, column: 4 },
		]);
	});
});

describe('HTML', () => {
	test('runs nothing, asks nothing, frames nothing', async () => {
		const rawhtml = `<html><head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css"><style>@import url(https://evil.example);p{color:red;width:expression(alert(1))}</style><script>alert(1)</script></head>
<body onload="alert(1)"><form action="https://evil.example"><input name="p"><button>Go</button></form><iframe srcdoc="<script>1</script>"></iframe>
<svg><style></svg><img src=x onerror=alert(1)></style><math><mtext><script>1</script></mtext></math><a href="java&#10;script:alert(1)">a</a><a href=" jAvascript:alert(1)">b</a><img src="javascript:alert(1)" onerror="x"><a href="data:text/html,x">c</a>
<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><textarea></p><script>1</script></textarea><p onclick = 'x' style="background:url(javascript:alert(1))">kept</p><!-- a comment --><!--[if mso]><script>1</script><table><tr><td>Word</td></tr></table><![endif]--></body></html>`;
		const { html } = await make({ subject: 'x', rawhtml });
		expect(dangers(html ?? '')).toEqual([]);
		expect(html).toContain('kept</p>');
		expect(html).not.toMatch(/evil\.example|expression|a comment/);
		expect(html).toContain('<!--[if mso]><table><tr><td>Word</td></tr></table><![endif]-->');
	});
	test.each([
		[
			'from an attribute into text',
			'<a title="{% if person.none %}">{% endif %}<b class="{% if person.none %}" x=" onclick=alert(1) ">{% endif %}k</b>',
		],
		['out of an attribute by a text', '<a title="{% if person.none %}">x{% endif %}" onclick="alert(1)" y="</a>'],
		['by braces that meet', '<p>{<x>{ "</p>{{ "}} <script>alert(1)</script> {{ " }}'],
		['by a quoted end', '{% assign x = "%} {{" %}&lt;script&gt;alert(1)&lt;/script&gt;{{ 1 }}'],
		['by its escaped end', '<p>{{ person.none &#125;&#125;<script>alert(1)</script>{{ person.none }}</p>'],
		[
			'by its escaped end in an attribute',
			'<p title="{{ person.none &#x7d;&#x7d;&quot; onclick=&quot;alert(1)&quot; x=&quot;{{ person.none }}">k</p>',
		],
		['by a tag that ends itself', '<p>{% assign a = 1 &#37;}<img src=x onerror=alert(1)>{&#37; assign b = 2 %}</p>'],
		['by a remark that ends itself', '<p>{% # a &#37;}<script>alert(1)</script>{&#37; # b %}</p>'],
		['by the sheet', '{% if person.none %}<style>{% endif %}.a{content:"<img src=x onerror=alert(1)>"}</style>'],
		['by the comment', '{% if person.none %}<!--[if mso]>{% endif %}<img src=x onerror=alert(1)><![endif]-->'],
	])('is not turned by Liquid %s', async (_, rawhtml) => {
		for (const controls of [{ rawhtml }, { body: rawhtml }]) {
			const { letter, whole } = await frozen({ subject: 'x', ...controls });
			const html = letter.frozen === null ? '' : (prepare(whole)('en', FACTS, LINKS).html ?? '');
			expect(dangers(html)).toEqual([]);
		}
	});
	test('of Liquid between rows stays where it is', async () => {
		const { html } = await make({ subject: 'x', rawhtml: '<table>{% for i in (1..3) %}<tr><td>{{ i }}</td></tr>{% endfor %}</table>' });
		expect(html).toContain('<table><tr><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></table>');
	});
});

describe('links', () => {
	const hrefs = (html: string | null): string[] =>
		elements(html ?? '').flatMap(({ nodeName, attrs = [] }) =>
			nodeName === 'a' ? attrs.filter(({ name }) => name === 'href').map(({ value }) => value) : [],
		);
	test('go through, each at its place; those of the letter itself, of mail and of phones do not', async () => {
		const body =
			'<a href="https://a.example/?x=1&amp;y=2">1</a><a href="{{ attributes.page }}">2</a><a href="mailto:a@b.example">m</a><a href="tel:+358401234567">t</a><a href="{{ links.preferences }}">p</a><a href="https://a.example/?n={{ person.city }}&amp;z=1">3</a>';
		const { html } = await make({ subject: 'x', body });
		const through = (place: number, url: string): string => `https://l.example/t/${place}?to=${encodeURIComponent(url)}`;
		expect(hrefs(html)).toEqual([
			through(0, 'https://a.example/?x=1&y=2'),
			through(1, 'https://shop.example.com/emma'),
			'mailto:a@b.example',
			'tel:+358401234567',
			LINKS.preferences,
			through(2, 'https://a.example/?n=Turku%20%26%20%C3%85bo&z=1'),
			LINKS.why,
			LINKS.unsubscribe,
		]);
	});
	test('in texts, pushes and messages on a site have values as parts of them, as those of a letter have', async () => {
		const [person, attributes] = [{ city: "R&D #1 (O'Neil)!" }, { page: 'https://shop.example/a?b=1&c=2#d' }];
		const [url, to] = ['https://s.example/?q={{ person.city }}', `https://s.example/?q=R%26D%20%231%20%28O%27Neil%29%21`];
		const facts = { ...FACTS, person, attributes };
		const text = `{% if person.city %}See ${url}{% endif %}, {{ person.city }} {{ attributes.page }} ${url.replace('city', 'city | url_encode')}`;
		expect((await make({ simpletext: text }, { channel: 'sms' }, facts)).text).toBe(
			`See ${to}, ${person.city} ${attributes.page} https://s.example/?q=${encodeURIComponent(person.city).replaceAll('%20', '+')}`,
		);
		const links = { ...LINKS, through: (one: string) => one };
		const push = shownMaker((await frozen({ simpletext: `A\nB\n${url}` }, { channel: 'mobile' })).whole);
		expect(push('en', facts, links).link).toBe(to);
		const shown = async (body: string) =>
			(await webMaker((await frozen({ simpletext: 'A', body }, { channel: 'web' })).whole))('en', facts, links).link;
		expect(await shown(`<p>B <a href="${url}">See</a></p>`)).toEqual({ to, label: 'See' });
		expect(await shown('<p>B <a href="{{ attributes.page }}">See</a></p>')).toEqual({ to: attributes.page, label: 'See' });
		// A picture that leads somewhere leads there.
		expect(await shown('<p>B <a href="https://s.example/x"><img src="https://s.example/x.png" alt="X"></a></p>')).toEqual({
			to: 'https://s.example/x',
			label: 's.example',
		});
	});
	test('lead nowhere where a value would run', async () => {
		const { html } = await make({ subject: 'x', body: '<a href="{{ attributes.evil }}">x</a><a href="{{ attributes.evil }}?a">y</a>' });
		expect(hrefs(html).slice(0, 2)).toEqual(['#', '#']);
	});
	test('are followed by a pixel for whoever permits it, and by none for others', async () => {
		const controls = { subject: 'x', body: '<p>x</p>' };
		expect((await make(controls)).html).toContain('<img src="https://l.example/o/1" width="1" height="1" alt=""></body>');
		expect((await make(controls, {}, {}, { pixel: null })).html).not.toContain('width="1"');
	});
});

describe('a letter', () => {
	test('ends with who wrote it, why it came and how to stop it, in the language of its reader', async () => {
		const fi = await make({ subject: 'x', body: '<p>Hei</p>' }, { language: 'fi' });
		expect(fi.html).toContain('Linnankatu 12, Turku');
		expect(fi.html).toMatch(
			/Miksi sain tämän\?<\/a> &middot; <a href="https:\/\/l\.example\/p\/1"[^>]*>Valitse, mitä saat<\/a> &middot; <a href="https:\/\/l\.example\/u\/1\?a=1&#38;b=2"[^>]*>Peru tilaus/,
		);
		expect(fi.text).toMatch(
			/Hei\n\n-- \nAalto Oy, Linnankatu 12, Turku\nMiksi sain tämän\? https:\/\/l\.example\/w\/1\nValitse, mitä saat: https:\/\/l\.example\/p\/1\nPeru tilaus: https:\/\/l\.example\/u\/1\?a=1&b=2\n$/,
		);
		expect((await make({ subject: 'x', body: '<p>Hej</p>' }, { language: 'sv' })).text).toContain('Unsubscribe: ');
	});
	test('keeps its looks where programs read no style sheet', async () => {
		const { html } = await make({ subject: 'x', body: '<h1>Hi</h1><p>{{ person.first_name }} <a href="https://a.example/">Go</a></p>' });
		const bare = html?.replace(/<style>[\s\S]*?<\/style>/, '') ?? '';
		expect(bare).toMatch(/<h1 style="font-size:26px;[^"]*">Hi/);
		expect(bare).toMatch(/<a [^>]*style="color:#0b6357"/);
		expect(bare).toMatch(/class="sheet"[^>]*background:#ffffff/);
	});
	test('of a sender without a postal address ends with the name alone', async () => {
		const nowhere = { sender: { ...FACTS.sender, postal: '' } };
		const made = await make({ subject: 'x', body: '<p>Hi</p>' }, {}, nowhere);
		expect(made.html).toContain(' &middot; Aalto Oy</div>');
		expect(made.text).toContain('\n-- \nAalto Oy\nWhy did I get this?');
		for (const part of [made.html, made.text]) expect(part).not.toMatch(/Aalto\s*,/);
	});
	test('that says how to stop it itself gets only what is missing; within a condition it says nothing', async () => {
		const own = await make({ subject: 'x', body: '<p><a href="{{ links.unsubscribe }}">Stop</a></p>' });
		expect(own.html?.match(/l\.example\/u\/1/g)).toHaveLength(1);
		expect(own.html).toContain('Why did I get this?');
		const hidden = await make({ subject: 'x', body: '<p>{% if person.none %}<a href="{{ links.unsubscribe }}">Stop</a>{% endif %}</p>' });
		expect(hidden.html?.match(/l\.example\/u\/1/g)).toHaveLength(1);
		const commented = await make({ subject: 'x', rawhtml: '<!--[if mso]><a href="{{ links.unsubscribe }}">Stop</a><![endif]--><p>x</p>' });
		expect(commented.html).toContain('>Unsubscribe</a>');
	});
	test('of MJML is compiled; what is wrong in it has its line', async () => {
		const made = await make(
			{
				subject: 'x',
				rawhtml:
					'<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ person.first_name }}</mj-text><mj-button href="https://a.example/">Go</mj-button></mj-column></mj-section></mj-body></mjml>',
			},
			{ markup: 'mjml' },
		);
		expect(made.html).toMatch(/>Hi Emma<[\s\S]*https:\/\/l\.example\/t\/0\?to=/);
		expect(made.html).not.toContain('fonts.googleapis');
		expect(
			await problems(
				{ subject: 'x', rawhtml: '<mjml><mj-body>\n<mj-section><mj-column><mj-foo/></mj-column></mj-section></mj-body></mjml>' },
				'mjml',
			),
		).toMatchObject([{ code: 'bad_mjml', line: 2 }]);
		expect(
			await problems(
				{ subject: 'x', rawhtml: '<mjml><mj-body>\n{% if person.city %}<mj-section></mj-section>{% endif %}</mj-body></mjml>' },
				'mjml',
			),
		).toMatchObject([{ code: 'bad_mjml', line: 2 }]);
		const included = await freezeLetter('email', 'en', {
			controls: { subject: 'x', rawhtml: '<mjml><mj-body><mj-include path="/etc/passwd" type="html" /></mj-body></mjml>' },
			markup: 'mjml',
		});
		expect(JSON.stringify(included)).not.toContain('root:');
	});
	test('in a language that lacks something is not sent in it', async () => {
		const written = {
			en: { controls: { subject: 'Hi', body: '<p>Hi</p>', heroimage: 'https://a.example/i.png' }, markup: 'html' as const },
			fi: { controls: { subject: 'Hei' }, markup: 'html' as const },
		};
		const { frozen: whole, hints } = await freeze({ channel: 'email', only: null, language: 'en', written }, []);
		expect(Object.keys(whole?.languages ?? {})).toEqual(['en']);
		expect(hints.filter(({ code }) => code === 'language_incomplete')).toMatchObject([{ level: 'warning', language: 'fi' }]);
		if (whole === null) throw new Error('Nothing was frozen.');
		expect(prepare(whole)('fi-FI', FACTS, LINKS).subject).toBe('Hi');
	});
	test('of 12 kB is made fast', async () => {
		const line = '<p>The evenings are at their longest, and three things make them softer than anything else that we have in the shop.</p>';
		const body = `<p>Hello {{ person.first_name }},</p>${line.repeat(75)}<a href="https://a.example/1">x</a>{% if attributes.club == "Gold" %}<p>{{ person.city }}</p>{% endif %}<a href="https://a.example/2?c={{ person.city }}">y</a>`;
		const { whole } = await frozen({ subject: 'Hi {{ person.first_name }}', body });
		const ready = prepare(whole);
		for (let n = 0; n < 300; n++) ready('en', FACTS, LINKS);
		const began = performance.now();
		for (let n = 0; n < 1000; n++) ready('en', FACTS, LINKS);
		// Milliseconds of a thousand are microseconds of one.
		const each = performance.now() - began;
		console.info(`${each.toFixed(0)} µs for a letter of ${ready('en', FACTS, LINKS).html?.length} signs`);
		expect(each).toBeLessThan(2000 * slowness());
	});
});

describe('dates', () => {
	const said = async (text: string, zone?: string, language = 'en'): Promise<string | null> =>
		prepare((await frozen({ simpletext: text }, { channel: 'sms', language })).whole)(language, { ...FACTS, zone }, LINKS).text;
	const moment = (at: string): string => `{{ '${at}' | date: '%Y-%m-%d %H:%M' }}`;

	test('are written by the clock of whoever reads them, and days as they stand', async () => {
		expect(await said(moment('2026-11-30T22:30:00Z'), 'Europe/Helsinki')).toBe('2026-12-01 00:30');
		expect(await said(moment('2026-03-29T00:30:00Z'), 'Europe/Helsinki')).toBe('2026-03-29 02:30');
		expect(await said(moment('2026-03-29T01:30:00Z'), 'Europe/Helsinki')).toBe('2026-03-29 04:30');
		expect(await said(moment('2026-11-30T22:30:00Z'), 'Pacific/Apia')).toBe('2026-12-01 11:30');
		expect(await said(moment('2026-11-30T22:30:00Z'), 'No/Where')).toBe('2026-11-30 22:30');
		expect(await said(moment('2026-11-30T22:30:00Z'))).toBe('2026-11-30 22:30');
		expect(await said(moment('1990-03-01'), 'America/New_York')).toBe('1990-03-01 00:00');
		expect(await said(moment('2026-11-30T10:00'), 'America/New_York')).toBe('2026-11-30 10:00');
	});

	test.each([
		['en', 'December Dec Tuesday Tue'],
		['fi', 'joulukuu joulu tiistai ti'],
		['sv', 'december dec. tisdag tis'],
		['et', 'detsember dets teisipäev T'],
		['fa', 'دسامبر دسامبر سه‌شنبه سه‌شنبه'],
		['xx', 'December Dec Tuesday Tue'],
	])('name months and weekdays in the language of the message: %s', async (language, names) => {
		expect(await said("{{ '2026-11-30T22:30:00Z' | date: '%B %b %A %a' }}", 'Europe/Helsinki', language)).toBe(names);
	});

	test('in a zone that there is not are told so to their author, and fail for whom a value names it', async () => {
		for (const source of [`{{ 'now' | date: '%H', 'Foo/Bar' }}`, `{% assign a = 'now' | date: "%-d.%-m." , "Foo/Bar" %}{{ a }}`])
			expect(await problems({ subject: source, body: source })).toMatchObject(
				Array(2).fill({ code: 'bad_template', sentence: 'There is no time zone Foo/Bar' }),
			);
		expect(await said(`{{ '2026-11-30T22:30:00Z' | date: '%H', 'Asia/Tokyo' }}`)).toBe('07');
		expect(await said(`{{ '2026-11-30T22:30:00Z' | date: '%H', '' }}`, 'Asia/Tokyo')).toBe('07');
		await expect(said(`{{ 'now' | date: '%H', attributes.club }}`)).rejects.toThrow('There is no time zone Gold');
	});
});
