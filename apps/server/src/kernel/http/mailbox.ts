/** `/mailbox`: the mails of an installation without an SMTP server. Local only, with the key printed at the start. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { listMails, type MailRow } from '#kernel/outbound/mail.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { languageOf } from './calls.ts';
import type { Cookies } from './cookies.ts';
import { type Language, refuse } from './errors.ts';
import { escapeHtml } from './html.ts';
import { LOOK, MARK } from './look.ts';

export const mailboxKey = (secrets: Secrets): string => secrets.derive('mailbox').toString('base64url').slice(0, 24);

const SHOWN = 100;
const KEPT_SECONDS = 24 * 3600;

const words = {
	en: {
		title: 'Mailbox',
		none: 'No mails yet',
		hint: 'Mails land here because no SMTP server is set.',
		from: 'From',
		to: 'To',
		back: 'All mails',
		body: 'The mail',
	},
	fi: {
		title: 'Postilaatikko',
		none: 'Ei vielä viestejä',
		hint: 'Viestit tulevat tänne, koska SMTP-palvelinta ei ole asetettu.',
		from: 'Lähettäjä',
		to: 'Vastaanottaja',
		back: 'Kaikki viestit',
		body: 'Viesti',
	},
} as const;

const when = (at: Date, language: Language): string =>
	new Intl.DateTimeFormat(language === 'fi' ? 'fi-FI' : 'en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' }).format(at);

const framed = (
	language: Language,
	title: string,
	main: string,
): string => `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Luvalla</title><link rel="stylesheet" href="/mailbox/style.css"></head><body>
<header><span class="mark">${MARK}Luvalla</span></header>
<main>${main}</main></body></html>`;

const list = (mails: readonly MailRow[], mailFrom: string, language: Language): string => {
	const w = words[language];
	const rows = mails.map(
		(mail) =>
			`<li><a href="/mailbox/${mail.id}"><b>${escapeHtml(mail.subject)}</b><span>${w.from}: ${escapeHtml(mail.sender ?? mailFrom)} · ${w.to}: ${escapeHtml(mail.recipient)}</span><time>${when(mail.createdAt, language)}</time></a></li>`,
	);
	return framed(
		language,
		w.title,
		`<h1>${w.title}</h1><p>${w.hint}</p>${rows.length === 0 ? `<p class="none">${w.none}</p>` : `<ul>${rows.join('')}</ul>`}`,
	);
};

const one = (mail: MailRow, mailFrom: string, language: Language): string => {
	const w = words[language];
	// The mail is drawn without scripts; its link opens in this window, where the person signs in.
	return framed(
		language,
		mail.subject,
		`<p><a href="/mailbox">${w.back}</a></p><h1>${escapeHtml(mail.subject)}</h1><p>${w.from}: ${escapeHtml(mail.sender ?? mailFrom)}<br>${w.to}: ${escapeHtml(mail.recipient)} · ${when(mail.createdAt, language)}</p>
<iframe title="${w.body}" sandbox="allow-top-navigation-by-user-activation allow-popups" srcdoc="${escapeHtml((mail.bodyHtml ?? '').replace(/<html[^>]*>/i, '$&<head><base target="_top"></head>'))}"></iframe>`,
	);
};

const STYLE = `${LOOK}
body{font-size:14px;line-height:21px}header{padding:14px 24px}main{max-width:860px;margin:0 auto 32px;padding:24px 32px 32px;background:var(--s);border:1px solid var(--l);border-radius:12px}
h1{font-size:22px;line-height:30px}p{margin:0 0 16px;color:var(--q)}ul{list-style:none;margin:0;padding:0}li{border-top:1px solid var(--l)}
li a{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:12px 8px;color:inherit}li a:hover{background:var(--h);text-decoration:none}li b{font-weight:600}li span{grid-column:1/-1;grid-row:2}li span,time{color:var(--q);font-size:13px;line-height:18px}
iframe{display:block;width:100%;height:calc(100vh - 250px);min-height:520px;border:1px solid var(--l);border-radius:8px;background:#f4f6f5}.none{padding:32px 0;text-align:center}`;

/** The letters bring styles of their own. */
const POLICY = `default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; frame-src 'self'; img-src 'self' data:; frame-ancestors 'none'`;

export interface MailboxParts {
	readonly settings: Settings;
	readonly storage: Storage;
	readonly secrets: Secrets;
	readonly cookies: Cookies;
}

/** Registered only without SMTP and with a local PUBLIC_URL. */
export const registerMailbox = (app: FastifyInstance, { settings: { mailFrom }, storage, secrets, cookies }: MailboxParts): void => {
	const key = Buffer.from(mailboxKey(secrets));
	const fits = (given: string | null | undefined): boolean =>
		typeof given === 'string' && given.length === key.length && timingSafeEqual(Buffer.from(given), key);

	/** Null when the request was redirected to swap its key for a cookie. */
	const allowed = (request: FastifyRequest, reply: FastifyReply): boolean => {
		// Whoever comes through a proxy is not on this machine.
		if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) throw refuse('not_allowed');
		const given = z.object({ key: z.string().optional() }).safeParse(request.query).data?.key;
		if (fits(given)) {
			cookies.set(reply, 'mailbox', String(given), { path: '/mailbox', maxAgeSeconds: KEPT_SECONDS });
			reply.redirect(request.url.split('?')[0] ?? '/mailbox');
			return false;
		}
		if (!fits(cookies.get(request, 'mailbox'))) throw refuse('not_allowed');
		return true;
	};
	const send = (reply: FastifyReply, page: string) =>
		reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('cache-control', 'no-store')
			.header('content-security-policy', POLICY)
			.send(page);

	app.get('/mailbox', async (request, reply) => {
		if (!allowed(request, reply)) return reply;
		return send(reply, list(await storage.inPlatform((tx) => listMails(tx, SHOWN)), mailFrom, languageOf(request)));
	});
	app.get('/mailbox/style.css', async (_request, reply) => reply.header('content-type', 'text/css; charset=utf-8').send(STYLE));
	app.get('/mailbox/:id', async (request, reply) => {
		if (!allowed(request, reply)) return reply;
		const { id } = z.object({ id: z.string() }).parse(request.params);
		const mail = (await storage.inPlatform((tx) => listMails(tx, SHOWN))).find((row) => row.id === id);
		if (!mail) throw refuse('not_found');
		return send(reply, one(mail, mailFrom, languageOf(request)));
	});
};
