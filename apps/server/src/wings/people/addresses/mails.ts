/** The mail that asks an address whether it belongs to somebody who is signed in with another one. */
import { ADDRESS_LINK_MINUTES } from '@luvalla/contract/people/addresses.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import type { Mail } from '#kernel/outbound/mail.ts';

const words = {
	en: {
		subject: (customer: string) => `Is this your address too? Your answers to ${customer}`,
		text: (who: string, customer: string) =>
			`Somebody who is signed in to Luvalla as ${who} says that this address is theirs too, and would like to see and change what was answered to ${customer} under it.`,
		button: 'Confirm this address',
		until: (who: string) =>
			`The link works for ${ADDRESS_LINK_MINUTES} minutes, and only where you are signed in as ${who}. If it was not you, ignore this mail: nothing is shown to anybody and nothing changes.`,
	},
	fi: {
		subject: (customer: string) => `Onko tämäkin osoite sinun? Vastauksesi: ${customer}`,
		text: (who: string, customer: string) =>
			`Joku, joka on kirjautunut Luvallaan osoitteella ${who}, ilmoittaa tämänkin osoitteen omakseen. Hän haluaa nähdä ja muuttaa vastaukset, jotka tällä osoitteella on annettu yritykselle ${customer}.`,
		button: 'Vahvista tämä osoite',
		until: (who: string) =>
			`Linkki toimii ${ADDRESS_LINK_MINUTES} minuuttia ja vain, kun olet kirjautuneena osoitteella ${who}. Jos se et ollut sinä, jätä viesti huomiotta: kenellekään ei näytetä mitään eikä mikään muutu.`,
	},
} as const;

/** `who` is the address signed in with. */
export const addressMail = (language: Language, who: string, customer: string, link: string): Omit<Mail, 'to'> => {
	const w = words[language];
	const [said, until] = [w.text(who, customer), w.until(who)];
	return {
		subject: w.subject(customer),
		text: `${said}\n\n${w.button}:\n${link}\n\n${until}\n`,
		html: `<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:440px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><p>${escapeHtml(said)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(w.button)}</a></p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(until)}</p></div></body></html>`,
	};
};
