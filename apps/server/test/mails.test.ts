/** What a stranger typed is never what a mail of ours begins with, and no link of theirs is in it: all templates, and the real way of one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { startApp } from './app.ts';

const t = await startApp();

const TYPED = 'Your account is locked, log in at https://evil.example/now or www.evil.example';
const OURS = 'https://luvalla.example/link';

interface Mail {
	subject: string;
	text: string;
	html: string;
}

const head = { size: 3, note: 'signed\n' };
const told = { customer: TYPED, address: OURS, keys: OURS, head, installationHead: null };
const check = { found: 1, findings: [{ kind: 'changed', position: 0, recordId: null, other: null }] };
const seen = { page: OURS, isNew: true, times: 1, source: null };
/** A scan of a site that calls its cookie so. */
const scanned = {
	counts: { before: 1, accept: 0, reject: 0, early: 1, late: 0, fresh: 1, gone: 0, findings: 1, pages: 1 },
	fresh: [{ kind: 'cookie', name: TYPED, host: 'shop.example', seen: { before: seen, accept: null, reject: null } }],
};
const [code, at] = ['123456', new Date(0)];

/** Every template, with what somebody else may have typed in each place for it. Host names and addresses of mail were judged as such. */
const WRITTEN: Readonly<Record<string, readonly unknown[]>> = {
	signInMail: [OURS, code],
	unknownAddressMail: [OURS],
	confirmMail: [code],
	assistedMail: ['admin@luvalla.example', at, at],
	inviteMail: [TYPED, TYPED, OURS],
	registrationMail: [TYPED, OURS],
	onboardedMail: [OURS],
	goneMail: ['shop.example', OURS],
	headsMail: [told],
	confirmWantedMail: [TYPED, OURS],
	newMail: ['shop.example', scanned, OURS],
	receiptMail: [TYPED, OURS],
	findingsMail: [TYPED, check, OURS],
	installationFindingsMail: ['luvalla.example', check, OURS],
	expiryMail: ['consent.example', at, OURS],
	licenceEndsMail: ['shop.example', '2026-12-31', 14, OURS],
	askingMail: ['olli@example.com', TYPED, OURS],
	addressMail: ['olli@example.com', TYPED, OURS],
	lowMail: [3_000_000, 20_000_000, OURS],
	waitsMail: [TYPED, OURS],
	reportMail: [
		{
			...{ report: 'consents', customer: TYPED, domain: 'shop.example', zone: 'Europe/Helsinki', from: at, to: at, before: at },
			...{ figures: [{ label: { en: 'Records', fi: 'Kirjauksia' }, kind: 'count', now: 1, before: 2 }], csv: true, link: OURS },
		},
	],
	feedbackMail: ['olli@example.com', '/customerdomains', TYPED, OURS],
	deletionMail: ['asked', 'shop.example', 'olli@example.com', OURS],
};
/** Written in both languages at once. */
const IN_BOTH = new Set(['assistedMail', 'installationFindingsMail']);

const templates = async (): Promise<Map<string, (...given: unknown[]) => Mail>> => {
	const wings = join(import.meta.dirname, '../src/wings');
	const files = readdirSync(wings, { recursive: true, encoding: 'utf8' }).filter((file) => /(^|[/-])mails?\.ts$/.test(file));
	const found = new Map<string, (...given: unknown[]) => Mail>();
	for (const file of files)
		for (const [name, write] of Object.entries(await import(join(wings, file))))
			if (name.endsWith('Mail')) found.set(name, write as (...given: unknown[]) => Mail);
	return found;
};

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? '';
const firstWords = (html: string): string => /<(?:p|h1)[^>]*>(.*?)<\/(?:p|h1)>/s.exec(html)?.[1] ?? html;

test('no template begins with what a stranger typed, or links where they say', async () => {
	const found = await templates();
	expect([...found.keys()].sort()).toEqual(Object.keys(WRITTEN).sort());
	for (const [name, write] of found)
		for (const language of ['en', 'fi']) {
			const mail = write(...(IN_BOTH.has(name) ? [] : [language]), ...(WRITTEN[name] ?? []));
			for (const part of [mail.subject, firstLine(mail.text), firstWords(mail.html)]) {
				expect([name, part]).toEqual([name, expect.not.stringContaining('locked')]);
				expect([name, part]).toEqual([name, expect.not.stringContaining('evil')]);
			}
			for (const part of [mail.text, mail.html]) expect([name, part]).toEqual([name, expect.not.stringMatching(/(https?:\/\/|www\.)evil/)]);
		}
});

test('whoever registers a company with a message as its name sends that message to nobody', async () => {
	const email = `bank-${newId()}@example.com`;
	const name = `Tili on lukittu, avaa https://evil.example/ ${'x'.repeat(100)}`;
	expect(
		(await t.send(null, 'POST', '/api/customer/register', { body: { name, email, primaryEmail: 'x', terms: true, language: 'fi' } }))
			.status,
	).toBe(200);
	const [mail] = await t.storage.inPlatform((tx) =>
		tx.query<{ subject: string; body_text: string; body_html: string }>(
			'select subject, body_text, body_html from mail where recipient = $1',
			[email],
		),
	);
	expect(mail?.subject).toBe('Vahvista yrityksesi rekisteröinti');
	expect(firstLine(mail?.body_text ?? '')).not.toContain('lukittu');
	expect(mail?.body_text).not.toContain('https://evil');
	// It is named all the same, below and cut, so that whoever did it knows what for.
	expect(mail?.body_text).toContain('”Tili on lukittu, avaa');
	expect(mail?.body_text).not.toContain('x'.repeat(90));
});
