/** The one look of mails that the installation itself writes, in text and in HTML: what it says, part by part, on a card. */
import { escapeHtml } from '../http/html.ts';
import type { Letter } from './mail.ts';

/** A piece of a mail: a paragraph of its text, and the same in HTML. */
export interface LetterPart {
	readonly text: string;
	readonly html: string;
}

const SMALL = 'color:#4c5957;font-size:14px;line-height:20px';
const lined = (lines: readonly string[]): string => lines.map(escapeHtml).join('<br>');

/** The head of the card, where a subject says less than that. */
export const title = (text: string): LetterPart => ({
	text,
	html: `<h1 style="margin:0 0 12px;font-size:22px;line-height:30px">${escapeHtml(text)}</h1>`,
});

/** A paragraph, of one line or of several. */
export const said = (...lines: readonly string[]): LetterPart => ({ text: lines.join('\n'), html: `<p>${lined(lines)}</p>` });

/** What need not be read: until when a link works, who typed what. */
export const small = (...lines: readonly string[]): LetterPart => ({
	text: lines.join('\n'),
	html: `<p style="${SMALL}">${lined(lines)}</p>`,
});

/** A line each. */
export const listed = (lines: readonly string[]): LetterPart => ({
	text: lines.map((line) => `- ${line}`).join('\n'),
	html: `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
});

/** What somebody wrote, whole. */
export const quote = (lines: readonly string[]): LetterPart => ({
	text: lines.join('\n'),
	html: `<blockquote style="margin:16px 0;border-left:3px solid #e3e8e7;padding-left:14px">${lined(lines)}</blockquote>`,
});

/**
 * What leads on.
 * @param before what is said above it; where nothing is, the text (which has no button) says its label
 */
export const button = (label: string, link: string, { before }: { before?: string } = {}): LetterPart => ({
	text: `${before ?? `${label}:`}\n${link}`,
	html: `${before === undefined ? '' : `<p>${escapeHtml(before)}</p>`}<p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(label)}</a></p>`,
});

/** Parts in another language than the mail. */
export const inLanguage = (language: string, parts: readonly LetterPart[]): LetterPart => ({
	text: parts.map(({ text }) => text).join('\n\n'),
	html: `<div lang="${language}">${parts.map(({ html }) => html).join('')}</div>`,
});

/**
 * @param language of its reader, by its code
 * @param parts null: nothing is said there
 * @param width of the card, in pixels
 */
export const letterOf = (language: string, subject: string, parts: readonly (LetterPart | null)[], width = 440): Letter => {
	const whole = parts.filter((part) => part !== null);
	return {
		subject,
		text: `${whole.map(({ text }) => text).join('\n\n')}\n`,
		html: `<!doctype html><html lang="${language}"><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:${width}px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px;overflow-wrap:anywhere">${whole.map(({ html }) => html).join('')}</div></body></html>`,
	};
};
