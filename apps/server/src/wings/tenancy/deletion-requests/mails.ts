/** The mails about a request to delete a domain: it was asked, and what became of it. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

const words = {
	en: {
		asked: {
			subject: (host: string) => `Somebody asks to delete ${host}`,
			text: (host: string, who: string) =>
				`${who} asks that ${host} is deleted with everything of it: people known only there, campaigns, segments, contents and banners. A platform admin decides. Whoever does not want it takes the request back on the page of your domains.`,
		},
		processed: {
			subject: (host: string) => `${host} will be deleted`,
			text: (host: string, when: string) =>
				`The request to delete ${host} was processed. Nothing is served or sent for it any more, and everything of it is erased after ${when}. Until then a platform admin can bring it back.`,
		},
		declined: {
			subject: (host: string) => `${host} stays`,
			text: (host: string, answer: string) =>
				`The request to delete ${host} was declined, and nothing of it changed.${answer === '' ? '' : ` “${answer}”`}`,
		},
		cancelled: {
			subject: (host: string) => `${host} is back`,
			text: (host: string, answer: string) =>
				`${host} was brought back before anything of it was erased.${answer === '' ? '' : ` “${answer}”`}`,
		},
		button: 'See your domains',
	},
	fi: {
		asked: {
			subject: (host: string) => `Verkkotunnuksen ${host} poistamista pyydetään`,
			text: (host: string, who: string) =>
				`${who} pyytää, että ${host} poistetaan kaikkine tietoineen: henkilöt, jotka tunnetaan vain siellä, kampanjat, segmentit, sisällöt ja bannerit. Alustan ylläpitäjä päättää. Jos ette halua sitä, perukaa pyyntö verkkotunnustenne sivulla.`,
		},
		processed: {
			subject: (host: string) => `${host} poistetaan`,
			text: (host: string, when: string) =>
				`Pyyntö poistaa ${host} on käsitelty. Sen puolesta ei enää näytetä eikä lähetetä mitään, ja kaikki sen tiedot poistetaan ${when} jälkeen. Siihen asti alustan ylläpitäjä voi palauttaa sen.`,
		},
		declined: {
			subject: (host: string) => `${host} jää ennalleen`,
			text: (host: string, answer: string) =>
				`Pyyntö poistaa ${host} hylättiin, eikä mikään muuttunut.${answer === '' ? '' : ` ”${answer}”`}`,
		},
		cancelled: {
			subject: (host: string) => `${host} on palautettu`,
			text: (host: string, answer: string) => `${host} palautettiin, ennen kuin mitään poistettiin.${answer === '' ? '' : ` ”${answer}”`}`,
		},
		button: 'Katso verkkotunnukset',
	},
} as const;

/** @param about who asked, when it is erased, or why it was declined */
export const deletionMail = (
	language: Language,
	kind: 'asked' | 'processed' | 'declined' | 'cancelled',
	host: string,
	about: string | Date,
	link: string,
): Letter => {
	const told =
		typeof about === 'string'
			? about
			: new Intl.DateTimeFormat(language === 'fi' ? 'fi-FI' : 'en-GB', {
					dateStyle: 'long',
					timeStyle: 'short',
					timeZone: 'Europe/Helsinki',
				}).format(about);
	const { subject, text } = words[language][kind];
	return letterOf(language, subject(host), [said(text(host, told)), button(words[language].button, link)]);
};
