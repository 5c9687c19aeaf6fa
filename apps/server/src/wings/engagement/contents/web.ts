/**
 * What a browser shows of a message: its text is the title, its body the words below, as plain text, and the last link of the body is the
 * button that leads on.
 */
import { randomBytes } from 'node:crypto';
import { cut } from '@luvalla/contract/well-formed.ts';
import type { Facts, Frozen, Links } from '../message.ts';
import { textOfHtml } from './letter.ts';
import { END_LINK_TAG, LINK_TAG } from './liquid.ts';
import { unescapedLiquid } from './marks.ts';
import { prepare } from './template.ts';

const MOST_TITLE = 200;
const MOST_LABEL = 60;

export interface WebShown {
	readonly title: string;
	/** Empty where nothing is written. */
	readonly body: string;
	/** Where the button leads, and what stands on it. */
	readonly link: { readonly to: string; readonly label: string } | null;
	readonly image: string | null;
	/** What the picture shows. */
	readonly alt: string;
	/** That it is written in. */
	readonly language: string;
}

const TAG = new RegExp(`<a\\b[^>]*\\bhref="\\{% ${LINK_TAG} \\d+ %\\}([\\s\\S]*?)\\{% ${END_LINK_TAG} %\\}"[^>]*>([\\s\\S]*?)</a>`, 'gi');

/** Title, words, label and address of one language, each a template of text. */
const partsOf = async ({ text, html }: Frozen['languages'][string]): Promise<readonly string[]> => {
	const title = text ?? '';
	if (html === null) return [title, '', '', ''];
	const last = [...html.matchAll(TAG)].at(-1);
	if (!last) return [title, await textOfHtml(html), '', ''];
	const [whole, to = '', label = ''] = last;
	const rest = html.slice(0, last.index) + html.slice(last.index + whole.length);
	return [title, await textOfHtml(rest), await textOfHtml(label), unescapedLiquid(to).replaceAll('&amp;', '&')];
};

const oneLine = (text: string, most: number): string => cut(text.replace(/\s+/g, ' ').trim(), most);

/** Reads a message once for everybody who gets it. @throws TemplateFailed (of one person) */
export const webMaker = async (frozen: Frozen) => {
	// No words of anybody's part it.
	const mark = `\n${randomBytes(12).toString('hex')}\n`;
	const languages: Frozen['languages'] = {};
	for (const [language, one] of Object.entries(frozen.languages))
		languages[language] = { ...one, subject: null, html: null, text: (await partsOf(one)).join(mark) };
	const make = prepare({ ...frozen, languages });
	const alts = new Map(Object.entries(frozen.languages).map(([language, { heroimageAlt }]) => [language, heroimageAlt ?? '']));
	return (language: string, facts: Facts, links: Links): WebShown => {
		const { text, heroimage: image } = make(language, facts, links);
		const [title = '', body = '', label = '', written = ''] = (text ?? '').split(mark);
		const url = URL.canParse(written.trim()) ? new URL(written.trim()) : null;
		const leads = url !== null && /^https?:$/.test(url.protocol);
		return {
			title: oneLine(title, MOST_TITLE) || facts.customer.name || facts.domain.name,
			body: body.replace(/\n{3,}/g, '\n\n').trim(),
			link: leads ? { to: links.through(url.href, 0), label: oneLine(label, MOST_LABEL) || url.host } : null,
			image,
			language: Object.hasOwn(frozen.languages, language) ? language : frozen.language,
			alt: alts.get(language) ?? alts.get(frozen.language) ?? '',
		};
	};
};
