/** What a page of a site loads, read from its HTML. Pure. */
import { type Token, Tokenizer, TokenizerMode } from 'parse5';

export interface Loaded {
	readonly kind: 'script' | 'frame' | 'image';
	/** As the page gives it. */
	readonly address: string;
	readonly url: URL;
	/** It waits for a category. */
	readonly marked: boolean;
}

export interface Page {
	readonly loaded: readonly Loaded[];
	/** Scripts that stand in the page. */
	readonly inline: readonly { readonly text: string; readonly marked: boolean }[];
	/** Where it links to. */
	readonly links: readonly URL[];
	/** How the snippet stands; null: not there as an element. */
	readonly snippet: { readonly late: boolean; readonly deferred: boolean } | null;
}

/** Elements whose content is text, by how that ends (HTML, 13.2.6). What stands in `noscript` is not loaded where scripts run. */
const TEXTS: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
	script: TokenizerMode.SCRIPT_DATA,
	title: TokenizerMode.RCDATA,
	textarea: TokenizerMode.RCDATA,
	plaintext: TokenizerMode.PLAINTEXT,
	...Object.fromEntries(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map((name) => [name, TokenizerMode.RAWTEXT])),
};
/** What may stand in `head`; anything else begins the body. */
const OF_HEAD = new Set(['html', 'head', 'meta', 'title', 'link', 'base', 'style', 'script', 'noscript', 'template']);
const KINDS: Readonly<Record<string, Loaded['kind']>> = { script: 'script', iframe: 'frame', img: 'image' };
/** Types of scripts that run (HTML, 4.12.1). An optimiser puts a word before such a type and runs the script later. */
const RUNS = /^((text|application)\/(x-)?(java|ecma)script|module)?$/i;
const HELD_BACK = /^[\w-]+-((text|application)\/javascript|module)$/i;

const urlOf = (address: string, base: URL): URL | null => {
	const url = URL.canParse(address, base.href) ? new URL(address, base.href) : null;
	return url && /^https?:$/.test(url.protocol) ? url : null;
};

/**
 * Reads the tokens alone, no tree: in time that grows with the page, however untidy it is.
 * @param snippet what the address of the domain's snippet ends with, in lower case
 */
export const readPage = (html: string, at: URL, snippet: string): Page => {
	const loaded: Loaded[] = [];
	const inline: { text: string; marked: boolean }[] = [];
	const links: URL[] = [];
	let base: URL | null = null;
	let found: Page['snippet'] = null;
	let inBody = false;
	/** A script ran before. */
	let ran = false;
	let templates = 0;
	/** Of the script that is being read. */
	let script: { text: string; marked: boolean } | null = null;

	const meet = (name: string, given: ReadonlyMap<string, string>): void => {
		const waits = given.has('data-luvalla') && given.has('data-src');
		// What the site calls necessary is its own decision.
		const marked = waits || given.get('data-luvalla') === 'necessary';
		const address = (waits ? given.get('data-src') : given.get('src'))?.trim() ?? '';
		const url = address === '' ? null : urlOf(address, base ?? at);
		const kind = KINDS[name];
		if (kind !== 'script') {
			if (kind && url) loaded.push({ kind, address, url, marked });
			return;
		}
		const type = given.get('type')?.trim() ?? '';
		const heldBack = HELD_BACK.test(type);
		if (given.has('src') && url?.pathname.toLowerCase().endsWith(snippet)) {
			const deferred = heldBack || /^module$/i.test(type) || given.has('async') || given.has('defer');
			found ??= { late: ran || inBody, deferred };
			return;
		}
		if (given.has('data-luvalla') && !given.has('src') && !waits) script = { text: '', marked: true };
		if (!RUNS.test(type) && !heldBack && !waits) return;
		if (url) loaded.push({ kind, address, url, marked });
		else if (!given.has('src')) script = { text: '', marked };
		ran ||= !waits;
	};
	const open = ({ tagName: name, attrs }: Token.TagToken): void => {
		const given = new Map(attrs.map((one) => [one.name, one.value]));
		if (name === 'template') templates++;
		else if (templates === 0) {
			inBody ||= !OF_HEAD.has(name);
			const address = given.get('href');
			if (name === 'base' && address !== undefined) base ??= urlOf(address, at);
			const to = name === 'a' && address !== undefined ? urlOf(address.trim(), base ?? at) : null;
			if (to) links.push(to);
			if (name in KINDS) meet(name, given);
		}
		const mode = TEXTS[name];
		if (mode !== undefined) tokenizer.state = mode;
	};
	const read = ({ chars }: Token.CharacterToken): void => {
		if (script) script.text += chars;
	};
	const tokenizer: Tokenizer = new Tokenizer(
		{},
		{
			onStartTag: open,
			onEndTag({ tagName }) {
				if (tagName === 'template' && templates > 0) templates--;
				if (tagName === 'script' && script) {
					inline.push(script);
					script = null;
				}
			},
			onCharacter: read,
			onWhitespaceCharacter: read,
			onNullCharacter: read,
			onComment() {},
			onDoctype() {},
			onEof() {},
		},
	);
	tokenizer.write(html, true);
	return { loaded, inline, links, snippet: found };
};
