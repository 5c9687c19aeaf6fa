import type { Language } from '../http/errors.ts';

const MOST = 80;

/** Nothing that a mail program makes a link of by its beginning. */
const unlinked = (typed: string): string => typed.replace(/[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\bmailto:/gi, '');

/** All of what somebody typed, line by line, for a mail that is about nothing else; it stands last and no link is in it. */
export const typedLines = (typed: string): string[] =>
	unlinked(typed.replace(/\r\n?/g, '\n').replace(/[^\S\n]|(?!\n)[\p{Cc}\p{Cf}]/gu, ' '))
		.trim()
		.split('\n');

/**
 * What somebody else typed, as a mail of ours may name it: in quotation marks, on one line, cut short, and nothing that a mail
 * program makes a link of by its beginning. Never in a subject or the first line: there it would speak for us.
 */
export const quoted = (language: Language, typed: string): string => {
	const plain = unlinked(typed.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')).trim();
	const letters = [...plain];
	const said =
		letters.length > MOST
			? `${letters
					.slice(0, MOST - 1)
					.join('')
					.trim()}…`
			: plain;
	return language === 'fi' ? `”${said}”` : `“${said}”`;
};
