/** What an author wrote as rich text, as a printed page has it: paragraphs, headings, lists, pictures, and where the leaf is turned. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Style } from './print/fonts.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

export interface Span {
	readonly text: string;
	readonly style: Style;
}

export type Block =
	| {
			readonly kind: 'words';
			readonly level: 0 | 1 | 2 | 3;
			readonly spans: readonly Span[];
			readonly sign: string | null;
			readonly depth: number;
	  }
	/** A picture alone, or with words beside it. */
	| { readonly kind: 'picture'; readonly url: string; readonly spans: readonly Span[] }
	| { readonly kind: 'turn' };

const isElement = (node: Node): node is Element => 'tagName' in node;
const attribute = (node: Element, name: string): string => node.attrs.find((one) => one.name === name)?.value ?? '';

const BOLD: ReadonlySet<string> = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4']);
const ITALIC: ReadonlySet<string> = new Set(['i', 'em', 'blockquote', 'figcaption']);
const LEVELS: Readonly<Record<string, 1 | 2 | 3>> = { h1: 1, h2: 2, h3: 3, h4: 3 };
const HOLDS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'li', 'blockquote', 'pre', 'figure', 'figcaption', 'div']);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);
/** No text of anybody's. */
const SILENT: ReadonlySet<string> = new Set(['head', 'style', 'script', 'title']);

export interface Written {
	readonly blocks: readonly Block[];
	/** The first address that it leads to; null: it leads nowhere. */
	readonly link: string | null;
}

const read = (html: string): Written => {
	const blocks: Block[] = [];
	let link: string | null = null;
	let spans: Span[] = [];
	let pictures: string[] = [];
	const close = (level: 0 | 1 | 2 | 3, sign: string | null, depth: number): boolean => {
		const has = spans.some(({ text }) => text.trim() !== '');
		const [url, ...more] = pictures;
		if (url !== undefined) blocks.push({ kind: 'picture', url, spans: has ? spans : [] });
		else if (has) blocks.push({ kind: 'words', level, spans, sign, depth });
		for (const each of more) blocks.push({ kind: 'picture', url: each, spans: [] });
		const said = has || url !== undefined;
		spans = [];
		pictures = [];
		return said;
	};
	const walk = (node: Node, style: Style, level: 0 | 1 | 2 | 3, sign: { text: string | null }, depth: number): void => {
		if (node.nodeName === '#text' && 'value' in node) {
			const text = node.value.replace(/[ \t\r\n\f]+/g, ' ');
			if (text !== '') spans.push({ text, style });
			return;
		}
		if (!isElement(node) || SILENT.has(node.tagName)) return;
		const name = node.tagName;
		if (name === 'br') return void spans.push({ text: '\n', style });
		if (name === 'img') {
			const url = attribute(node, 'src').trim();
			if (/^https?:\/\//i.test(url)) pictures.push(url);
			return;
		}
		if (name === 'hr') {
			close(level, sign.text, depth);
			blocks.push({ kind: 'turn' });
			return;
		}
		if (name === 'a') {
			const href = attribute(node, 'href').trim();
			if (link === null && /^https?:\/\//i.test(href)) link = href;
		}
		const own: Style = BOLD.has(name) ? 'bold' : ITALIC.has(name) && style === 'text' ? 'italic' : style;
		if (!HOLDS.has(name) && !LISTS.has(name)) {
			for (const child of node.childNodes) walk(child, own, level, sign, depth);
			return;
		}
		// What stood before it is a paragraph of its own.
		if (close(level, sign.text, depth)) sign.text = null;
		if (LISTS.has(name)) {
			let number = Number(attribute(node, 'start') || 1);
			for (const child of node.childNodes) {
				if (!isElement(child)) continue;
				const its = { text: name === 'ol' ? `${number++}.` : '\u2022' };
				for (const inner of child.childNodes) walk(inner, own, 0, its, depth + 1);
				close(0, its.text, depth + 1);
			}
			return;
		}
		const to = LEVELS[name] ?? level;
		for (const child of node.childNodes) walk(child, own, to, sign, depth);
		if (close(to, sign.text, depth)) sign.text = null;
	};
	for (const child of parse(html).childNodes) walk(child, 'text', 0, { text: null }, 0);
	close(0, null, 0);
	return { blocks, link };
};

/** Where nothing is said to anybody alone, everybody's is the same. */
let last: { readonly html: string; readonly written: Written } | null = null;
export const writtenOf = (html: string): Written => {
	if (last?.html !== html) last = { html, written: read(html) };
	return last.written;
};
