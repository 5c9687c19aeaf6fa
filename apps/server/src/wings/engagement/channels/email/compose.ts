/**
 * A letter as bytes (RFC 5322, MIME), signed (RFC 6376). It is made a thousand times a second, and everything in it is ours, so it is
 * written here: two parts, quoted-printable, headers in a fixed order. Header values that come from people are encoded words or quoted;
 * nothing of them ends a line.
 */

import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';

export interface Letter {
	readonly from: { readonly name: string; readonly address: string };
	readonly replyTo: string | null;
	readonly to: string;
	readonly subject: string;
	readonly text: string | null;
	readonly html: string | null;
	readonly messageId: string;
	readonly date: Date;
	/** Where one press leaves the list (RFC 8058); null: a letter that belongs to no list. */
	readonly unsubscribe: { readonly url: string; readonly mailto: string | null } | null;
	/** Further headers of ours, in ASCII. */
	readonly also: readonly (readonly [string, string])[];
}

export interface Signing {
	readonly domain: string;
	readonly selector: string;
	readonly key: KeyObject;
}

const MOST_LINE = 76;
const [CR, LF, EQUALS, SPACE, TAB, DOT, BIG_F] = [13, 10, 61, 32, 9, 46, 70];
const DIGITS = Buffer.from('0123456789ABCDEF');
/** Bytes that stand for themselves wherever they are. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 33 && byte <= 126 && byte !== EQUALS ? 1 : 0));
/** Those, and blanks: bytes that stand for themselves within a line. */
const WITHIN = PLAIN.map((plain, byte) => (byte === SPACE || byte === TAB ? 1 : plain));

/** Written over by each content: what is kept of it is copied out, at a third of the size. */
let scratch = Buffer.allocUnsafe(0);

/** Quoted-printable (RFC 2045, 6.7): bytes of lines that no server has a reason to change. */
export const quotedPrintable = (content: string): Buffer => {
	const bytes = Buffer.from(content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content, 'utf8');
	// Three for each, and a soft end for every line of them.
	const most = Math.ceil(bytes.length * 3 * (1 + 3 / (MOST_LINE - 3))) + 8;
	if (scratch.length < most) scratch = Buffer.allocUnsafe(most);
	const out = scratch;
	let to = 0;
	let line = 0;
	for (let at = 0; at < bytes.length; at += 1) {
		if (line > 0) {
			// Most of a letter: within a line there is nothing to ask of it.
			const stop = Math.min(bytes.length - 1, at + MOST_LINE - 1 - line);
			const from = at;
			while (at < stop && WITHIN[bytes[at] ?? 0] === 1 && bytes[at + 1] !== LF) out[to++] = bytes[at++] ?? 0;
			line += at - from;
		}
		const byte = bytes[at] ?? 0;
		if (byte === LF) {
			out[to++] = CR;
			out[to++] = LF;
			line = 0;
			continue;
		}
		const next = bytes[at + 1];
		const ends = next === LF || next === undefined;
		const isBlank = byte === SPACE || byte === TAB;
		// A blank that ends a line, and a dot or 'From ' that begins one, are changed on their way by some.
		const isPlain = isBlank ? !ends : PLAIN[byte] === 1 && (line > 0 || (byte !== DOT && byte !== BIG_F));
		const width = isPlain ? 1 : 3;
		// The last of a line may stand where the sign of a soft end would.
		if (line + width > (ends ? MOST_LINE : MOST_LINE - 1)) {
			out[to++] = EQUALS;
			out[to++] = CR;
			out[to++] = LF;
			line = 0;
			// Judged again as the first of its line.
			at -= 1;
			continue;
		}
		if (isPlain) out[to++] = byte;
		else {
			out[to++] = EQUALS;
			out[to++] = DIGITS[byte >> 4] ?? 0;
			out[to++] = DIGITS[byte & 15] ?? 0;
		}
		line += width;
	}
	return Buffer.from(out.subarray(0, to));
};

const ASCII = /^[\x20-\x7e]*$/;
/** Words of a header, encoded where they are beyond ASCII (RFC 2047); an encoded word holds 45 bytes. */
export const headerWords = (words: string): string => {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
	const safe = words.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
	if (ASCII.test(safe) && !safe.includes('=?')) return safe;
	const parts: string[] = [];
	let part = '';
	for (const letter of safe) {
		if (Buffer.byteLength(part + letter) > 42) {
			parts.push(part);
			part = '';
		}
		part += letter;
	}
	parts.push(part);
	return parts.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
};

/** A name before an address. */
const phrase = (name: string): string => {
	const said = headerWords(name);
	return said.startsWith('=?') || /^[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]*$/.test(said) ? said : `"${said.replace(/["\\]/g, '\\$&')}"`;
};

const isAddress = /^[^\s<>,;:"()[\]\\]+@[^\s<>,;:"()[\]\\]+$/;

/** @throws TypeError where an address would change the header around it */
const address = (given: string): string => {
	if (!isAddress.test(given)) throw new TypeError(ownSentence('notAddress'));
	return given;
};

