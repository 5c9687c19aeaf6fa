/**
 * What a mail server or a mailbox provider reports of a letter: that it came back (RFC 3464, or the words of qmail and Exim), or that its
 * reader called it unwanted (RFC 5965). Whatever is neither says nothing: holiday notes come to the same address.
 */
import type { ParsedMail } from 'mailparser';
import { isGone, saysNobody } from '../codes.ts';

export type Report =
	/** It will never arrive there; or not this time. */
	| { readonly kind: 'hard' | 'soft'; readonly said: string }
	/** @property text the reported letter, as far as it was sent along */
	| { readonly kind: 'complaint'; readonly said: string; readonly text: string }
	/** A letter that somebody's mail program, or they themselves, sent: no machine's answer to a letter. */
	| { readonly kind: 'letter' }
	| { readonly kind: 'nothing' };

/** The letter that a report is about, or its headers. */
const ORIGINALS = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'];
/** What a mail of strangers may make us read: of its words, and of one part's headers, which are taken apart to the last address. */
const MOST_WORDS = 64 * 1024;
const LIMITS = { maxHtmlLengthToParse: 10_000, maxHeadSize: 64 * 1024 };

/** Groups of fields with an empty line between them; a line that begins with a space goes on with the one before. */
const fieldsOf = (text: string): ReadonlyMap<string, string>[] =>
	text
		.replace(/\r\n?/g, '\n')
		.replace(/\n[ \t]+/g, ' ')
		.split(/\n{2,}/)
		.slice(0, 200)
		.map(
			(group) =>
				new Map(
					group.split('\n').flatMap((line): [string, string][] => {
						const at = line.indexOf(':');
						return at <= 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
					}),
				),
		);

const bounceOf = (status: string): Report => {
	const failed = fieldsOf(status).filter((group) => group.has('action'));
	for (const group of failed) {
		const action = (group.get('action') ?? '').toLowerCase();
		const status = group.get('status') ?? '';
		const diagnostic = group.get('diagnostic-code') ?? '';
		const said = diagnostic || status;
		// Final for this letter; for the address only where that is what is said.
		if (action === 'failed' && isGone(diagnostic, status)) return { kind: 'hard', said };
		if (action === 'failed' || action === 'delayed') return { kind: 'soft', said };
	}
	return { kind: 'nothing' };
};

const textOf = (mail: ParsedMail, types: readonly string[]): string | null => {
	const part = mail.attachments.find(({ contentType }) => types.includes(contentType.toLowerCase()));
	return part ? part.content.toString('utf8') : null;
};

/** All that a report sent along, in whatever way it is written: encoded parts of it, too. */
const wholeOf = (raw: Buffer, mail: ParsedMail): string =>
	[raw, ...mail.attachments.map(({ content }) => content)].map((part) => part.toString('latin1')).join('\n\n');

/** Microsoft's older reports are no feedback reports: the letter as it was, from one sender, under one subject. */
const isJunkReport = (mail: ParsedMail): boolean =>
	/@(?:hotmail|outlook|microsoft|live)\./i.test(mail.from?.value[0]?.address ?? '') &&
	/^complaint about message from /i.test(mail.subject ?? '') &&
	textOf(mail, ORIGINALS) !== null;

const CODED = /\b[45]\.\d{1,3}\.\d{1,3}\b|\b[45]\d\d\b/;
/** What a refusal says in the words of a mail server that writes no report for machines: a full mailbox and a server that was away have no code either. */
const refusalOf = (words: string): Report => {
	const said = words.replace(/\s+/g, ' ').trim();
	return { kind: (CODED.test(said) ? isGone(said) : saysNobody(said)) ? 'hard' : 'soft', said: said.slice(0, MOST_SAID) };
};
const MOST_SAID = 500;

