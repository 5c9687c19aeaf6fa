/**
 * A letter's HTML made safe for whoever reads it, and its links made replaceable. It is read as browsers read it and written
 * anew: every attribute quoted, nothing left that runs, asks, frames or sends. Liquid stands as marks meanwhile (marks.ts).
 */
import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { bare, END_LINK_TAG, END_PICTURE_TAG, LINK_TAG, PICTURE_TAG, SHOWN } from './liquid.ts';
import { MARK, type Marked, restored, restoredStyle } from './marks.ts';

/** Gone with all that is in them. */
const GONE: ReadonlySet<string> = new Set([
	...['script', 'iframe', 'object', 'applet', 'svg', 'math', 'template', 'noscript', 'noembed', 'noframes', 'frameset', 'xmp', 'plaintext'],
	...['textarea', 'select', 'audio', 'video', 'canvas', 'dialog', 'portal', 'fencedframe', 'datalist'],
]);
/** Gone, while what is in them stays. */
const UNWRAPPED: ReadonlySet<string> = new Set([
	...['form', 'button', 'input', 'fieldset', 'label', 'option', 'optgroup', 'output', 'progress', 'meter', 'keygen', 'isindex', 'frame'],
	...['embed', 'param', 'source', 'track', 'link', 'base', 'slot', 'bgsound', 'image', 'marquee', 'listing'],
]);
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const VOID: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'meta', 'wbr']);
/** Namespaces that Word writes; a letter that came from it keeps what they hold. */
const OFFICE = /^(?:[ovw]|st1):/;
const ATTRIBUTE = /^[a-z][a-z0-9-]*$/;
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'background', 'cite', 'longdesc', 'srcset', 'poster']);
const GONE_ATTRIBUTES: ReadonlySet<string> = new Set([
	'srcdoc',
	'action',
	'formaction',
	'ping',
	'target',
	'nonce',
	'is',
	'contenteditable',
	'autofocus',
	'srcset',
	'poster',
	'longdesc',
	'cite',
]);
/** Where a link may lead; a mark: where the reader's own value says, which is looked at when the letter is made. */
const LINKS = /^(?:https?:\/\/|mailto:|tel:|#|\uE0F0)/i;
const RUNS_IN_STYLE = /expression\s*\(|javascript\s*:|vbscript\s*:|-moz-binding|behavior\s*:|@import[^;]*;?|<|\\/gi;
/** So often something may be hidden within itself; whoever goes further hides on purpose. */
const MOST_LAYERS = 10;
/** A style without what runs, however it was put into itself. */
const calm = (style: string): string => {
	let before = style;
	for (let n = 0; n < MOST_LAYERS; n++) {
		const after = before.replace(RUNS_IN_STYLE, '');
		if (after === before) return after;
		before = after;
	}
	return '';
};
const META: ReadonlySet<string> = new Set([
	'viewport',
	'color-scheme',
	'supported-color-schemes',
	'x-apple-disable-message-reformatting',
	'format-detection',
]);

const escapedText = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
const escapedValue = (value: string): string => escapedText(value).replaceAll('"', '&quot;');

/** A picture, a link or a text of a letter, as hints look at them. */
export interface Seen {
	readonly links: { url: string; text: string }[];
	readonly pictures: { src: string; alt: string | null }[];
	/** What is read. */
	text: string;
	/** Colours that stand together in one style: text, ground. */
	readonly colours: { color: string; background: string }[];
	/** What was taken out, by its name. */
	readonly gone: Set<string>;
}

export interface Safe {
	/** The template of a letter. */
	readonly html: string;
	/** Links that are counted through it. */
	readonly links: number;
	readonly seen: Seen;
}

/** A link's own address: it is left as it is. */
const OWN = /^\{\{-?\s*links\.(?:unsubscribe|why|preferences)\s*-?\}\}$/;

class Writer {
	readonly seen: Seen = { links: [], pictures: [], text: '', colours: [], gone: new Set() };
	links = 0;
	#out: string[] = [];
	#tokenizer: Tokenizer | null = null;
	/** Inside something that is gone, so deep. */
	#gone: { name: string; deep: number } | null = null;
	#within: 'style' | 'title' | null = null;
	#raw = '';
	#link: { url: string; text: string } | null = null;
	readonly #pieces: readonly string[];

	constructor(pieces: readonly string[]) {
		this.#pieces = pieces;
	}

	get html(): string {
		return this.#out.join('');
	}

	read(html: string): void {
		const add = (token: Token.CharacterToken): void => this.#characters(token.chars);
		const tokenizer = new Tokenizer(
			{ sourceCodeLocationInfo: false },
			{
				onStartTag: (token) => this.#start(token),
				onEndTag: (token) => this.#end(token.tagName),
				onCharacter: add,
				onWhitespaceCharacter: add,
				onNullCharacter: () => undefined,
				onComment: (token) => this.#comment(token.data),
				onDoctype: () => undefined,
				onEof: () => undefined,
			},
		);
		this.#tokenizer = tokenizer;
		tokenizer.write(html, true);
		this.#closeRaw();
	}

	#characters(chars: string): void {
		if (this.#gone !== null) return;
		if (this.#within !== null) {
			this.#raw += chars;
			return;
		}
		const read = chars.replace(MARK, '…');
		this.seen.text += read;
		if (this.#link) this.#link.text += read;
		this.#out.push(restored(escapedText(chars), this.#pieces, 'any'));
	}

	/** Conditional comments are how letters speak to Outlook; whatever else they say goes. */
	#comment(data: string): void {
		if (this.#gone !== null || this.#within !== null) return;
		if (/^\s*\[if\s[^\]<>]{1,100}\]>\s*<!\s*$/.test(data) || /^\s*<!\[endif\]\s*$/.test(data)) {
			this.#out.push(`<!--${restoredStyle(data, this.#pieces)}-->`);
			return;
		}
		const [, condition, inner] = /^\[if\s([^\]<>]{1,100})\]>([\s\S]*)<!\[endif\]$/.exec(data) ?? [];
		if (condition === undefined || inner === undefined || condition.includes('\uE0F0')) return;
		// Outlook reads what is in it as HTML: so it is made safe as HTML, and never ends the comment.
		const nested = new Writer(this.#pieces);
		nested.links = this.links;
		nested.read(inner.replace(MARK, ''));
		this.links = nested.links;
		this.#out.push(`<!--[if ${condition}]>${nested.html.replace(/--!?>/g, '')}<![endif]-->`);
	}

	#start({ tagName: name, attrs, selfClosing }: Token.TagToken): void {
		this.#closeRaw();
		// Within drawings and formulas browsers read no raw text.
		const foreign = this.#gone !== null && (this.#gone.name === 'svg' || this.#gone.name === 'math');
		const tokenizer = foreign ? null : this.#tokenizer;
		if (tokenizer && name === 'style') tokenizer.state = TokenizerMode.RAWTEXT;
		if (tokenizer && (name === 'title' || name === 'textarea')) tokenizer.state = TokenizerMode.RCDATA;
		if (tokenizer && ['iframe', 'xmp', 'noembed', 'noframes'].includes(name)) tokenizer.state = TokenizerMode.RAWTEXT;
		if (tokenizer && name === 'script') tokenizer.state = TokenizerMode.SCRIPT_DATA;
		if (tokenizer && name === 'plaintext') tokenizer.state = TokenizerMode.PLAINTEXT;
		if (this.#gone !== null) {
			if (this.#gone.name === name && !selfClosing) this.#gone.deep += 1;
			return;
		}
		if (GONE.has(name)) {
			this.seen.gone.add(name);
			if (!selfClosing || !['svg', 'math'].includes(name)) this.#gone = { name, deep: 1 };
			return;
		}
		if (UNWRAPPED.has(name)) {
			this.seen.gone.add(name);
			return;
		}
		if (!NAME.test(name) && !OFFICE.test(name)) return;
		if (name === 'meta' && !this.#keepsMeta(attrs)) return;
		if (name === 'style' || name === 'title') this.#within = name;
		const written = attrs.flatMap((one) => this.#attribute(name, one.name, one.value));
		if (name === 'img') {
			const of = (wanted: string): string | null => attrs.find((one) => one.name === wanted)?.value ?? null;
			this.seen.pictures.push({ src: (of('src') ?? '').replace(MARK, '…'), alt: of('alt') });
		}
		// What Word reads closes itself.
		const closes = selfClosing && OFFICE.test(name) ? ' /' : '';
		this.#out.push(`<${[name, ...written].join(' ')}${closes}>`);
	}

	#keepsMeta(attrs: readonly Token.Attribute[]): boolean {
		const name = attrs.find((one) => one.name === 'name')?.value.toLowerCase();
		if (attrs.some((one) => one.name === 'charset')) return true;
		return !attrs.some((one) => one.name === 'http-equiv') && name !== undefined && META.has(name);
	}

	#attribute(tag: string, name: string, value: string): string[] {
		const office = /^(?:xmlns:[ovw]|[ovw]:[a-z-]+)$/.test(name) || name === 'xmlns';
		if ((!ATTRIBUTE.test(name) && !office) || name.startsWith('on') || GONE_ATTRIBUTES.has(name)) {
			if (name.startsWith('on')) this.seen.gone.add(name);
			return [];
		}
		if (name === 'style') {
			const safe = this.#style(value);
			return [`style="${restored(escapedValue(safe), this.#pieces, 'whole')}"`];
		}
		if (!ADDRESSES.has(name)) return [`${name}="${restored(escapedValue(value), this.#pieces, 'whole')}"`];
		if (name === 'href') return tag === 'a' || tag === 'area' ? this.#href(value) : [];
		const source = restored(escapedValue(value.trim()), this.#pieces, 'whole');
		if (SHOWN.test(bare(value))) return [`${name}="${source}"`];
		// Where it comes from is the value's to say: it is looked at when the letter is made.
		return bare(value).startsWith('\uE0F0') ? [`${name}="{% ${PICTURE_TAG} %}${source}{% ${END_PICTURE_TAG} %}"`] : [];
	}

	#href(value: string): string[] {
		const url = value.trim();
		if (!LINKS.test(bare(url))) {
			if (/^[a-z][a-z0-9+.-]*:/i.test(bare(url))) this.seen.gone.add(bare(url).split(':')[0]?.toLowerCase() ?? '');
			return [];
		}
		this.#link = { url: url.replace(MARK, '…'), text: '' };
		this.seen.links.push(this.#link);
		const inside = restored(escapedValue(url), this.#pieces, 'whole');
		const leaves = OWN.test(inside.trim()) || /^(?:mailto:|tel:|#)/i.test(bare(url));
		if (leaves) return [`href="${inside}"`];
		this.links += 1;
		return [`href="{% ${LINK_TAG} ${this.links - 1} %}${inside}{% ${END_LINK_TAG} %}"`];
	}

	#style(value: string): string {
		const safe = calm(value);
		const of = (property: string): string | undefined => new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(safe)?.[1]?.trim();
		const color = of('color');
		const background = of('background-color') ?? of('background');
		if (color !== undefined && background !== undefined) this.seen.colours.push({ color, background });
		return safe;
	}

	#end(name: string): void {
		if (this.#gone !== null) {
			if (this.#gone.name === name) this.#gone.deep -= 1;
			if (this.#gone.deep === 0) this.#gone = null;
			return;
		}
		if (this.#within !== null) {
			this.#closeRaw();
			return;
		}
		if (GONE.has(name) || UNWRAPPED.has(name) || VOID.has(name) || (!NAME.test(name) && !OFFICE.test(name))) {
			// A lone `</br>` and `</p>` are elements to browsers: harmless, and only the latter is kept.
			return;
		}
		if (name === 'a') this.#link = null;
		this.#out.push(`</${name}>`);
	}

	/** Ends a style sheet or a title. */
	#closeRaw(): void {
		if (this.#within === null) return;
		const text = this.#raw;
		this.#out.push(
			this.#within === 'style' ? restoredStyle(calm(text), this.#pieces) : restored(escapedText(text), this.#pieces, 'whole'),
			`</${this.#within}>`,
		);
		this.#within = null;
		this.#raw = '';
	}
}

/** Reads HTML whose Liquid is marked; answers the template of a letter. */
export const safeHtml = ({ html, pieces }: Marked): Safe => {
	const writer = new Writer(pieces);
	writer.read(html);
	const seen = writer.seen;
	return { html: `<!doctype html>${writer.html}`, links: writer.links, seen };
};
