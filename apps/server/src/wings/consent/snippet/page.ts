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
	/** Where the snippet comes from, each time that a browser would fetch and run it. */
	readonly runs: readonly URL[];
}

/** Elements whose content is text, by how that ends (HTML, 13.2.6). What stands in `noscript` is not loaded where scripts run. */
export const TEXTS: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
	script: TokenizerMode.SCRIPT_DATA,
	title: TokenizerMode.RCDATA,
	textarea: TokenizerMode.RCDATA,
	plaintext: TokenizerMode.PLAINTEXT,
	...Object.fromEntries(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map((name) => [name, TokenizerMode.RAWTEXT])),
};
/** What may stand in `head`; anything else begins the body. */
const OF_HEAD = new Set(['html', 'head', 'meta', 'title', 'link', 'base', 'style', 'script', 'noscript', 'template']);
export const KINDS: Readonly<Record<string, Loaded['kind']>> = { script: 'script', iframe: 'frame', img: 'image' };
/** Types of scripts that run (HTML, 4.12.1). An optimiser puts a word before such a type and runs the script later. */
const RUNS = /^((text|application)\/(x-)?(java|ecma)script|module)?$/i;
const HELD_BACK = /^[\w-]+-((text|application)\/javascript|module)$/i;
/** What the older word for a type says of scripts that run. */
const LANGUAGES = /^((java|ecma|j|live)script|javascript1\.[0-5])?$/i;
/** Where markup is read by other rules: a script's `src` means nothing, and text elements hold elements. */
const FOREIGN = new Set(['svg', 'math']);
const OTHERWISE = new Set([...FOREIGN, 'select']);

/** A browser runs it, or an optimiser's loader does later. */
const wouldRun = (given: ReadonlyMap<string, string>): boolean => {
	const type = given.get('type')?.trim();
	if (given.has('nomodule') && !/^module$/i.test(type ?? '')) return false;
	// A handler of Internet Explorer's; `window` and `onload` together still mean a plain script.
	const [of, event] = [given.get('for'), given.get('event')];
	if (of !== undefined && event !== undefined && !(/^\s*window\s*$/i.test(of) && /^\s*onload(\(\))?\s*$/i.test(event))) return false;
	return type === undefined ? LANGUAGES.test(given.get('language') ?? '') : RUNS.test(type) || HELD_BACK.test(type);
};

const urlOf = (address: string, base: URL): URL | null => {
	const url = URL.canParse(address, base.href) ? new URL(address, base.href) : null;
	return url && /^https?:$/.test(url.protocol) ? url : null;
};

/**
 * Reads the tokens alone, no tree: in time that grows with the page, however untidy it is.
 * @param snippet what the address of the domain's snippet ends with, in lower case
 * @param xml it is read as XML: CDATA is text everywhere
 */
export const readPage = (html: string, at: URL, snippet: string, xml = false): Page => {
	const loaded: Loaded[] = [];
	const runs: URL[] = [];
	const inline: { text: string; marked: boolean }[] = [];
	const links: URL[] = [];
	let base: URL | null = null;
	let found: Page['snippet'] = null;
	let inBody = false;
	/** A script ran before. */
	let ran = false;
	let templates = 0;
	/** How many of each are open. */
	const otherwise = new Map<string, number>();
	/** From here on we may read it otherwise than a browser: nothing that follows is sure to run. */
	let unsure = false;
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
			if (!unsure && otherwise.size === 0 && wouldRun(given)) runs.push(url);
			return;
		}
		if (given.has('data-luvalla') && !given.has('src') && !waits) script = { text: '', marked: true };
		if (!RUNS.test(type) && !heldBack && !waits) return;
		if (url) loaded.push({ kind, address, url, marked });
		else if (!given.has('src')) script = { text: '', marked };
		ran ||= !waits;
	};
	const count = (name: string, by: 1 | -1): void => {
		if (!OTHERWISE.has(name)) return;
		const left = (otherwise.get(name) ?? 0) + by;
		if (left > 0) otherwise.set(name, left);
		else otherwise.delete(name);
		tokenizer.inForeignNode = xml || [...FOREIGN].some((one) => otherwise.has(one));
	};
	const open = ({ tagName: name, attrs, selfClosing }: Token.TagToken): void => {
		if (name === 'frameset') unsure = true;
		const given = new Map(attrs.map((one) => [one.name, one.value]));
		if (name === 'template') templates++;
		else if (templates === 0) {
			inBody ||= !OF_HEAD.has(name);
			const address = given.get('href');
			if (name === 'base' && address !== undefined) base ??= urlOf(address, at);
			const to = name === 'a' && address !== undefined ? urlOf(address.trim(), base ?? at) : null;
			if (to) links.push(to);
			if (name in KINDS) meet(name, given);
			if (!selfClosing || name === 'select') count(name, 1);
		}
		const mode = TEXTS[name];
		if (mode !== undefined) tokenizer.state = mode;
	};
	const read = ({ chars }: Token.CharacterToken): void => {
		// A browser may have found an element or a comment in it.
		if (otherwise.size > 0 && chars.includes('<')) unsure = true;
		if (script) script.text += chars;
	};
	const tokenizer: Tokenizer = new Tokenizer(
		{},
		{
			onStartTag: open,
			onEndTag({ tagName }) {
				if (tagName === 'template' && templates > 0) templates--;
				else if (templates === 0) count(tagName, -1);
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
	tokenizer.inForeignNode = xml;
	tokenizer.write(html, true);
	return { loaded, inline, links, snippet: found, runs };
};