/** qmail's (https://cr.yp.to/proto/qsbmf.txt): a greeting, a paragraph for each recipient, and the letter below a line. */
const qsbmfOf = (words: string): Report | null => {
	if (!/^Hi\. This is the /.test(words)) return null;
	const [above = ''] = words.split(/^-/m);
	const [, said] = /^<[^>\n]*>:\n?((?:.+\n?)+)/m.exec(above) ?? [];
	return said === undefined ? null : refusalOf(said);
};

const INDENTED = /^[ \t]/;
/** A line with an address at its beginning. */
const ADDRESS = /^[ \t]+<?[^\s@<>]+@[^\s@<>]/;

/** Exim's: plain words, and a header that names whom it could not reach. Line by line: an expression over all of it costs its square. */
const eximOf = (mail: ParsedMail, words: string): Report | null => {
	if (!mail.headers.has('x-failed-recipients')) return null;
	const lines = words.split('\n');
	const copy = lines.findIndex((line) => line.startsWith('----') && /copy of (?:the|your) message/i.test(line));
	const above = copy < 0 ? lines : lines.slice(0, copy);
	// Behind the address, by itself on a line, stands what the other side said.
	const at = above.findIndex((line, n) => ADDRESS.test(line) && INDENTED.test(above[n + 1] ?? ''));
	if (at < 0) return refusalOf('');
	const rest = above.slice(at + 1);
	const end = rest.findIndex((line) => !INDENTED.test(line));
	return refusalOf((end < 0 ? rest : rest.slice(0, end)).join('\n'));
};

/** Answers that nobody wrote: the ways in which programs of the last thirty years say so. */
const AUTOMATIC = [
	...['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'x-autogenerated', 'x-mail-autoreply', 'x-autoreply-from'],
	...['x-fc-machinegenerated', 'x-post-messageclass', 'x-facebook-notify', 'list-id', 'feedback-id'],
];
const isAutomatic = ({ headers, headerLines }: ParsedMail): boolean => {
	const submitted = String(headers.get('auto-submitted') ?? 'no')
		.toLowerCase()
		.trim();
	return (
		!submitted.startsWith('no') ||
		/^\s*(?:auto[_-]?reply|bulk|junk|list)/i.test(String(headers.get('precedence') ?? '')) ||
		headerLines.some(({ key }) => AUTOMATIC.includes(key))
	);
};

const READING = {
	...LIMITS,
	keepDeliveryStatus: true,
	skipHtmlToText: true,
	skipTextToHtml: true,
	skipImageLinks: true,
	skipTextLinks: true,
};

/** Reads a report. @throws where it is no mail at all, or more than any report is */
export const readReport = async (raw: Buffer): Promise<Report> => {
	// Its tables of character sets are large, and most installations hear of nothing that came back for days.
	const { simpleParser } = await import('mailparser');
	const mail = await simpleParser(raw, READING);
	const feedback = textOf(mail, ['message/feedback-report']);
	if (feedback !== null) {
		const fields = fieldsOf(feedback).find((group) => group.has('feedback-type'));
		const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
		// `not-spam` takes a complaint back, and is none.
		if (!['abuse', 'fraud', 'opt-out', 'virus', 'other'].includes(type)) return { kind: 'nothing' };
		return {
			kind: 'complaint',
			said: [type, fields?.get('user-agent')].filter(Boolean).join(', '),
			text: wholeOf(raw, mail),
		};
	}
	if (isJunkReport(mail)) return { kind: 'complaint', said: 'abuse, JMRP', text: wholeOf(raw, mail) };
	const status = textOf(mail, ['message/delivery-status', 'message/global-delivery-status']);
	if (status !== null) return bounceOf(status);
	const words = (mail.text ?? '').slice(0, MOST_WORDS).replace(/\r\n?/g, '\n');
	const refusal = qsbmfOf(words) ?? eximOf(mail, words);
	if (refusal !== null) return refusal;
	return isAutomatic(mail) ? { kind: 'nothing' } : { kind: 'letter' };
};
