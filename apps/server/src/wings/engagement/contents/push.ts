/**
 * What a phone shows of a push, out of a content of one text and one picture. Of a text of several lines the first is the title; else the
 * customer's name is. A line that is an address and nothing else is where a tap leads, and is not shown.
 */
import { randomBytes } from 'node:crypto';
import { cut } from '@luvalla/contract/well-formed.ts';
import type { Facts, Frozen, Links } from '../message.ts';
import { prepare } from './template.ts';

const MOST_TITLE = 200;

/** What the phone shows of a message, and where a tap leads. */
export interface Shown {
	readonly title: string;
	/** Empty where nothing is written. */
	readonly body: string;
	readonly link: string | null;
	readonly image: string | null;
}

/** Before an address that has a line to itself; fields of people may stand in it. */
const LINK_LINE = /^[ \t]*(?=[a-z][a-z0-9+.-]*:\/\/(?:\{\{[^\n{}]*\}\}|\{%[^\n{}]*%\}|[^\s{])+[ \t\r]*$)/gim;
/** Nothing that runs, or that reads what is on the phone. */
const CLOSED = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'content:', 'intent:', 'blob:', 'about:']);

/** Where a tap leads; null: it is no address that a phone should open. */
const linkOf = (written: string, links: Links): string | null => {
	if (!URL.canParse(written)) return null;
	const url = new URL(written);
	if (CLOSED.has(url.protocol)) return null;
	// An address of the app's own leads into the app, and past nobody else.
	return /^https?:$/.test(url.protocol) ? links.through(url.href, 0) : url.href;
};

/** Reads a message once for everybody who gets it. @throws TemplateFailed (of one person) */
export const shownMaker = (frozen: Frozen) => {
	// Found where it was written: what a person is called makes no line a link.
	const mark = randomBytes(12).toString('hex');
	const make = prepare({
		...frozen,
		languages: Object.fromEntries(
			Object.entries(frozen.languages).map(([language, one]) => [
				language,
				{ ...one, text: one.text?.replace(LINK_LINE, (blank) => `${blank}${mark}`) ?? null },
			]),
		),
	});
	return (language: string | null, facts: Facts, links: Links): Shown => {
		const { text, heroimage: image } = make(language, facts, links);
		const lines = (text ?? '').split('\n').map((line) => line.trim());
		const written = lines.find((line) => line.startsWith(mark))?.slice(mark.length);
		const whole = lines
			.filter((line) => !line.startsWith(mark))
			.join('\n')
			.replace(/\n{3,}/g, '\n\n')
			.trim();
		const end = whole.indexOf('\n');
		const name = facts.customer.name || facts.domain.name;
		return {
			title: cut(end < 0 ? name : whole.slice(0, end).trim(), MOST_TITLE),
			body: end < 0 ? whole : whole.slice(end).trim(),
			link: written === undefined ? null : linkOf(written, links),
			image,
		};
	};
};
