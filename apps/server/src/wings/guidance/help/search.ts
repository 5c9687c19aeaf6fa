/**
 * One search over all help of a language. A part is an accordion entry, or what stands above them. Words are found by the beginning
 * of a word; another form of the word counts too, and less.
 */
import { type HelpHit, MOST_HELP_FOUND } from '@luvalla/contract/guidance/content.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Item } from './store.ts';

interface Word {
	readonly at: number;
	/** In small letters. */
	readonly word: string;
}

interface Part {
	readonly item: Item;
	readonly section: string | null;
	readonly name: string;
	readonly text: string;
	/** `name` without the page's heading: an entry is found by its own words. */
	readonly words: { readonly name: readonly Word[]; readonly heading: readonly Word[]; readonly text: readonly Word[] };
}

export interface HelpIndex {
	readonly language: Language;
	readonly parts: readonly Part[];
	readonly pages: number;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The words of help, which is HTML made from our own Markdown. */
const plain = (html: string): string =>
	html
		.replace(/<\/(p|li|h\d|td|th|pre)>/g, ' ')
		.replace(/<[^>]+>/g, '')
		.replace(/&(\w+|#\d+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
		.replace(/\s+/g, ' ')
		.trim();

/** What is looked through: help of pages, and of the TCF configurator. What greets a newcomer is no page. */
const LOOKED_THROUGH: readonly Item['type'][] = ['featureHelp', 'tcfConfigHelp'];

export const indexHelp = (items: readonly Item[], language: Language): HelpIndex => {
	const pages = items.filter(({ type }) => LOOKED_THROUGH.includes(type));
	const titles = pages.flatMap(({ accordion }) => accordion.map(({ title }) => title));
	/** *How to* stands on every page: by itself it says nothing. */
	const isShared = (title: string): boolean => titles.filter((one) => one === title).length > 1;
	const partOf = (item: Item, section: string | null, name: string, html: string): Part => {
		const text = plain(html);
		return { item, section, name, text, words: { name: wordsOf(section ?? name), heading: wordsOf(item.heading), text: wordsOf(text) } };
	};
	return {
		language,
		pages: pages.length,
		parts: pages.flatMap((item) => [
			partOf(item, null, item.heading, item.content),
			...item.accordion.map(({ title, accordionContent }) =>
				partOf(item, title, isShared(title) ? `${item.heading}: ${title}` : title, accordionContent),
			),
		]),
	};
};

/** Letters are compared small, and length stays: marks are cut out of the text itself. */
const small = (text: string): string =>
	[...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');

const wordsOf = (text: string): Word[] => [...small(text).matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index: at }) => ({ at, word }));

const sharedBeginning = (one: string, other: string): number => {
	let n = 0;
	while (n < one.length && one[n] === other[n]) n += 1;
	return n;
};

/** Endings that English puts behind a word; those of Finnish are too many to name. */
const ENGLISH_ENDING = /^(|s|es|ed|d|ing|er|ers|e|y|ies)$/;
/** So long may what differs at the end of two forms of a Finnish word be. */
const FINNISH_ENDING = 5;

/**
 * How well a word of the text is the one that was asked for: 2 begins with it, 1 is another form of it, 0 neither.
 * Finnish changes the end of a word with its place in the sentence (verkkotunnuksen, verkkotunnus), and what is asked for may be
 * any of those forms: both then begin alike for four letters, five in longer words, and for more than half of what was asked.
 */
export const likeness = (asked: string, word: string, language: Language): 0 | 1 | 2 => {
	if (word.startsWith(asked)) return 2;
	const shared = sharedBeginning(asked, word);
	if (shared < 4) return 0;
	const [left, over] = [asked.slice(shared), word.slice(shared)];
	if (language === 'en') return ENGLISH_ENDING.test(left) && ENGLISH_ENDING.test(over) ? 1 : 0;
	const needed = Math.max(asked.length > 6 ? 5 : 4, asked.length * 0.55);
	return shared >= needed && left.length <= FINNISH_ENDING && over.length <= FINNISH_ENDING ? 1 : 0;
};

interface Found {
	readonly at: number;
	readonly end: number;
	readonly whole: boolean;
}

/** Where a text has the word; a mark goes on to the end of what was typed, of another form to the end of the word. */
const findIn = (words: readonly Word[], asked: string, language: Language): Found[] =>
	words.flatMap(({ at, word }) => {
		const like = likeness(asked, word, language);
		return like === 0 ? [] : [{ at, end: at + (like === 2 ? asked : word).length, whole: like === 2 }];
	});

/** A title is worth more than the page's heading, and that more than the text. */
const WORTH = { name: 12, heading: 6, text: 2 } as const;
const MOST_IN_TEXT = 4;

const worthOf = ({ words }: Part, asked: string, language: Language): number => {
	const of = (found: readonly Found[], each: number, most: number): number =>
		found.slice(0, most).reduce((sum, { whole }) => sum + (whole ? each : each / 2), 0);
	return (
		of(findIn(words.name, asked, language), WORTH.name, 1) +
		of(findIn(words.heading, asked, language), WORTH.heading, 1) +
		of(findIn(words.text, asked, language), WORTH.text, MOST_IN_TEXT)
	);
};

const marked = (text: string, asked: readonly string[], language: Language): HelpHit['name'] => {
	const words = wordsOf(text);
	const found = asked.flatMap((one) => findIn(words, one, language)).sort((a, b) => a.at - b.at || b.end - a.end);
	const parts: HelpHit['name'] = [];
	let from = 0;
	for (const { at, end } of found) {
		if (at < from) continue;
		if (at > from) parts.push({ text: text.slice(from, at), hit: false });
		parts.push({ text: text.slice(at, end), hit: true });
		from = end;
	}
	if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), hit: false });
	return parts;
};

