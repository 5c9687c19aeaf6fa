/** Freezes what authors wrote: rich text in its letter, MJML compiled, HTML made safe, text made, and the links that every letter ends with. */
import type { Channel } from '@luvalla/contract/channels.ts';
import type { ContentType } from '@luvalla/contract/engagement/content-types.ts';
import type { Controls, MARKUPS } from '@luvalla/contract/engagement/contents.ts';
import type { Frozen } from '../message.ts';
import { dressed, footOf, type Has, letterOf, sheetOf, textFootOf, withSheetFoot } from './layout.ts';
import { END_LINK_TAG, END_PICTURE_TAG, faultOf, LINK_TAG, PICTURE_TAG, parseHtml, parseText } from './liquid.ts';
import { BadTemplate, marked, restoredText, unescapedLiquid, unmarked } from './marks.ts';
import { type Seen, safeHtml } from './safe-html.ts';

/** What one language says, and how its HTML is written. */
export interface Written {
	readonly controls: Controls;
	readonly markup: (typeof MARKUPS)[number];
}

/** Why something could not be read. */
export interface Problem {
	readonly code: 'bad_template' | 'bad_mjml';
	readonly control: ContentType;
	readonly sentence: string;
	readonly line: number | null;
	readonly column: number | null;
}

export interface Letter {
	/** Null: something in it cannot be read. */
	readonly frozen: Frozen['languages'][string] | null;
	readonly problems: readonly Problem[];
	/** What is in its HTML; null: it has none. */
	readonly seen: Seen | null;
	/** Plain text made of its HTML, as a template. */
	readonly madeText: string | null;
}

/** Signs of a letter in MJML: compiling more would keep everybody waiting. */
const MOST_MJML = 200_000;

/** What a rich text may have in it. */
const RICH = {
	allowedTags: [
		...[
			'p',
			'br',
			'h1',
			'h2',
			'h3',
			'h4',
			'ul',
			'ol',
			'li',
			'blockquote',
			'pre',
			'code',
			'hr',
			'a',
			'img',
			'strong',
			'b',
			'em',
			'i',
			'u',
			's',
		],
		...['sub', 'sup', 'span', 'mark', 'figure', 'figcaption'],
	],
	allowedAttributes: {
		a: ['href', 'title'],
		img: ['src', 'alt', 'width', 'height', 'title'],
		ol: ['start'],
		span: ['style', 'lang'],
		p: ['style', 'lang'],
		...{ h1: ['style'], h2: ['style'], h3: ['style'], h4: ['style'], mark: ['style'] },
	},
	allowedStyles: {
		'*': {
			color: [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]+$/i],
			'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]+$/i],
			'text-align': [/^(?:left|right|center|start|end)$/],
		},
	},
	allowedSchemes: ['http', 'https', 'mailto', 'tel'],
	allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
	// Deeper ones are no letter.
	nestingLimit: 50,
};

