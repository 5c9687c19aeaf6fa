/** Makes what one recipient gets of a frozen message: for the preview, the trial and the sending, all the same. */
import { randomBytes } from 'node:crypto';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { type Facts, type Frozen, type Links, type Made, TemplateFailed } from '../message.ts';
import { faultOf, type Parsed, parseHtml, parseJson, parseText, parseWords, render } from './liquid.ts';
import { BadTemplate, marked } from './marks.ts';

interface Ready {
	readonly subject: Parsed | null;
	readonly html: Parsed | null;
	readonly text: Parsed | null;
	readonly heroimage: Parsed | null;
	readonly own: string;
}

const MOST_SUBJECT = 500;
/** What of a template says something of people. */
export const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** One line that no header can be broken out of; nothing in it turns its direction. */
const lineOf = (text: string): string =>
	cut(
		text
			.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
			.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
			.replace(/ {2,}/g, ' ')
			.trim(),
		MOST_SUBJECT,
	).toWellFormed();

/** What an author wrote, and what begins an address in it. */
const WRITTEN = new RegExp(`${LIQUID.source}|https?://`, 'g');

/** A text without its marks, and where they stood. */
const withoutMarks = (text: string, mark: string): { text: string; addresses: number[] } => {
	const parts = text.split(mark);
	let at = 0;
	return { text: parts.join(''), addresses: parts.slice(0, -1).map((part) => (at += part.length)) };
};

const NOT_IN_TEXT = /[^\P{Cc}\n\t]/gu;

const withPixel = (html: string, pixel: string): string => {
	const picture = `<img src="${escapeHtml(pixel)}" width="1" height="1" alt="">`;
	const at = html.lastIndexOf('</body>');
	return at < 0 ? html + picture : `${html.slice(0, at)}${picture}${html.slice(at)}`;
};

/** The language among those written that somebody reads: `fi` for `fi-FI`. */
export const languageFor = (
	frozen: { readonly language: string; readonly languages: Readonly<Record<string, unknown>> },
	wanted: string | null,
): string => {
	const base = wanted?.toLowerCase().split(/[-_]/)[0] ?? '';
	return Object.hasOwn(frozen.languages, base) ? base : frozen.language;
};

/** Why a subject that stands beside contents cannot be read; null: it can. */
export const subjectFault = (source: string): string | null => {
	try {
		marked(source);
		parseText(source);
		return null;
	} catch (error) {
		return error instanceof BadTemplate ? error.message : faultOf(error).sentence;
	}
};

/** Text that another system reads, which is written as a JSON document: an object, or a list of what is more than words. */
export const isJsonText = (frozen: Pick<Frozen, 'channel'>, source: string): boolean =>
	frozen.channel === 'webhook' && /^\s*(?:\{(?![{%])|\[\s*[{["\]])/.test(source);

/** Makes the message for somebody who reads this language. @throws TemplateFailed */
export type Make = (language: string | null, facts: Facts, links: Links) => Made;

/** Reads the templates of a frozen message, once for all its recipients. */
export const prepare = (frozen: Frozen): Make => {
	const ready = new Map<string, Ready>();
	// Found where it was written: what somebody is called makes no link of a text.
	const mark = randomBytes(12).toString('hex');
	const withMarks = (source: string): string =>
		frozen.channel === 'sms' ? source.replace(WRITTEN, (found) => (found.startsWith('{') ? found : mark + found)) : source;
	const read = (language: string): Ready => {
		const found = ready.get(language);
		if (found) return found;
		const of = frozen.languages[language];
		if (!of) throw new TemplateFailed(ownSentence('notWritten', language));
		const text = (source: string | null, by = parseText): Parsed | null => (source === null ? null : by(source));
		try {
			const made = {
				subject: text(of.subject),
				html: of.html === null ? null : parseHtml(of.html),
				text: text(of.text && withMarks(of.text), isJsonText(frozen, of.text ?? '') ? parseJson : parseWords),
				heroimage: text(of.heroimage),
				own: (of.text ?? '').replace(LIQUID, ' '),
			};
			ready.set(language, made);
			return made;
		} catch (error) {
			throw new TemplateFailed(faultOf(error).sentence, { cause: error });
		}
	};
	return (language, facts, links) => {
		const its = languageFor(frozen, language);
		const { subject, html, text, heroimage, own: words } = read(its);
		const own = { unsubscribe: links.unsubscribe, why: links.why, preferences: links.preferences };
		const line = subject && lineOf(render(subject, its, { ...facts, links: own }));
		// Its own subject is the title of the page that a letter is.
		const values = { ...facts, links: own, letter: { subject: line ?? '' } };
		const page = html && render(html, its, values, links.through);
		const said = withoutMarks(text ? render(text, its, values).replace(NOT_IN_TEXT, '').toWellFormed() : '', mark);
		const picture = heroimage && render(heroimage, its, values).trim();
		return {
			subject: line,
			html: page !== null && links.pixel !== null ? withPixel(page, links.pixel) : page,
			text: text && said.text,
			heroimage: picture && /^https?:\/\/[^\s"'<>]+$/i.test(picture) ? picture : null,
			language: its,
			...(frozen.channel === 'sms' && { own: words, addresses: said.addresses }),
		};
	};
};
