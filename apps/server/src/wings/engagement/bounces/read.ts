/**
 * What a mail server or a mailbox provider reports of a letter: that it came back (RFC 3464), or that its reader called it unwanted
 * (RFC 5965). Whatever is neither says nothing: holiday notes come to the same address.
 */
import { type ParsedMail, simpleParser } from 'mailparser';

export type Report =
	/** It will never arrive there; or not this time. */
	| { readonly kind: 'hard' | 'soft'; readonly said: string }
	/** @property text the reported letter, as far as it was sent along */
	| { readonly kind: 'complaint'; readonly said: string; readonly text: string }
	/** A letter that somebody's mail program, or they themselves, sent: no machine's answer to a letter. */
	| { readonly kind: 'letter' }
	| { readonly kind: 'nothing' };

const MOST_SAID = 500;
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

/** Refusals that speak of who sends, or of a full mailbox, though they are final for this letter: the next one may arrive. */
const PASSING = /^5\.(7\.\d+|2\.2)$/;

const bounceOf = (status: string): Report => {
	const failed = fieldsOf(status).filter((group) => group.has('action'));
	for (const group of failed) {
		const action = (group.get('action') ?? '').toLowerCase();
		const code = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(group.get('status') ?? '');
		const said = (group.get('diagnostic-code') ?? group.get('status') ?? '').slice(0, MOST_SAID);
		if (action === 'failed' && code?.[1] === '5' && !PASSING.test(code[0])) return { kind: 'hard', said };
		if (action === 'failed' || action === 'delayed') return { kind: 'soft', said };
	}
	return { kind: 'nothing' };
};

const textOf = (mail: ParsedMail, types: readonly string[]): string | null => {
	const part = mail.attachments.find(({ contentType }) => types.includes(contentType.toLowerCase()));
	return part ? part.content.toString('utf8') : null;
};

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
		const [fields] = fieldsOf(feedback);
		const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
		// `not-spam` takes a complaint back, and is none.
		if (!['abuse', 'fraud', 'opt-out', 'virus', 'other'].includes(type)) return { kind: 'nothing' };
		return {
			kind: 'complaint',
			said: [type, fields?.get('user-agent')].filter(Boolean).join(', ').slice(0, MOST_SAID),
			text: raw.toString('latin1'),
		};
	}
	const status = textOf(mail, ['message/delivery-status', 'message/global-delivery-status']);
	if (status !== null) return bounceOf(status);
	const automatic = String(mail.headers.get('auto-submitted') ?? 'no').toLowerCase();
	const machine = automatic !== 'no' || mail.headers.has('x-autoreply') || mail.headers.has('x-autorespond');
	return machine ? { kind: 'nothing' } : { kind: 'letter' };
};
