/**
 * What a mail server or a mailbox provider reports of a letter: that it came back (RFC 3464), or that its reader called it unwanted
 * (RFC 5965). Whatever is neither says nothing: holiday notes come to the same address.
 */
import { type ParsedMail, simpleParser } from 'mailparser';
import { isGone } from '../channels/email/codes.ts';

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
const MOST_HTML = 10_000;

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

/** Reads a report. @throws where it is no mail at all */
export const readReport = async (raw: Buffer): Promise<Report> => {
	const mail = await simpleParser(raw, {
		keepDeliveryStatus: true,
		skipHtmlToText: true,
		skipTextToHtml: true,
		skipImageLinks: true,
		skipTextLinks: true,
		maxHtmlLengthToParse: MOST_HTML,
	});
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
	const automatic = String(mail.headers.get('auto-submitted') ?? 'no').toLowerCase();
	const machine = automatic !== 'no' || mail.headers.has('x-autoreply') || mail.headers.has('x-autorespond');
	return machine ? { kind: 'nothing' } : { kind: 'letter' };
};
