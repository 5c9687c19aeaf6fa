/** The mail that asks an address whether it belongs to somebody who is signed in with another one. */
import { ADDRESS_LINK_MINUTES } from '@luvalla/contract/people/addresses.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import type { Mail } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';

const words = {
	en: {
		subject: 'Is this your address too?',
		text: (who: string) =>
			`Somebody who is signed in to Luvalla as ${who} says that this address is theirs too, and would like to see and change what was answered under it to the company named below.`,
		company: 'Company',
		button: 'Confirm this address',
		until: (who: string) =>
			`The link works for ${ADDRESS_LINK_MINUTES} minutes, and only where you are signed in as ${who}. If it was not you, ignore this mail: nothing is shown to anybody and nothing changes.`,
	},
	fi: {
		subject: 'Onko tämäkin osoite sinun?',
		text: (who: string) =>
			`Joku, joka on kirjautunut Luvallaan osoitteella ${who}, ilmoittaa tämänkin osoitteen omakseen. Hän haluaa nähdä ja muuttaa vastaukset, jotka tällä osoitteella on annettu alla mainitulle yritykselle.`,
		company: 'Yritys',
		button: 'Vahvista tämä osoite',
		until: (who: string) =>
			`Linkki toimii ${ADDRESS_LINK_MINUTES} minuuttia ja vain, kun olet kirjautuneena osoitteella ${who}. Jos se et ollut sinä, jätä viesti huomiotta: kenellekään ei näytetä mitään eikä mikään muutu.`,
	},
} as const;

/** `who` is the address signed in with. */
export const addressMail = (language: Language, who: string, customer: string, link: string): Omit<Mail, 'to'> => {
	const w = words[language];
	const [said, until, company] = [w.text(who), w.until(who), `${w.company}: ${quoted(language, customer)}`];
	return {
		subject: w.subject,
		text: `${said}\n\n${w.button}:\n${link}\n\n${until}\n\n${company}\n`,
		html: `<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:440px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><p>${escapeHtml(said)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(w.button)}</a></p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(until)}</p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(company)}</p></div></body></html>`,
	};
};
