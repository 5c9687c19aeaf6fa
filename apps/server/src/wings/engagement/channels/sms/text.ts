/** The text of one person: what was written, its links short and ours, and at its end a way out where it says none. */
import type { Kernel } from '#kernel/kernel.ts';
import type { Links, Made } from '../../message.ts';
import { shortOf } from '../../tracking/short.ts';
import { type SmsParts, smsOf } from './parts.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Who a text is from where it goes. */
export interface From {
	/** A number, or a name, which nobody can answer. */
	readonly from: string;
	/** The number that is answered where the sender is a name; '': there is none. */
	readonly answer: string;
}

export interface Text extends SmsParts {
	readonly text: string;
	/** Long addresses of ours that stand in it as short ones. */
	readonly shortened: readonly { readonly code: string; readonly path: string }[];
}

const LINK = /https?:\/\/[^\s<>"'\u00a0]+/g;
/** Whether it ends with a sign of the sentence around it; a bracket that it opened itself is its own. */
const endsWithMore = (url: string): boolean =>
	/[.,;:!?\]]$/.test(url) || (url.endsWith(')') && url.split(')').length > url.split('(').length);

const WORDS = {
	en: { answer: 'Stop: reply STOP', number: (to: string) => `Stop: text STOP to ${to}`, link: (to: string) => `Stop: ${to}` },
	fi: { answer: 'Peru: vastaa PERU', number: (to: string) => `Peru: PERU numeroon ${to}`, link: (to: string) => `Peru: ${to}` },
} as const;

const wordsOf = (language: string): (typeof WORDS)['en' | 'fi'] => (language === 'fi' ? WORDS.fi : WORDS.en);

/** As an author writes them: in capitals, so that *stop by our shop* is none. */
const SAYS_STOP = new RegExp(`(?<!\\p{L})(?:${STOP_WORDS.filter((word) => !word.includes(' ')).join('|')})(?!\\p{L})`, 'gu');

/** Whether nobody can answer to it. */
export const isName = (from: string): boolean => /[A-Za-z]/.test(from) && !/^MG[0-9a-f]{32}$/.test(from);

const wayOut = (language: string, { from, answer }: From, unsubscribe: string): string => {
	const words = wordsOf(language);
	if (!isName(from)) return words.answer;
	return answer === '' ? words.link(unsubscribe) : words.number(answer);
};

/**
 * @param made for them. Its own words and addresses count: who is called *Stop* says no way out, and who is called as an address no link
 * @param isTransactional it needs no way out: nobody can leave it
 */
export const textOf = (
	parts: Pick<Kernel, 'secrets' | 'settings'>,
	customerId: number,
	{ text: made, own = '', addresses = [], language }: Pick<Made, 'text' | 'own' | 'addresses' | 'language'>,
	links: Links,
	from: From,
	isTransactional: boolean,
): Text => {
	const { publicUrl } = parts.settings;
	const shortened: { code: string; path: string }[] = [];
	const short = (url: string): string => {
		// Looked at or tried out without links that are somebody's own, they stay as they are.
		if (!url.startsWith(`${publicUrl}/`) || url.startsWith(`${publicUrl}/u/trial`)) return url;
		const made = shortOf(parts, customerId, url);
		shortened.push(made);
		return made.short;
	};
	const ours = new Set([links.unsubscribe, links.why, links.preferences]);
	let place = 0;
	const written = made ?? '';
	const begins = written.length - written.trimStart().length;
	const said = written.trim().replace(LINK, (found, at: number) => {
		let url = found;
		while (endsWithMore(url)) url = url.slice(0, -1);
		if (!ours.has(url) && !addresses.includes(begins + at)) return found;
		return `${short(ours.has(url) ? url : links.through(url, place++))}${found.slice(url.length)}`;
	});
	const stops = own.match(SAYS_STOP) ?? [];
	const has = isTransactional || [links.unsubscribe, ...stops].some((way) => written.includes(way));
	const text = has ? said : `${said}\n${wayOut(language, from, short(links.unsubscribe))}`;
	return { text, shortened: shortened.filter(({ code }) => text.includes(code)), ...smsOf(text) };
};
