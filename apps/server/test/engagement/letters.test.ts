/** Letters as bytes, read and verified by libraries of others. */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { compose, type Letter, quotedPrintable } from '../../src/wings/engagement/channels/email/compose.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signing = { domain: 'aalto.example', selector: 'luvalla', key: privateKey };
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const letter = (over: Partial<Letter> = {}): Letter => ({
	from: { name: 'Aalto, "klubi" äö', address: 'klubi@aalto.example' },
	replyTo: null,
	to: 'anna@example.com',
	subject: 'Hello',
	text: 'Hello\n',
	html: '<p>Hello</p>',
	messageId: 'id@aalto.example',
	date: new Date('2026-11-23T10:00:00Z'),
	unsubscribe: { url: `https://luvalla.example/u/${'a'.repeat(56)}`, mailto: `u-${'b'.repeat(56)}@bounce.aalto.example` },
	also: [],
	...over,
});

const verified = async (raw: Buffer) => {
	const { results } = await dkimVerify(raw, { resolver: async () => [[record]] });
	const [one] = results as { status: { result: string }; signingHeaders: { keys: string } }[];
	return { result: one?.status.result, over: one?.signingHeaders.keys.toLowerCase() ?? '' };
};

const LONG = `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`;

describe('The signature', () => {
	test.each([
		['an ordinary letter', {}],
		['a recipient whose address is longer than a line', { to: LONG }],
		[
			'an address of leaving that is longer than a line',
			{ unsubscribe: { url: `https://luvalla.example/u/${'a'.repeat(300)}`, mailto: null } },
		],
		['a subject of many words beyond ASCII', { subject: 'Hyvää äitienpäivää kaikille '.repeat(12) }],
		['lines that servers like to change', { text: '.\nFrom x\n  two  spaces  \n\n\n', html: '<p>.</p>\n.\nFrom  \t\n\n' }],
	] as const)('of %s is right, over both headers of leaving', async (_, over) => {
		const { result, over: covered } = await verified(await compose(letter(over), signing));
		expect(result).toBe('pass');
		expect(covered).toContain('list-unsubscribe:');
		expect(covered).toContain('list-unsubscribe-post');
	});

	test('is wrong when anything that it covers is changed', async () => {
		const raw = (await compose(letter(), signing)).toString();
		for (const changed of [raw.replace('/u/aaa', '/u/aab'), raw.replace('One-Click', 'One-Clack'), raw.replace('<p>Hello', '<p>Hallo')])
			expect((await verified(Buffer.from(changed))).result).not.toBe('pass');
	});
});

describe('A header that is put above a signed letter', () => {
	test.each([
		'From: Bank <ceo@bank.example>',
		'To: somebody@else.example',
		'Cc: somebody@else.example',
		'Reply-To: evil@bank.example',
		'Subject: Your account',
		'Date: Mon, 23 Nov 2026 11:00:00 +0000',
		'Message-ID: <other@bank.example>',
		'Content-Type: text/html',
		'Content-Transfer-Encoding: base64',
		'List-Unsubscribe: <https://evil.example/>',
		'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
		'Feedback-ID: other:aalto.example',
	])('breaks the signature: %s', async (line) => {
		for (const over of [
			{},
			{ unsubscribe: null },
			{ also: [['Feedback-ID', 'campaign:aalto.example']] as const, replyTo: 'klubi@aalto.example' },
		]) {
			const raw = (await compose(letter(over), signing)).toString();
			expect((await verified(Buffer.from(raw))).result).toBe('pass');
			expect((await verified(Buffer.from(`${line}\r\n${raw}`))).result).not.toBe('pass');
		}
	});
});

describe('The letter', () => {
	test('is read as it was written, whatever is in it', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.string({ unit: 'grapheme', maxLength: 400 }),
				fc.string({ unit: 'grapheme', maxLength: 60 }),
				async (content, subject) => {
					const text = `${content.replace(/\r\n?/g, '\n').toWellFormed().replaceAll('\0', '')}.`;
					const read = await simpleParser(await compose(letter({ text, html: null, subject }), null));
					expect(read.text?.replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
				},
			),
			{ numRuns: 200 },
		);
	});

	test('keeps every line within what servers take', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (content) => {
				const lines = quotedPrintable(content).toString('latin1').split('\r\n');
				for (const line of lines) {
					expect(line.length).toBeLessThanOrEqual(76);
					expect(line).not.toMatch(/[ \t]$|^\.|^From|[^\t\x20-\x7e]/);
				}
			}),
		);
	});

	test('has no header that a name or a subject brought', async () => {
		const raw = (
			await compose(
				letter({
					subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\nBody',
					from: { name: 'Klubi\r\nX-Evil: yes', address: 'klubi@aalto.example' },
				}),
				null,
			)
		).toString();
		const { headers } = await simpleParser(raw);
		expect([headers.has('bcc'), headers.has('x-evil')]).toEqual([false, false]);
		expect(headers.get('subject')).toBe('Hello  Bcc: everybody@example.com    Body'.replace(/ +/g, ' '));
	});

	test('is not made for an address that would change its headers', async () => {
		for (const to of ['a@b.example>\r\nBcc: x@y.example', 'a@b.example, c@d.example', 'a b@c.example', '<a@b.example>'])
			await expect(compose(letter({ to }), null)).rejects.toThrow('This is not an address.');
	});
});
