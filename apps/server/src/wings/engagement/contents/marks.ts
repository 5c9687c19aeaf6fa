/**
 * Liquid inside HTML. While HTML is read, cut and put together, each piece of Liquid stands as a mark that no author can write;
 * afterwards it is put back. So nothing that is done to HTML touches Liquid, and nothing that Liquid holds is taken for HTML.
 */
import { Tokenizer } from 'liquidjs';
import { MOST_TOKENS, TAG_WORDS, unescapeHtml } from './liquid.ts';

const OPEN = '\uE0F0';
const CLOSE = '\uE0F1';
/** A mark; what it stands for is its number. */
export const MARK = /\uE0F0(\d+)\uE0F1/g;
const SIGNS = /[\uE0F0\uE0F1]/g;

/** Why a source cannot be used, and where in it. */
export class BadTemplate extends Error {
	override readonly name = 'BadTemplate';
	readonly at: number;
	constructor(sentence: string, at: number) {
		super(sentence);
		this.at = at;
	}
}

/** Tags put into each other. */
const MOST_DEEP = 50;
const OPENS: ReadonlySet<string> = new Set(['case', 'comment', 'for', 'if', 'unless']);
const BETWEEN: ReadonlySet<string> = new Set(['else', 'elsif', 'when']);
/** The word that a tag begins with; '': it is an output. */
const wordOf = (liquid: string): string => /^\{%-?\s*(#|\w+)/.exec(liquid)?.[1] ?? '';

export interface Marked {
	/** With marks. */
	readonly html: string;
	/** What each mark stands for. */
	readonly pieces: readonly string[];
}

/** Where Liquid stands in a source. @throws BadTemplate where it is none of ours, LiquidError where it is none at all */
const piecesIn = (source: string): { begin: number; end: number }[] => {
	const tokens = new Tokenizer(source).readTopLevelTokens();
	const found: { begin: number; end: number }[] = [];
	let deep = 0;
	for (const { begin, end } of tokens) {
		const text = source.slice(begin, end);
		if (!text.startsWith('{{') && !text.startsWith('{%')) continue;
		const word = wordOf(text);
		if (text.startsWith('{%') && !TAG_WORDS.has(word)) throw new BadTemplate(`tag "${word}" not found`, begin);
		deep += OPENS.has(word) ? 1 : word.startsWith('end') ? -1 : 0;
		if (deep > MOST_DEEP) throw new BadTemplate('This is put into itself too deeply', begin);
		found.push({ begin, end });
		if (found.length > MOST_TOKENS) throw new BadTemplate('There are too many fields and conditions', begin);
	}
	return found;
};

/** Whether what an author wrote escaped is the one piece of Liquid that it was: ended by it early, the rest would be HTML that nobody reads. */
const isOne = (piece: string, written: string): boolean => {
	try {
		return new Tokenizer(piece).readTopLevelTokens().length === 1 && wordOf(piece) === wordOf(written);
	} catch {
		return false;
	}
};

/**
 * Puts a mark for each piece of Liquid. In HTML an author's `&gt;` inside Liquid is the sign itself.
 * @throws BadTemplate, LiquidError
 */
export const marked = (source: string): Marked => {
	const clean = source.replace(SIGNS, '');
	const pieces: string[] = [];
	let html = '';
	let from = 0;
	for (const { begin, end } of piecesIn(clean)) {
		html += `${clean.slice(from, begin)}${OPEN}${pieces.length}${CLOSE}`;
		const written = clean.slice(begin, end);
		const piece = unescapeHtml(written).replaceAll('\u00a0', ' ');
		if (piece !== written && !isOne(piece, written)) throw new BadTemplate('A field or condition ends within itself', begin);
		pieces.push(piece);
		from = end;
	}
	return { html: html + clean.slice(from), pieces };
};

/** A source with its Liquid unescaped and nothing else touched: what is looked at for fields. */
export const unescapedLiquid = (source: string): string => {
	const { html, pieces } = marked(source);
	return html.replace(MARK, (_, n) => pieces[Number(n)] ?? '');
};

/**
 * Whether the Liquid of a piece of text opens and closes within it: a condition that begins in an attribute and ends in a text
 * would turn the one into the other.
 */
export const isWhole = (text: string, pieces: readonly string[]): boolean => {
	let deep = 0;
	for (const [, n] of text.matchAll(MARK)) {
		const word = wordOf(pieces[Number(n)] ?? '');
		if (OPENS.has(word)) deep += 1;
		else if (BETWEEN.has(word) && deep === 0) return false;
		else if (word.startsWith('end') && --deep < 0) return false;
	}
	return deep === 0;
};

/** Braces of plain text, which no Liquid may begin with. */
const unbraced = (text: string): string => text.replaceAll('{', '&#123;');

/** Text or an attribute's value with its Liquid back in it, already escaped; without Liquid where that is not whole. */
export const restored = (escaped: string, pieces: readonly string[], must: 'whole' | 'any'): string => {
	if (!escaped.includes(OPEN)) return unbraced(escaped);
	const keeps = must === 'any' || isWhole(escaped, pieces);
	let out = '';
	let from = 0;
	for (const found of escaped.matchAll(MARK)) {
		out += unbraced(escaped.slice(from, found.index)) + (keeps ? (pieces[Number(found[1])] ?? '') : '');
		from = found.index + found[0].length;
	}
	return out + unbraced(escaped.slice(from));
};

/** The same for style sheets, where braces stand for themselves and nothing is escaped. */
export const restoredStyle = (text: string, pieces: readonly string[]): string => {
	const keeps = isWhole(text, pieces);
	// Apart, so that they begin no Liquid; a sheet means the same.
	const apart = (part: string): string => part.replace(/\{(?=[{%])/g, '{ ').replace(/\{$/, '{ ');
	let out = '';
	let from = 0;
	for (const found of text.matchAll(MARK)) {
		out += apart(text.slice(from, found.index)) + (keeps ? (pieces[Number(found[1])] ?? '') : '');
		from = found.index + found[0].length;
	}
	return out + apart(text.slice(from));
};

/** What was marked, as it was. */
export const unmarked = (text: string, pieces: readonly string[]): string => text.replace(MARK, (_, n) => pieces[Number(n)] ?? '');

/** Plain text with its Liquid back in it; braces of the text itself begin none. */
export const restoredText = (text: string, pieces: readonly string[]): string => restoredStyle(text, pieces);
