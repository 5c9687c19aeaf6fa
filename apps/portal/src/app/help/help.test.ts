/** Every screen has a page of real help in both languages: what it is for, how to, what can go wrong, who may do this. */
import { describe, expect, it } from 'vitest';
import { screens } from '../screens.ts';
import { topicOf } from './topic.ts';

const files = import.meta.glob<string>('../../../../server/src/wings/guidance/help/**/*.md', {
	eager: true,
	query: '?raw',
	import: 'default',
});
const parts = {
	en: ['What it is for', 'How to', 'What can go wrong', 'Who may do this'],
	fi: ['Mihin tämä on', 'Näin toimit', 'Mikä voi mennä vikaan', 'Kuka saa tehdä tämän'],
} as const;
const words = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
/** By language, type and topic. */
const pages = new Map(
	Object.entries(files).map(([path, text]) => {
		const [language = '', type = '', file = ''] = path.split('/').slice(-3);
		return [`${language} ${type} ${file.replace(/\.md$/, '')}`, text.trim()];
	}),
);
const topics = [...new Set(screens.map(({ help }) => topicOf(help)))];

it('there are as many as the screens need', () => {
	expect(topics.length).toBeGreaterThan(35);
	expect(pages.size).toBeGreaterThan(90);
});

describe.each(['en', 'fi'] as const)('in %s', (language) => {
	it.each(topics)('%s says what it is for, how to, what can go wrong and who may do this', (topic) => {
		const text = pages.get(`${language} featureHelp ${topic}`) ?? '';
		const [head = '', ...sections] = text.split(/^## /m);
		const [heading = '', ...intro] = head.split('\n');
		expect(heading).toMatch(/^# \S/);
		expect(words(intro.join(' '))).toBeGreaterThan(5);
		const byName = new Map(sections.map((one) => [one.split('\n')[0]?.trim() ?? '', one.split('\n').slice(1).join('\n').trim()]));
		expect([...byName.keys()]).toEqual(expect.arrayContaining([...parts[language]]));
		const [what, how, wrong, who] = parts[language].map((name) => byName.get(name) ?? '');
		expect(words(what ?? '')).toBeGreaterThan(5);
		// steps in their order; more than one thing that can go wrong; a sentence about who
		expect(how?.split('\n').filter((line) => /^\d+\. /.test(line)).length).toBeGreaterThan(1);
		expect(wrong?.split('\n').filter((line) => /^- \*\*/.test(line)).length).toBeGreaterThan(1);
		expect(words(who ?? '')).toBeGreaterThan(1);
	});
	it.each([
		['tcfConfigHelp', 2],
		['welcomePage', 3],
		['registration', 3],
		['dashboardCardsV2', 4],
	])('%s has %i items', (type, least) => {
		expect([...pages.keys()].filter((name) => name.startsWith(`${language} ${type} `)).length).toBeGreaterThanOrEqual(least);
	});
});

it('no topic stands in one language alone, and none is nobody’s', () => {
	const of = (language: string) => [...pages.keys()].flatMap((name) => (name.startsWith(`${language} `) ? [name.slice(3)] : [])).toSorted();
	expect(of('fi')).toEqual(of('en'));
	const own = of('en').flatMap((name) => (name.startsWith('featureHelp ') ? [name.slice('featureHelp '.length)] : []));
	// the page of contact is no screen
	expect(own.filter((topic) => !topics.includes(topic))).toEqual(['contact']);
});

/** What the portal and the contract say, in quotation marks: names of buttons, columns and pages. */
const said = Object.values({
	...import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], { eager: true, query: '?raw', import: 'default' }),
	...import.meta.glob<string>('../../../../../packages/contract/src/**/*.ts', { eager: true, query: '?raw', import: 'default' }),
})
	.join('\n')
	.replaceAll("\\'", "'");

it.each([...pages.keys()])('%s names buttons and pages as they are called', (page) => {
	const text = (pages.get(page) ?? '').replace(/```[\s\S]*?```|`[^`]*`|\*\*[^*]*\*\*/g, '');
	const names = [...text.matchAll(/\*([^*\n]+)\*/g)].map(([, name = '']) => name);
	expect(names.filter((name) => !['', ' …', '…'].some((end) => said.includes(`'${name}${end}'`)))).toEqual([]);
});
