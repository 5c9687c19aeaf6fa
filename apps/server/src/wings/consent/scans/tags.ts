/** Where scripts, frames and pictures stand in a page's HTML. Pure. */
import { type Token, Tokenizer } from 'parse5';
import { KINDS, TEXTS } from '../snippet/page.ts';
import { owned } from './owned.ts';

/** A tag as the page's source has it. */
export interface PageTag {
	readonly kind: 'script' | 'frame' | 'image';
	/** What it loads; null: the script stands in the page. */
	readonly address: string | null;
	/** Lines from 1: where the tag begins, and where a script in the page ends. */
	readonly line: number;
	readonly endLine: number;
	/** The start tag, to the letter. */
	readonly text: string;
}

const MOST_TAGS = 1000;
const MOST_TEXT = 2000;

/** @param at the page's address; `base` elements count */
export const tagsOf = (html: string, at: URL): PageTag[] => {
	const tags: PageTag[] = [];
	let base = at;
	/** The script in the page that is being read. */
	let script: Omit<PageTag, 'endLine'> | null = null;
	const meet = ({ tagName, attrs, location }: Token.TagToken): void => {
		const given = new Map(attrs.map(({ name, value }) => [name, value]));
		if (tagName === 'base') base = URL.parse(given.get('href') ?? '', at.href) ?? base;
		const kind = KINDS[tagName];
		if (!kind || !location || tags.length >= MOST_TAGS) return;
		const text = html.slice(location.startOffset, location.endOffset);
		if (text.length > MOST_TEXT) return;
		const address = given.has('src') ? (URL.parse(given.get('src')?.trim() ?? '', base.href)?.href ?? null) : null;
		const tag = { kind, address, line: location.startLine, text: owned(text) };
		if (address !== null) tags.push({ ...tag, endLine: location.endLine });
		else if (kind === 'script') script = tag;
	};
	const tokenizer: Tokenizer = new Tokenizer(
		{ sourceCodeLocationInfo: true },
		{
			onStartTag(token) {
				meet(token);
				const mode = TEXTS[token.tagName];
				if (mode !== undefined) tokenizer.state = mode;
			},
			onEndTag({ tagName, location }) {
				if (tagName !== 'script' || script === null) return;
				tags.push({ ...script, endLine: location?.endLine ?? script.line });
				script = null;
			},
			onCharacter() {},
			onWhitespaceCharacter() {},
			onNullCharacter() {},
			onComment() {},
			onDoctype() {},
			onEof() {},
		},
	);
	tokenizer.write(html, true);
	return tags;
};
