/**
 * Liquid as letters use it: values, conditions, loops. No files, no other templates, nothing that writes a value unescaped.
 * Work is counted in steps and characters, not in milliseconds: a busy machine never fails a good letter.
 */
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import {
	AssignTag,
	CaseTag,
	CommentTag,
	Context,
	ForTag,
	filters,
	IfTag,
	InlineCommentTag,
	Liquid,
	Output,
	Tag,
	type TagToken,
	type Template,
	TokenKind,
	type TopLevelToken,
	toValueSync,
	UnlessTag,
} from 'liquidjs';
import { escapeHtml } from '#kernel/http/html.ts';
import { TemplateFailed } from '../message.ts';

/** Parts of templates that one message may pass through. */
const MOST_STEPS = 5000;
/** Characters and items that filters and ranges may make for one message. */
const MOST_MADE = 300_000;
/** Signs of a finished part: mail servers take no larger letter. */
export const MOST_RENDERED = 10_000_000;
/** Signs of a template. */
const MOST_SOURCE = 1_500_000;
/** Outputs and tags of a template. */
export const MOST_TOKENS = 5000;

/** What stands around a link's address; what an author writes may not hold it. */
export const LINK_TAG = 'luvalla_link';
export const END_LINK_TAG = `end${LINK_TAG}`;
export const PICTURE_TAG = 'luvalla_picture';
export const END_PICTURE_TAG = `end${PICTURE_TAG}`;

const TAGS = { assign: AssignTag, case: CaseTag, comment: CommentTag, for: ForTag, if: IfTag, unless: UnlessTag, '#': InlineCommentTag };
/** Words that an author may begin a tag with. */
export const TAG_WORDS: ReadonlySet<string> = new Set([
	...Object.keys(TAGS),
	...['endcase', 'when', 'else', 'elsif', 'endif', 'endfor', 'endunless', 'endcomment'],
]);

/** Filters whose cost is known; none reads anything or gives HTML. */
const FILTERS: ReadonlySet<string> = new Set([
	...['append', 'capitalize', 'date', 'default', 'downcase', 'lstrip', 'prepend', 'remove', 'remove_first', 'replace', 'replace_first'],
	...[
		'rstrip',
		'size',
		'slice',
		'split',
		'strip',
		'truncate',
		'truncatewords',
		'upcase',
		'first',
		'last',
		'join',
		'reverse',
		'sort',
		'uniq',
	],
	...['abs', 'at_least', 'at_most', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus', 'round', 'times'],
	...['escape', 'escape_once', 'url_encode', 'json'],
]);

/** How values are written: into HTML, into an address, into the strings of a JSON document, or as they are. */
type Escape = 'html' | 'address' | 'json' | 'none';

const textOf = (value: unknown): string =>
	value === null || value === undefined
		? ''
		: Array.isArray(value)
			? value.map(textOf).join('')
			: typeof value === 'object'
				? ''
				: String(value);

const ESCAPES: Readonly<Record<Escape, (value: unknown) => string>> = {
	html: (value) => escapeHtml(textOf(value)),
	// Lone halves of a pair make no address.
	address: (value) => encodeURIComponent(textOf(value).toWellFormed()),
	// Within a string; what is no string is written by the filter of the same name.
	json: (value) => JSON.stringify(textOf(value).toWellFormed()).slice(1, -1),
	none: textOf,
};

/** A value as JSON writes it, with its quotation marks; what is not known is `null`. */
function asJson(this: { readonly context: Context }, value: unknown): string {
	const written = JSON.stringify(value) ?? 'null';
	this.context.memoryLimit.use(written.length);
	return written;
}

/** A text that says where its clock stands; what says only a day, or an hour without a place, is shown as it was written. */
const IS_MOMENT = /^(?:now|today|\d+)$|\d:\d\d.*(?:Z|GMT|UTC|[ECMP][SD]T|[+-]\d\d:?\d\d)$/i;

const isZone = (name: string): boolean => {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
	} catch {
		return false;
	}
};
const demandZone = (name: string): void => {
	if (!isZone(name)) throw new Error(ownSentence('noZone', name.slice(0, 60)));
};
/** A zone that an author wrote out. */
const WRITTEN_ZONE = /\|\s*date\s*:\s*(?:"[^"]*"|'[^']*'|[\w.]+)\s*,\s*(?:"([^"]+)"|'([^']+)')/g;

