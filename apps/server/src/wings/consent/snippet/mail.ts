/** The mail that says that a site no longer asks for consent. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';

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
			`Sivuston ${host} etusivu avautui tänään ilman Luvallan koodinpätkää. Kävijöiltä ei kysytä, ja vastausta odottavat tunnisteet pysyvät pois päältä. Lisää pätkä takaisin jokaisen sivun head-osan alkuun.`,
		button: 'Kopioi koodinpätkä',
	},
} as const;

export const goneMail = (language: Language, host: string, publicUrl: string) => {
	const w = words[language];
	const link = `${publicUrl}/lightconfig`;
	return {
		subject: w.subject(host),
		text: `${w.text(host)}\n\n${w.button}:\n${link}\n`,
		html: `<!doctype html><html lang="${language}"><body><p>${escapeHtml(w.text(host))}</p><p><a href="${escapeHtml(link)}">${escapeHtml(w.button)}</a></p></body></html>`,
	};
};
