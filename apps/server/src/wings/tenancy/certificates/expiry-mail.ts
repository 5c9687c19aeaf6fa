/** The mail that says that a certificate ends soon and could not be renewed. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

const words = {
	en: {
		subject: (host: string) => `The certificate of ${host} ends soon`,
		text: (host: string, day: string) =>
			`The certificate of ${host} could not be renewed and ends on ${day}. After that browsers refuse the host, and banners and pages that are served from it stop. What is wrong with its records stands on the page of your custom domains.`,
		button: 'Look at the records',
	},
	fi: {
		subject: (host: string) => `Verkkotunnuksen ${host} varmenne vanhenee pian`,
		text: (host: string, day: string) =>
			`Verkkotunnuksen ${host} varmennetta ei saatu uusittua, ja se vanhenee ${day}. Sen jälkeen selaimet eivät avaa verkkotunnusta, ja siltä tarjoiltavat bannerit ja sivut lakkaavat toimimasta. Tietueiden viat näkyvät omien verkkotunnustesi sivulla.`,
		button: 'Katso tietueet',
	},
} as const;

/** @param host was judged as a host name when it was added */
export const expiryMail = (language: Language, host: string, notAfter: Date, link: string): Letter => {
	const w = words[language];
	const on = new Intl.DateTimeFormat(language === 'fi' ? 'fi-FI' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(notAfter);
	return letterOf(language, w.subject(host), [said(w.text(host, on)), button(w.button, link)]);
};
