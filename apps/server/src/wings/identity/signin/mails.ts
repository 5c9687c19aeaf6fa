/** The two mails of signing in: with exactly one link and one code, or with the news that nobody is known here. */

import { SIGN_IN_TTL_MINUTES } from '@luvalla/contract/constants.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

const page = (title: string, body: string): string =>
	`<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:440px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><h1 style="margin:0 0 12px;font-size:22px;line-height:30px">${escapeHtml(title)}</h1>${body}</div></body></html>`;

const words = {
	en: {
		subject: (code: string) => `${code} is your Luvalla sign-in code`,
		title: 'Sign in to Luvalla',
		code: 'Type this code in the window where you asked for it:',
		or: 'Or sign in on this device with the link:',
		button: 'Sign in',
		until: `Both work for ${SIGN_IN_TTL_MINUTES} minutes, and using one ends the other. If you did not ask for this, do nothing.`,
		confirmSubject: (code: string) => `${code} confirms that it is you`,
		confirmTitle: 'Confirm that it is you',
		confirmUntil: `It works for ${SIGN_IN_TTL_MINUTES} minutes. If you did not ask for this, somebody may be using your session: sign out everywhere.`,
		unknownSubject: 'Signing in to Luvalla',
		unknownTitle: 'Nobody with this address yet',
		unknown: (where: string) =>
			`Someone, perhaps you, tried to sign in at ${where} with this address, but no account has it. Try the address you were invited with, or ask the person who looks after your company’s account to invite you. If it was not you, do nothing.`,
	},
	fi: {
		subject: (code: string) => `${code} on Luvallan kirjautumiskoodisi`,
		title: 'Kirjaudu Luvallaan',
		code: 'Kirjoita koodi ikkunaan, jossa pyysit sitä:',
		or: 'Tai kirjaudu tällä laitteella linkistä:',
		button: 'Kirjaudu',
		until: `Kumpikin toimii ${SIGN_IN_TTL_MINUTES} minuuttia, ja toisen käyttäminen päättää toisen. Jos et pyytänyt tätä, sinun ei tarvitse tehdä mitään.`,
		confirmSubject: (code: string) => `${code} vahvistaa, että olet sinä`,
		confirmTitle: 'Vahvista, että olet sinä',
		confirmUntil: `Koodi toimii ${SIGN_IN_TTL_MINUTES} minuuttia. Jos et pyytänyt tätä, joku voi käyttää istuntoasi: kirjaudu ulos kaikkialta.`,
		unknownSubject: 'Kirjautuminen Luvallaan',
		unknownTitle: 'Tällä osoitteella ei ole vielä tiliä',
		unknown: (where: string) =>
			`Joku, ehkä sinä, yritti kirjautua osoitteessa ${where} tällä sähköpostiosoitteella, mutta sillä ei ole tiliä. Kokeile osoitetta, johon sait kutsun, tai pyydä kutsu henkilöltä, joka hoitaa yrityksesi tiliä. Jos et ollut sinä, sinun ei tarvitse tehdä mitään.`,
	},
} as const;

export const signInMail = (language: Language, link: string, code: string): Letter => {
	const w = words[language];
	return {
		subject: w.subject(code),
		text: `${w.title}\n\n${w.code}\n\n${code}\n\n${w.or}\n${link}\n\n${w.until}\n`,
		html: page(
			w.title,
			`<p>${w.code}</p><p style="font:600 30px/40px ui-monospace,monospace;letter-spacing:.12em;margin:8px 0 20px">${code}</p><p>${w.or}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${w.button}</a></p><p style="color:#4c5957;font-size:14px;line-height:20px">${w.until}</p>`,
		),
	};
};

export const unknownAddressMail = (language: Language, publicUrl: string): Letter => {
	const w = words[language];
	const said = w.unknown(new URL(publicUrl).host);
	return { subject: w.unknownSubject, text: `${w.unknownTitle}\n\n${said}\n`, html: page(w.unknownTitle, `<p>${escapeHtml(said)}</p>`) };
};

/** A code alone: it is typed into the window that asks. */
export const confirmMail = (language: Language, code: string): Letter => {
	const w = words[language];
	return {
		subject: w.confirmSubject(code),
		text: `${w.confirmTitle}\n\n${w.code}\n\n${code}\n\n${w.confirmUntil}\n`,
		html: page(
			w.confirmTitle,
			`<p>${w.code}</p><p style="font:600 30px/40px ui-monospace,monospace;letter-spacing:.12em;margin:8px 0 20px">${code}</p><p style="color:#4c5957;font-size:14px;line-height:20px">${w.confirmUntil}</p>`,
		),
	};
};

const instant = (at: Date, locale: string): string =>
	new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);

/** Told to a person afterwards: an admin acted in their name. In both languages, as the reader's is not known. */
export const assistedMail = (actor: string, from: Date, to: Date): Letter => {
	const en = `The platform admin ${actor} was signed in as you from ${instant(from, 'en-GB')} to ${instant(to, 'en-GB')} (UTC). Everything done in that time is in the activity log under both names.`;
	const fi = `Ylläpitäjä ${actor} oli kirjautuneena sinun nimissäsi ${instant(from, 'fi-FI')} – ${instant(to, 'fi-FI')} (UTC). Kaikki sinä aikana tehty on toimintalokissa molempien nimellä.`;
	return {
		subject: 'An admin was signed in as you · Ylläpitäjä toimi nimissäsi',
		text: `${en}\n\n${fi}\n`,
		html: page('An admin was signed in as you', `<p>${escapeHtml(en)}</p><p lang="fi">${escapeHtml(fi)}</p>`),
	};
};