const placeOf = (source: string, at: number): { line: number; column: number } => {
	const before = source.slice(0, at).split('\n');
	return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

const problemOf = (control: ContentType, source: string, error: unknown): Problem => {
	const place = error instanceof BadTemplate ? placeOf(source, error.at) : faultOf(error);
	const sentence = error instanceof BadTemplate ? error.message : faultOf(error).sentence;
	return { code: 'bad_template', control, sentence, line: place.line, column: place.column };
};

/** Rich text, of which only that is left which rich text may have. */
/** @param dress what is done to it while its Liquid is taken out */
const richText = async (source: string, dress = (html: string): string => html): Promise<string> => {
	const { default: sanitize } = await import('sanitize-html');
	const { html, pieces } = marked(source);
	return unmarked(dress(sanitize(html, RICH)), pieces);
};

/** MJML as HTML. @throws MjmlFailed */
const compiled = async (source: string): Promise<string> => {
	if (source.length > MOST_MJML) throw new MjmlFailed([{ sentence: `MJML of more than ${MOST_MJML / 1000} kB`, line: null }]);
	const { default: mjml } = await import('mjml');
	const { html, pieces } = marked(source);
	let done: Awaited<ReturnType<typeof mjml>>;
	try {
		done = await mjml(html, { validationLevel: 'soft', ignoreIncludes: true, keepComments: false, minify: false, fonts: {} } as never);
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		const line = /line (\d+)/i.exec(said);
		throw new MjmlFailed([{ sentence: said.split('\n')[0]?.slice(0, 300) ?? '', line: line ? Number(line[1]) : null }]);
	}
	if (done.errors.length > 0)
		throw new MjmlFailed(
			done.errors.slice(0, 20).map((one) => ({ sentence: `${one.tagName}: ${one.message}`.slice(0, 300), line: one.line })),
		);
	const lost = pieces.find((piece, n) => piece.startsWith('{%') && !done.html.includes(`\uE0F0${n}\uE0F1`));
	if (lost !== undefined) {
		const { line } = placeOf(source, source.indexOf(lost));
		throw new MjmlFailed([{ sentence: `${lost.slice(0, 100)} must stand in mj-text or mj-raw`, line }]);
	}
	return unmarked(done.html, pieces);
};

class MjmlFailed extends Error {
	override readonly name = 'MjmlFailed';
	readonly all: readonly { sentence: string; line: number | null }[];
	constructor(all: readonly { sentence: string; line: number | null }[]) {
		super('This MJML cannot be read');
		this.all = all;
	}
}

/** What a template says in any case: not within a condition, and not where only some programs read it. */
const saysOf = (template: string, parse: typeof parseHtml): Has => {
	const said = parse(template)
		.templates.map((one) => one.token.getText())
		.join('\n');
	const says = (field: string): boolean => new RegExp(`^\\{\\{-?\\s*${field.replace('.', '\\.')}\\b`, 'm').test(said);
	return {
		unsubscribe: says('links.unsubscribe'),
		why: says('links.why'),
		preferences: says('links.preferences'),
		name: says('customer.name'),
		postal: says('sender.postal'),
	};
};

const withFoot = (html: string, foot: string): string => {
	const at = html.lastIndexOf('</body>');
	// What only some programs read is no end.
	return at < 0 || html.slice(at).includes('-->') ? html + foot : `${html.slice(0, at)}${foot}${html.slice(at)}`;
};

const LINK = new RegExp(`\\{% ${LINK_TAG} \\d+ %\\}([\\s\\S]*?)\\{% ${END_LINK_TAG} %\\}`, 'g');

const PICTURE = new RegExp(`\\{% ${PICTURE_TAG} %\\}([\\s\\S]*?)\\{% ${END_PICTURE_TAG} %\\}`, 'g');

/** Plain text of a letter's HTML, with its Liquid. */
export const textOfHtml = async (html: string): Promise<string> => {
	const { convert } = await import('html-to-text');
	const { html: plain, pieces } = marked(html.replace(LINK, '$1').replace(PICTURE, '$1'));
	const text = convert(plain, {
		wordwrap: false,
		limits: { maxInputLength: 1_500_000, maxDepth: 200, maxChildNodes: 20_000 },
		selectors: [
			...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
			{ selector: 'img', format: 'skip' },
			{ selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
			{ selector: 'table', format: 'block' },
			{ selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
			...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
		],
		formatters: {
			// What stands beside each other is not one word.
			cell: (element, walk, builder) => {
				walk(element.children, builder);
				builder.addInline(' ');
			},
		},
	});
	return restoredText(
		text
			.split('\n')
			.map((each) => each.trimEnd())
			.join('\n')
			.replace(/\n{3,}/g, '\n\n')
			.trim(),
		pieces,
	);
};

const filled = (text: string | undefined): string | null => (text === undefined || text.trim() === '' ? null : text);

/** The author's HTML as one document, not yet safe. */
const documentOf = async (channel: Channel, language: string, { controls, markup }: Written): Promise<string | null> => {
	const raw = filled(controls.rawhtml);
	if (raw !== null) return markup === 'mjml' ? (await compiled(raw)).replaceAll('lang="und"', `lang="${language}"`) : raw;
	const body = filled(controls.body);
	const heroimage = filled(controls.heroimage);
	const src = heroimage === null ? null : heroimage.trim().replaceAll('"', '&quot;');
	const alt = (controls.heroimageAlt ?? '').replaceAll('"', '&quot;');
	if (channel !== 'email') {
		// An ad is one page; others show their picture themselves.
		const picture = channel === 'ad' && src !== null ? `<p><img src="${src}" alt="${alt}"></p>` : '';
		return body === null ? null : sheetOf(language, picture + (await richText(body)));
	}
	if (body === null && src === null) return null;
	return letterOf({ language, body: body === null ? '' : await richText(body, dressed), heroimage: src, alt });
};

export type FreezeLetter = (channel: Channel, language: string, written: Written) => Promise<Letter>;

/** Freezes what one language says, on the thread that asks: whoever serves others meanwhile asks `apart` (apart.ts). */
export const freezeLetter: FreezeLetter = async (channel, language, written) => {
	const { controls } = written;
	const problems: Problem[] = [];
	const attempt = <T>(control: ContentType, source: string, work: () => T): T | null => {
		try {
			return work();
		} catch (error) {
			problems.push(problemOf(control, source, error));
			return null;
		}
	};
	const plain = (control: 'subject' | 'simpletext' | 'heroimage'): string | null => {
		const source = filled(controls[control]);
		if (source === null) return null;
		return attempt(control, source, () => {
			marked(source);
			parseText(source);
			return source;
		});
	};
	const subject = plain('subject');
	const heroimage = plain('heroimage');
	const simpletext = plain('simpletext');
	const of: ContentType = filled(controls.rawhtml) !== null ? 'rawhtml' : 'body';
	const source = controls[of === 'rawhtml' ? 'rawhtml' : 'body'] ?? '';
	// First as it was written: so what is wrong has its place there.
	if (source !== '') attempt(of, source, () => parseText(unescapedLiquid(source)));
	let document: string | null = null;
	try {
		if (problems.length === 0) document = await documentOf(channel, language, written);
	} catch (error) {
		if (error instanceof MjmlFailed)
			problems.push(
				...error.all.map((one) => ({ code: 'bad_mjml' as const, control: of, sentence: one.sentence, line: one.line, column: null })),
			);
		else problems.push(problemOf(of, source, error));
	}
	const safe = document === null || problems.length > 0 ? null : attempt(of, document, () => safeHtml(marked(document)));
	const has = safe === null ? null : attempt(of, source, () => saysOf(safe.html.replace(/<!--[\s\S]*?-->/g, ''), parseHtml));
	if (problems.length > 0) return { frozen: null, problems, seen: safe?.seen ?? null, madeText: null };
	const ending = (page: string, by: Has): string =>
		of === 'rawhtml' ? withFoot(page, footOf(language, by, 'below')) : withSheetFoot(page, footOf(language, by, 'sheet'));
	const html = safe === null || has === null ? null : channel === 'email' ? ending(safe.html, has) : safe.html;
	const madeText = safe === null ? null : await textOfHtml(safe.html);
	const text = simpletext ?? (channel === 'email' ? madeText : null);
	const ended = text === null || channel !== 'email' ? text : text + textFootOf(language, saysOf(text, parseText));
	return {
		frozen: { subject, html, text: ended, heroimage, heroimageAlt: filled(controls.heroimageAlt) },
		problems,
		seen: safe?.seen ?? null,
		madeText,
	};
};
