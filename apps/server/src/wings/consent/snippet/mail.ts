/** The mail that says that a site no longer asks for consent. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

const words = {
	en: {
		subject: (host: string) => `${host} no longer loads its consent banner`,
		text: (host: string) =>
			`The start page of ${host} opened today without its Luvalla snippet. Visitors are not asked, and tags that wait for an answer stay off. Put the snippet back, first in the head of every page.`,
		button: 'Copy the snippet',
	},
	fi: {
		subject: (host: string) => `${host} ei enää lataa suostumusbanneriaan`,
		text: (host: string) =>
			`Sivuston ${host} etusivu avautui tänään ilman Luvallan koodinpätkää. Kävijöiltä ei kysytä, ja vastausta odottavat tagit pysyvät pois päältä. Lisää koodinpätkä takaisin jokaisen sivun head-osan alkuun.`,
		button: 'Kopioi koodinpätkä',
	},
} as const;

export const goneMail = (language: Language, host: string, link: string): Letter => {
	const w = words[language];
	return letterOf(language, w.subject(host), [said(w.text(host)), button(w.button, link)]);
};
