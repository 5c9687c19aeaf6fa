/** Letters that other tools exported, with their merge tags as Liquid. */
import { MOST_TAGS, type TranslatedTemplate } from '@luvalla/contract/engagement/contents.ts';
import { TOOLS, type Tool } from '@luvalla/contract/tools.ts';
import { brevo } from './brevo.ts';
import { listmonk } from './listmonk.ts';
import { mailchimp } from './mailchimp.ts';
import { mautic } from './mautic.ts';
import { type Dialect, translateBy } from './tags.ts';

const DIALECTS: Readonly<Record<Tool, Dialect>> = { mailchimp, listmonk, mautic, brevo };

/** What only one of them writes; two of them have tags that look alike. */
const SIGNS: Readonly<Record<Tool, RegExp>> = {
	mailchimp: /\*\|[A-Z0-9:_ =]{2,60}\|\*/gi,
	listmonk:
		/\{\{-?\s*(?:(?:if|else if|eq|ne)\s[^}]{0,200}?)?(?:\.(?:Subscriber|Campaign)\b|UnsubscribeURL|ManageURL|TrackLink|TrackView|MessageURL|template\s|L\.T\s)|@TrackLink/g,
	mautic: /\{(?:contactfield=|leadfield=|unsubscribe_|webview_|pagelink=|tracking_pixel|dynamiccontent=)/g,
	brevo:
		/\{\{\s*(?:contact\.|unsubscribe\s*\}|mirror\s*\}|update_profile\s*\}|params\.)|\{%-?\s*(?:if|elif)\s+contact\.|\[(?:UNSUBSCRIBE|MIRROR)\]/g,
};

/** The tool whose tags a template has, by most of them; null: none. */
export const dialectOf = (html: string): Tool | null => {
	const [most] = TOOLS.map((tool) => ({ tool, count: html.match(SIGNS[tool])?.length ?? 0 })).toSorted((a, b) => b.count - a.count);
	return most !== undefined && most.count > 0 ? most.tool : null;
};

const MOST_SRC = 500;
const PICTURES = /\b(?:src|background)\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')|url\(\s*['"]?([^'")]{1,2000})['"]?\s*\)/gi;
/** Elements whose attribute is a picture's. */
const SHOWS = /^<(?:img|v:fill|v:image|td|table|tr|th|body|div)\b/i;
/** A tag is looked for so far before its attribute. */
const FAR = 2000;

/** How many lines a text has before a place: asked from the first place on. */
const lineCounter = (text: string): ((at: number) => number) => {
	let line = 1;
	let from = 0;
	return (at) => {
		for (let next = text.indexOf('\n', from); next >= 0 && next < at; next = text.indexOf('\n', from)) {
			line++;
			from = next + 1;
		}
		return line;
	};
};

/** Pictures that do not come with the file: on another server, or from a folder beside it. */
const picturesIn = (source: string): TranslatedTemplate['pictures'] => {
	const lineAt = lineCounter(source);
	const seen = new Set<string>();
	return [...source.matchAll(PICTURES)].flatMap(({ 1: double, 2: single, 3: css, index }) => {
		const src = (double ?? single ?? css ?? '').trim();
		const line = lineAt(index);
		// Fonts and sheets are no pictures.
		if (src === '' || /^(?:data:|cid:|#)/i.test(src) || /\.(?:css|woff2?|ttf|otf|eot)(?:$|\?)/i.test(src) || seen.has(src)) return [];
		const before = source.slice(Math.max(0, index - FAR), index);
		if (css === undefined && !SHOWS.test(before.slice(before.lastIndexOf('<')))) return [];
		if (seen.size >= MOST_TAGS) return [];
		seen.add(src);
		const where = /^(?:https?:)?\/\//i.test(src) || /^(?:\{\{|\*\||\{[a-z])/i.test(src) ? ('elsewhere' as const) : ('missing' as const);
		return [{ src: src.slice(0, MOST_SRC), line, where }];
	});
};

/** Translates a template. @param from the tool; by default the one whose tags it has */
export const translate = (given: string, from: Tool | null = dialectOf(given)): TranslatedTemplate => {
	const source = given.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
	const pictures = picturesIn(source);
	if (from === null) return { from, html: source, tags: [], count: 0, pictures };
	const { html, tags } = translateBy(DIALECTS[from], source);
	// Where comments were unwrapped nothing moved to another line.
	const lineAt = lineCounter(source);
	let at = 0;
	const placed = tags.slice(0, MOST_TAGS).map(({ tag, became }) => {
		at = source.indexOf(tag, at);
		const line = lineAt(at);
		at += tag.length;
		return { tag, line, became };
	});
	return { from, html, tags: placed, count: tags.length, pictures };
};
