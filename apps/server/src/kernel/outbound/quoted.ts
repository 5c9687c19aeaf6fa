import type { Language } from '../http/errors.ts';

const MOST = 80;

/**
 * What somebody else typed, as a mail of ours may name it: in quotation marks, on one line, cut short, and nothing that a mail
 * program makes a link of by its beginning. Never in a subject or the first line: there it would speak for us.
 */
export const quoted = (language: Language, typed: string): string => {
	const plain = typed
		.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
		.replace(/[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\bmailto:/gi, '')
		.trim();
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