const EXCERPT = 120;

/** The sentence of the first word that was found, as far as there is room. */
const excerptOf = ({ text, words }: Part, asked: readonly string[], language: Language): string => {
	const first = asked
		.flatMap((one) => findIn(words.text, one, language))
		.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
	const at = Number.isFinite(first) ? first : 0;
	const sentence = Math.max(0, ...['. ', '? '].map((stop) => text.lastIndexOf(stop, at) + stop.length).filter((from) => from > 1));
	// A long sentence begins nearer to the word.
	const from = at - sentence > EXCERPT / 2 ? text.indexOf(' ', at - EXCERPT / 2) + 1 : sentence;
	const cut = text.slice(from, from + EXCERPT);
	const ends = from + EXCERPT >= text.length;
	return `${from > sentence ? '…' : ''}${ends ? cut : `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s.,:;]+$/, '')}…`}`;
};

/** More words than anybody asks by. */
const MOST_WORDS = 8;

export const searchIn = ({ parts, pages, language }: HelpIndex, q: string): { hits: HelpHit[]; found: number; pages: number } => {
	const asked = [...new Set(wordsOf(q).map(({ word }) => word))].slice(0, MOST_WORDS);
	const has = (words: readonly Word[]): boolean => asked.some((one) => findIn(words, one, language).length > 0);
	const found = parts
		.flatMap((part) => {
			const worths = asked.map((one) => worthOf(part, one, language));
			return worths.length === 0 || worths.includes(0) ? [] : [{ part, worth: worths.reduce((sum, one) => sum + one, 0) }];
		})
		// The heading of a page alone finds its first part, and not every entry below.
		.filter(({ part }) => part.section === null || has(part.words.name) || has(part.words.text))
		.sort((a, b) => b.worth - a.worth);
	return {
		pages,
		found: new Set(found.map(({ part }) => part.item)).size,
		hits: found.slice(0, MOST_HELP_FOUND).map(({ part }) => ({
			...{ type: part.item.type, title: part.item.title, heading: part.item.heading, section: part.section },
			name: marked(part.name, asked, language),
			excerpt: marked(excerptOf(part, asked, language), asked, language),
		})),
	};
};