/** A day, or a moment by the reader's clock. */
function asDate(this: ThisType<unknown>, value: unknown, format: unknown, zone?: unknown): unknown {
	const isWritten = typeof value === 'string' && !IS_MOMENT.test(value.trim());
	const own = isWritten ? (/^\s*\d{4}(-\d\d){0,2}\s*$/.test(value) ? 0 : new Date(value).getTimezoneOffset()) : undefined;
	if (typeof zone === 'string' && zone !== '') demandZone(zone);
	return (filters.date as (...all: unknown[]) => unknown).call(this, value, format, zone === '' ? own : (zone ?? own));
}

const createEngine = (how: Escape): Liquid => {
	const outputEscape = ESCAPES[how];
	const engine = new Liquid({
		ownPropertyOnly: true,
		strictFilters: true,
		strictVariables: false,
		parseLimit: MOST_SOURCE,
		timezoneOffset: 0,
		locale: 'en',
		templates: {},
		outputEscape,
	});
	for (const name of Object.keys(engine.tags)) if (!Object.hasOwn(TAGS, name)) delete engine.tags[name];
	for (const name of Object.keys(engine.filters)) if (!FILTERS.has(name)) delete engine.filters[name];
	// Values are escaped where they end up, once.
	for (const name of ['escape', 'escape_once', ...(how === 'none' || how === 'json' ? [] : ['url_encode'])])
		engine.registerFilter(name, (value) => value);
	engine.registerFilter('date', asDate as never);
	engine.registerFilter('json', how === 'json' ? { raw: true, handler: asJson } : asJson);
	return engine;
};