/** Long values are folded between words; a value of one word, as an address is, is never torn. */
const header = (name: string, value: string): string => {
	let line = `${name}:`;
	let out = '';
	for (const word of value.split(' ')) {
		if (line.length + 1 + word.length > 76 && line.trim() !== '' && line !== `${name}:`) {
			out += `${line}\r\n`;
			line = '';
		}
		line += ` ${word}`;
		// A value may bring folds of its own.
		const fold = line.lastIndexOf('\r\n');
		if (fold >= 0) {
			out += line.slice(0, fold + 2);
			line = line.slice(fold + 2);
		}
	}
	return out + line;
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');
const dateOf = (at: Date): string =>
	`${DAYS[at.getUTCDay()]}, ${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;

const ENDS = Buffer.from('\r\n');
const part = (boundary: string, type: string, content: string): Buffer[] => [
	Buffer.from(`--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`),
	quotedPrintable(content),
	ENDS,
];

/** Headers and body. */
const made = (letter: Letter): { headers: (readonly [string, string])[]; body: Buffer } => {
	const { from, to, text, html, unsubscribe } = letter;
	const headers: [string, string][] = [
		['From', `${phrase(from.name)} <${address(from.address)}>`],
		['To', address(to)],
		...(letter.replyTo === null ? [] : [['Reply-To', address(letter.replyTo)] satisfies [string, string]]),
		['Subject', headerWords(letter.subject)],
		['Date', dateOf(letter.date)],
		['Message-ID', `<${letter.messageId}>`],
		['MIME-Version', '1.0'],
		...(unsubscribe === null
			? []
			: ([
					['List-Unsubscribe', [unsubscribe.mailto && `<mailto:${unsubscribe.mailto}>`, `<${unsubscribe.url}>`].filter(Boolean).join(', ')],
					['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
				] satisfies [string, string][])),
		...letter.also.map(([name, value]): [string, string] => [name, value]),
	];
	if (text !== null && html !== null) {
		const boundary = `luvalla-${randomBytes(12).toString('hex')}`;
		headers.push(['Content-Type', `multipart/alternative; boundary="${boundary}"`]);
		return {
			headers,
			body: Buffer.concat([
				...part(boundary, 'text/plain', text),
				...part(boundary, 'text/html', html),
				Buffer.from(`--${boundary}--\r\n`),
			]),
		};
	}
	headers.push(
		['Content-Type', `${html === null ? 'text/plain' : 'text/html'}; charset=utf-8`],
		['Content-Transfer-Encoding', 'quoted-printable'],
	);
	return { headers, body: Buffer.concat([quotedPrintable(html ?? text ?? ''), ENDS]) };
};

/** Relaxed (RFC 6376, 3.4.2): a name in small letters, one space for any. */
const relaxedHeader = (name: string, value: string): string =>
	`${name.toLowerCase()}:${value
		.replace(/\r\n/g, '')
		.replace(/[\t ]+/g, ' ')
		.trim()}`;

/** Simple (3.4.3): as it is, with one end of a line at its end. No line of a quoted-printable body ends with a blank. */
const simpleBody = (body: Buffer): Buffer => {
	let end = body.length;
	while (end >= 4 && body.toString('latin1', end - 4, end) === '\r\n\r\n') end -= 2;
	return body.subarray(0, end);
};

/** Signed once more than they are there, also where they are not: nobody adds one afterwards (RFC 6376, 8.15). */
const SIGNED = [
	'from',
	'to',
	'cc',
	'reply-to',
	'subject',
	'date',
	'message-id',
	'mime-version',
	'content-type',
	'content-transfer-encoding',
	'list-unsubscribe',
	'list-unsubscribe-post',
	'feedback-id',
];

const signed = (data: string, key: KeyObject): Promise<string> =>
	new Promise((resolve, reject) => {
		// On a thread of its own: the others go on.
		sign('sha256', Buffer.from(data), key, (error, signature) => (error ? reject(error) : resolve(signature.toString('base64'))));
	});

const signatureOf = async (
	headers: readonly (readonly [string, string])[],
	body: Buffer,
	{ domain, selector, key }: Signing,
	at: Date,
): Promise<string> => {
	const hash = createHash('sha256').update(simpleBody(body)).digest('base64');
	const named = (name: string): (readonly [string, string])[] => headers.filter(([one]) => one.toLowerCase() === name);
	const names = SIGNED.flatMap((name) => [...named(name).map(() => name), name]);
	const unsigned = `v=1; a=rsa-sha256; c=relaxed/simple; d=${domain}; s=${selector}; t=${Math.floor(at.getTime() / 1000)}; h=${names.join(': ')}; bh=${hash}; b=`;
	// The last of a name first (5.4.2); one that is not there adds nothing.
	const covered = SIGNED.flatMap((name) =>
		named(name)
			.reverse()
			.map(([, value]) => `${relaxedHeader(name, value)}\r\n`),
	);
	const signature = await signed(covered.join('') + relaxedHeader('DKIM-Signature', unsigned), key);
	// Folds within b= are taken out again by whoever verifies.
	return header('DKIM-Signature', `${unsigned}${signature.replace(/.{70}/g, '$& ')}`);
};

/** The letter as it goes over the wire, without dots doubled. */
export const compose = async (letter: Letter, signing: Signing | null): Promise<Buffer> => {
	const { headers, body } = made(letter);
	const lines = headers.map(([name, value]) => header(name, value));
	if (signing) lines.unshift(await signatureOf(headers, body, signing, letter.date));
	return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
};
