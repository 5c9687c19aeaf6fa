/** The mail that asks an address whether it belongs to somebody who is signed in with another one. */
import { ADDRESS_LINK_MINUTES } from '@luvalla/contract/people/addresses.ts';
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said, small } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
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
export const addressMail = (language: Language, who: string, customer: string, link: string): Letter => {
	const w = words[language];
	return letterOf(language, w.subject, [
		said(w.text(who)),
		button(w.button, link),
		small(w.until(who)),
		small(`${w.company}: ${quoted(language, customer)}`),
	]);
};
