/** The mail about feedback, for support; its answer goes to whoever wrote. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, quote, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { typedLines } from '#kernel/outbound/quoted.ts';

const words = {
	en: {
		subject: (who: string) => `Feedback from ${who}`,
		said: (who: string) =>
			`${who} sent feedback in Luvalla. What they wrote stands below, without its links. Answer this mail to answer them.`,
		page: 'Page',
		button: 'Open it in the list',
	},
	fi: {
		subject: (who: string) => `Palaute käyttäjältä ${who}`,
		said: (who: string) =>
			`${who} lähetti palautetta Luvallassa. Viesti on alla ilman linkkejä. Vastaa tähän viestiin, niin vastaus menee lähettäjälle.`,
		page: 'Sivu',
		button: 'Avaa palaute luettelossa',
	},
} as const;

/**
 * @param who the address of the account, which is confirmed
 * @param page a path of the portal; null: not known
 */
export const feedbackMail = (language: Language, who: string, page: string | null, message: string, link: string): Letter => {
	const w = words[language];
	return letterOf(language, w.subject(who), [
		said(w.said(who)),
		page === null ? null : said(`${w.page}: ${page}`),
		button(w.button, link),
		quote(typedLines(message)),
	]);
};
