/** The mail that asks whether letters may be tried out on an address. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said, small } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';

const words = {
	en: {
		subject: 'May letters be tried out on you?',
		text: (who: string) =>
			`${who} would like to send letters to this address before they go to anybody else, to see how they look. Confirm it once, and such letters come; you can end that by a link in each of them.`,
		company: 'Company',
		button: 'Look at it and confirm',
		until: 'If you do not know what this is about, ignore this mail: nothing is sent.',
	},
	fi: {
		subject: 'Saako sinulle lähettää kokeiluviestejä?',
		text: (who: string) =>
			`${who} haluaa lähettää tähän osoitteeseen viestejä ennen muita nähdäkseen, miltä ne näyttävät. Kun vahvistat osoitteen kerran, viestejä tulee; voit lopettaa ne jokaisessa viestissä olevasta linkistä.`,
		company: 'Yritys',
		button: 'Katso ja vahvista',
		until: 'Jos et tiedä, mistä on kyse, jätä viesti huomiotta: mitään ei lähetetä.',
	},
} as const;

/** @param who the address of whoever asks */
export const askingMail = (language: Language, who: string, customer: string, link: string): Letter => {
	const w = words[language];
	return letterOf(language, w.subject, [
		said(w.text(who)),
		button(w.button, link),
		small(w.until),
		small(`${w.company}: ${quoted(language, customer)}`),
	]);
};
