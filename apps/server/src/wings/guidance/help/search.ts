/**
 * One search over all help of a language. A part is an accordion entry, or what stands above them. Words are found at the beginning
 * of a word; where a language bends its words, what is left without the ending counts too, and less.
 */
import { type HelpHit, MOST_HELP_FOUND } from '@luvalla/contract/guidance/content.ts';
import type { Item } from './store.ts';

interface Part {
	readonly item: Item;
	readonly section: string | null;
	readonly name: string;
	readonly text: string;
}

export interface HelpIndex {
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

export const indexHelp = (items: readonly Item[]): HelpIndex => {
	const pages = items.filter(({ type }) => LOOKED_THROUGH.includes(type));
	const titles = pages.flatMap(({ accordion }) => accordion.map(({ title }) => title));
	/** *How to* stands on every page: by itself it says nothing. */
	const isShared = (title: string): boolean => titles.filter((one) => one === title).length > 1;
	return {
		pages: pages.length,
		parts: pages.flatMap((item) => [
			{ item, section: null, name: item.heading, text: plain(item.content) },
			...item.accordion.map(({ title, accordionContent }) => ({
				...{ item, section: title, text: plain(accordionContent) },
				name: isShared(title) ? `${item.heading}: ${title}` : title,
			})),
		]),
	};
};

/** Letters are compared small, and length stays: marks are cut out of the text itself. */
const small = (text: string): string =>
	[...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('');

/** Endings that a word may have lost or changed: *domains*, *verkkotunnuksen*. */
const stemOf = (word: string): string | null => (word.length >= 6 ? word.slice(0, Math.max(4, word.length - 2)) : null);

interface Found {
	readonly at: number;
	readonly end: number;
	readonly whole: boolean;
}

const LETTER = /[\p{L}\p{N}]/u;

/** Where words of a text begin so; a mark goes on to the end of what was typed, of a stem to the end of the word. */
const findIn = (text: string, word: string): Found[] => {
	const low = small(text);
	const look = (part: string, whole: boolean): Found[] => {
		const found: Found[] = [];
		for (let at = low.indexOf(part); at >= 0; at = low.indexOf(part, at + part.length)) {
			if (at > 0 && LETTER.test(low[at - 1] ?? '')) continue;
			let end = at + part.length;
			if (!whole) while (end < low.length && LETTER.test(low[end] ?? '')) end += 1;
			found.push({ at, end, whole });
		}
		return found;
	};
	const whole = look(word, true);
	const stem = whole.length > 0 ? null : stemOf(word);
	return stem === null ? whole : look(stem, false);
};

/** A title is worth more than the page's heading, and that more than the text. */
const WORTH = { name: 12, heading: 6, text: 2 } as const;
const MOST_IN_TEXT = 4;

const worthOf = ({ name, item, text }: Part, word: string): number => {
	const of = (found: readonly Found[], each: number, most: number): number =>
		found.slice(0, most).reduce((sum, { whole }) => sum + (whole ? each : each / 2), 0);
	return (
		of(findIn(name, word), WORTH.name, 1) +
		of(findIn(item.heading, word), WORTH.heading, 1) +
		of(findIn(text, word), WORTH.text, MOST_IN_TEXT)
	);
};

const marked = (text: string, words: readonly string[]): HelpHit['name'] => {
	const found = words.flatMap((word) => findIn(text, word)).sort((a, b) => a.at - b.at || b.end - a.end);
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
const excerptOf = (text: string, words: readonly string[]): string => {
	const first = words.flatMap((word) => findIn(text, word)).reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
	const at = Number.isFinite(first) ? first : 0;
	const sentence = Math.max(0, ...['. ', ': ', '? '].map((stop) => text.lastIndexOf(stop, at) + stop.length).filter((from) => from > 1));
	// A long sentence begins nearer to the word.
	const from = at - sentence > EXCERPT / 2 ? text.indexOf(' ', at - EXCERPT / 2) + 1 : sentence;
	const cut = text.slice(from, from + EXCERPT);
	const ends = from + EXCERPT >= text.length;
	return `${from > sentence ? '…' : ''}${ends ? cut : `${cut.slice(0, cut.lastIndexOf(' '))}…`}`;
};

export const searchIn = ({ parts, pages }: HelpIndex, q: string): { hits: HelpHit[]; found: number; pages: number } => {
	const words = small(q)
		.split(/[^\p{L}\p{N}-]+/u)
		.filter((word) => word !== '');
	const found = parts
		.flatMap((part) => {
			const worths = words.map((word) => worthOf(part, word));
			return worths.length === 0 || worths.includes(0) ? [] : [{ part, worth: worths.reduce((sum, one) => sum + one, 0) }];
		})
		// The heading of a page alone finds its first part, and not every entry below.
		.filter(
			({ part }) => part.section === null || words.some((word) => findIn(part.name, word).length + findIn(part.text, word).length > 0),
		)
		.sort((a, b) => b.worth - a.worth);
	return {
		pages,
		found: new Set(found.map(({ part }) => part.item)).size,
		hits: found.slice(0, MOST_HELP_FOUND).map(({ part: { item, section, name, text } }) => ({
			...{ type: item.type, title: item.title, heading: item.heading, section },
			name: marked(name, words),
			excerpt: marked(excerptOf(text, words), words),
		})),
	};
};
