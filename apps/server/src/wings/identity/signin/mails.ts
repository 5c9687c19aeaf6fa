/** The two mails of signing in: with exactly one link and one code, or with the news that nobody is known here. */

import { SIGN_IN_TTL_MINUTES } from '@luvalla/contract/constants.ts';
import type { Language } from '#kernel/http/errors.ts';
import { button, inLanguage, type LetterPart, letterOf, said, small, title } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

/** To be typed off. */
const codeOf = (code: string): LetterPart => ({
	text: code,
	html: `<p style="font:600 30px/40px ui-monospace,monospace;letter-spacing:.12em;margin:8px 0 20px">${code}</p>`,
});

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
	return letterOf(language, w.subject(code), [
		title(w.title),
		said(w.code),
		codeOf(code),
		button(w.button, link, { before: w.or }),
		small(w.until),
	]);
};

export const unknownAddressMail = (language: Language, publicUrl: string): Letter => {
	const w = words[language];
	return letterOf(language, w.unknownSubject, [title(w.unknownTitle), said(w.unknown(new URL(publicUrl).host))]);
};

/** A code alone: it is typed into the window that asks. */
export const confirmMail = (language: Language, code: string): Letter => {
	const w = words[language];
	return letterOf(language, w.confirmSubject(code), [title(w.confirmTitle), said(w.code), codeOf(code), small(w.confirmUntil)]);
};

const instant = (at: Date, locale: string): string =>
	new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at);

/** Told to a person afterwards: an admin acted in their name. In both languages, as the reader's is not known. */
export const assistedMail = (actor: string, from: Date, to: Date): Letter => {
	const en = `The platform admin ${actor} was signed in as you from ${instant(from, 'en-GB')} to ${instant(to, 'en-GB')} (UTC). Everything done in that time is in the activity log under both names.`;
	const fi = `Ylläpitäjä ${actor} oli kirjautuneena sinun nimissäsi ${instant(from, 'fi-FI')} – ${instant(to, 'fi-FI')} (UTC). Kaikki sinä aikana tehty on portaalin tapahtumissa molempien nimellä.`;
	return letterOf('en', 'An admin was signed in as you · Ylläpitäjä toimi nimissäsi', [
		title('An admin was signed in as you'),
		said(en),
		inLanguage('fi', [said(fi)]),
	]);
};
