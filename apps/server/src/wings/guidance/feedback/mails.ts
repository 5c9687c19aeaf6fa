/** The mail about feedback, for support; its answer goes to whoever wrote. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
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
export const feedbackMail = (language: Language, who: string, page: string | null, message: string, link: string) => {
	const w = words[language];
	const said = w.said(who);
	const lines = typedLines(message);
	const place = page === null ? [] : [`${w.page}: ${page}`];
	return {
		subject: w.subject(who),
		text: [said, '', ...place, `${w.button}:`, link, '', ...lines, ''].join('\n'),
		html: `<!doctype html><html lang="${language}"><body><p>${escapeHtml(said)}</p>${place.map((one) => `<p>${escapeHtml(one)}</p>`).join('')}<p><a href="${escapeHtml(link)}">${escapeHtml(w.button)}</a></p><blockquote>${lines.map(escapeHtml).join('<br>')}</blockquote></body></html>`,
	};
};
