/** Why a start page did not open, as a stable word with what it is about. */
import { SnippetProblem } from '@luvalla/contract/consent/snippet.ts';
import { OutboundRefused } from '#kernel/outbound/guard.ts';
import { OutboundFailed } from '#kernel/outbound/http.ts';

/** The look itself found what is wrong: a status, or a redirect that is not followed. */
export class PageProblem extends Error {
	readonly problem: SnippetProblem;

	constructor(code: SnippetProblem['code'], about: string | null = null) {
		super(`${code} ${about ?? ''}`.trim());
		this.problem = { code, about };
	}
}

/** Words of the connection for what it can meet. */
const WORDS: Readonly<Record<string, SnippetProblem['code']>> = {
	circle: 'circle',
	slow: 'slow',
	too_large: 'too_large',
	ENOTFOUND: 'no_name',
	EAI_AGAIN: 'no_name',
	ECONNREFUSED: 'no_answer',
	ECONNRESET: 'no_answer',
	EHOSTUNREACH: 'no_answer',
	ENETUNREACH: 'no_answer',
	EPIPE: 'no_answer',
	ETIMEDOUT: 'slow',
};

/** @param error what ended the look */
export const problemOf = (error: Error): SnippetProblem => {
	if (error instanceof PageProblem) return error.problem;
	if (error instanceof OutboundRefused) return { code: 'not_public', about: null };
	const word = error instanceof OutboundFailed ? error.code : '';
	const known = WORDS[word];
	if (known) return { code: known, about: null };
	return /CERT|SIGNATURE|ERR_TLS|ERR_SSL/.test(word)
		? { code: 'certificate', about: word }
		: { code: 'other', about: word || error.message };
};

/** The column keeps it as JSON; what an earlier version wrote there is a sentence. */
export const readProblem = (detail: string | null): SnippetProblem | null => {
	if (detail === null) return null;
	return detail.startsWith('{') ? SnippetProblem.parse(JSON.parse(detail)) : { code: 'other', about: detail };
};