const addressEngine = createEngine('address');
const jsonEngine = createEngine('json');
const textEngine = createEngine('none');
const htmlEngine = createEngine('html');
// Nor do signs that end an address where it stands in a text.
textEngine.registerFilter('luvalla_part', (value: unknown) =>
	ESCAPES.address(value).replace(/['()!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
);

/** Whatever a message's templates are made with. */
class Making extends Context {
	/** What stands in a link instead of where it leads. */
	through: (url: string, place: number) => string = (url) => url;
}

/** Counts steps where the library counts milliseconds. */
const counting = () => {
	let steps = 0;
	return {
		base: 0,
		limit: MOST_STEPS,
		message: '',
		use: () => undefined,
		check: () => {
			steps += 1;
			if (steps > MOST_STEPS) throw new Error('This takes too many steps: a loop may be too long');
		},
	};
};

/** Keeps what is written, and stops before it is larger than any mail may be. */
class Paper {
	buffer = '';
	write(html: unknown): void {
		this.buffer += textOf(html);
		if (this.buffer.length > MOST_RENDERED) throw new Error('This becomes larger than 10 MB');
	}
}

/** Addresses that a link may lead to. */
const LEADS = /^(https?:\/\/|mailto:|tel:|#)/i;
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' } as const;
/** Text of what stands in an attribute or a text of ours. */
export const unescapeHtml = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, decimal, hex, name) => {
		if (name !== undefined) return NAMED[String(name).toLowerCase() as keyof typeof NAMED];
		const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

/** What a link stands for, or `#` where it leads nowhere that a letter may lead to. */
const ledTo = (url: string, place: number, making: Making): string => {
	const trimmed = url.trim();
	if (!LEADS.test(trimmed)) return '#';
	return escapeHtml(/^https?:/i.test(trimmed) ? making.through(trimmed, place) : trimmed);
};

/** `{% luvalla_link 3 %}https://…{% endluvalla_link %}`: a link's address, put together and replaced while a message is made. */
class LinkTag extends Tag {
	readonly place: number;
	/** Without anything of the person in it; null: it has. */
	readonly fixed: string | null;
	readonly #head: Template[] = [];
	readonly #rest: Template[] = [];

	constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
		super(token, remaining, liquid);
		this.place = Number(token.args);
		const inner: TopLevelToken[] = [];
		for (let next = remaining.shift(); ; next = remaining.shift()) {
			if (next === undefined) throw new Error('a link is not closed');
			if (next.kind === token.kind && (next as TagToken).name === END_LINK_TAG) break;
			inner.push(next);
		}
		const source = inner.map((one) => one.getText()).join('');
		this.fixed = /\{[{%]/.test(source) ? null : unescapeHtml(source);
		if (this.fixed !== null) return;
		// What the address begins with is an address itself; what comes later is a part of one.
		const begins = /^\s*\{\{[\s\S]*?\}\}/.exec(source)?.[0] ?? '';
		this.#head = textEngine.parse(begins);
		this.#rest = addressEngine.parse(source.slice(begins.length));
	}

	*render(ctx: Context): Generator<unknown, string, unknown> {
		const making = ctx as Making;
		if (this.fixed !== null) return ledTo(this.fixed, this.place, making);
		const head = textOf(yield this.liquid.renderer.renderTemplates(this.#head, ctx));
		const rest = textOf(yield this.liquid.renderer.renderTemplates(this.#rest, ctx));
		return ledTo(`${head}${unescapeHtml(rest)}`, this.place, making);
	}
}
htmlEngine.registerTag(LINK_TAG, LinkTag);

/** Addresses that a picture may come from. */
export const SHOWN = /^(?:https?:\/\/|cid:|data:image\/(?:png|jpe?g|gif|webp);base64,)/i;
/** As browsers read addresses: without the blanks and controls that hide what they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
export const bare = (url: string): string => url.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, '');

/** `{% luvalla_picture %}{{ … }}{% endluvalla_picture %}`: a picture's address that begins with a value; looked at when it is made. */
class PictureTag extends Tag {
	readonly #inner: Template[];

	constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
		super(token, remaining, liquid);
		let source = '';
		for (let next = remaining.shift(); ; next = remaining.shift()) {
			if (next === undefined) throw new Error('a picture is not closed');
			if (next.kind === token.kind && (next as TagToken).name === END_PICTURE_TAG) break;
			source += next.getText();
		}
		this.#inner = textEngine.parse(source);
	}

	*render(ctx: Context): Generator<unknown, string, unknown> {
		const url = unescapeHtml(textOf(yield this.liquid.renderer.renderTemplates(this.#inner, ctx))).trim();
		return SHOWN.test(bare(url)) ? escapeHtml(url) : '';
	}
}
htmlEngine.registerTag(PICTURE_TAG, PictureTag);

/** Writes one piece of a message that needs nothing of the library. */
type Quick = (values: object, making: Making) => string;

/** A template, read. */
export interface Parsed {
	readonly templates: readonly Template[];
	/** By the place of a piece: how it is written at once; null: by the library. */
	readonly quick: readonly (Quick | null)[];
}

/** A value by its path, as the library finds it: own properties, and nothing else. */
const valueAt = (values: object, path: readonly string[]): unknown => {
	let at: unknown = values;
	for (const name of path) {
		if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
		at = (at as Record<string, unknown>)[name];
	}
	return at;
};

/** A field without a filter. What the author's own `assign` may hide, and `size`, `first` and `last`, are left to the library. */
const FIELD = /^\{\{-?\s*((?:person|attributes|domain|customer|sender|campaign|links)(?:\.[a-zA-Z_]\w*)+)\s*-?\}\}$/;

const quickOf = (template: Template, how: Escape, assigned: boolean): Quick | null => {
	if (template.token.kind === TokenKind.HTML) {
		const text = (template.token as typeof template.token & { getContent(): string }).getContent();
		return () => text;
	}
	if (template instanceof LinkTag) {
		const { fixed, place } = template;
		return fixed === null ? null : (_, making) => ledTo(fixed, place, making);
	}
	const path = template instanceof Output && !assigned ? FIELD.exec(template.token.getText())?.[1]?.split('.') : undefined;
	if (path === undefined || path.some((name) => ['size', 'first', 'last'].includes(name))) return null;
	const escaped = ESCAPES[how];
	return (values) => escaped(valueAt(values, path));
};

const parsedBy = (engine: Liquid, how: Escape, source: string): Parsed => {
	const templates = engine.parse(source);
	for (const [, one, other] of source.matchAll(WRITTEN_ZONE)) demandZone(one ?? other ?? '');
	const assigned = /\{%-?\s*assign\b/.test(source);
	return { templates, quick: templates.map((one) => quickOf(one, how, assigned)) };
};

/** @throws LiquidError where it is none */
export const parseHtml = (source: string): Parsed => parsedBy(htmlEngine, 'html', source);
/** @throws LiquidError where it is none */
export const parseText = (source: string): Parsed => parsedBy(textEngine, 'none', source);
/** An address that stands in a text, from behind its scheme. */
const ADDRESS = /:\/\/(?:\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|[^\s{])+/g;
/** Of words to people: values within an address are parts of it, as they are in the links of a letter. @throws LiquidError where it is none */
export const parseWords = (source: string): Parsed =>
	parseText(
		source.replace(ADDRESS, (address) => address.replace(/\{\{(?![^}]*\burl_encode\b)([^}]*?)(-?)\}\}/g, '{{$1 | luvalla_part $2}}')),
	);
/** Of a JSON document: no value ends the string that it stands in. @throws LiquidError where it is none */
export const parseJson = (source: string): Parsed => parsedBy(jsonEngine, 'json', source);

/** By zone and language, kept: to ask whether there is such a zone costs more than a short message. */
const clocks = new Map<string, typeof htmlEngine.options>();

/** How dates are written in a language by a clock: UTC where there is no such zone. Other calendars than ours would name other months. */
const optionsIn = (zone: string | undefined, language: string): typeof htmlEngine.options => {
	const key = `${zone} ${language}`;
	const kept = clocks.get(key);
	if (kept) return kept;
	const timezoneOffset = zone !== undefined && zone !== 'UTC' && isZone(zone) ? zone : 0;
	const made = { ...htmlEngine.options, timezoneOffset, locale: [`${language}-u-ca-gregory`, 'en'] } as never;
	if (clocks.size >= 1000) clocks.clear();
	clocks.set(key, made);
	return made;
};

/** What comes of a template in a language; `zone` is its reader's. */
export const render = (
	parsed: Parsed,
	language: string,
	values: { readonly zone?: string | undefined; readonly [name: string]: unknown },
	through?: (url: string, place: number) => string,
): string => {
	const making = new Making(values, optionsIn(values.zone, language), { sync: true, memoryLimit: MOST_MADE }, {
		renderLimit: counting(),
		liquid: htmlEngine,
	} as never);
	if (through) making.through = through;
	const paper = new Paper();
	try {
		parsed.templates.forEach((template, n) => {
			const quick = parsed.quick[n];
			if (quick) paper.write(quick(values, making));
			else toValueSync(htmlEngine.renderer.renderTemplates([template], making, paper as never));
		});
	} catch (error) {
		throw new TemplateFailed(sentenceOf(error), { cause: error });
	}
	return paper.buffer;
};

/** A field that a template names: `person.city`, and where. */
export interface Named {
	readonly path: readonly string[];
	readonly line: number;
	readonly column: number;
}

/** Fields that a template takes from outside; its own variables are none. */
export const fieldsOf = (parsed: Parsed): Named[] =>
	Object.values(textEngine.analyzeSync([...parsed.templates], { partials: false }).globals).flatMap((all) =>
		all.map((one) => ({
			path: one.segments.filter((segment): segment is string => typeof segment === 'string'),
			line: one.location.row,
			column: one.location.col,
		})),
	);

/** Why a template cannot be read, and where. */
export interface Fault {
	readonly sentence: string;
	readonly line: number | null;
	readonly column: number | null;
}

/** The first line of what the library says, without its own place. */
const sentenceOf = (error: unknown): string => {
	if (error instanceof RangeError) return ownSentence('tooDeep');
	const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
	return said.replace(/,? *(file:[^,]*)?,? *line:\d+, col:\d+$/, '').slice(0, 300);
};

export const faultOf = (error: unknown): Fault => {
	const place = error instanceof Error ? /line:(\d+), col:(\d+)/.exec(error.message) : null;
	return { sentence: sentenceOf(error), line: place ? Number(place[1]) : null, column: place ? Number(place[2]) : null };
};
