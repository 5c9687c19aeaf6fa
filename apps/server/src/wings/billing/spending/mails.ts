/** Mails about running out: the balance is low, and something waits for credits. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { creditsIn } from './short.ts';

const words = {
	en: {
		low: (left: string) => `${left} credits are left`,
		lowText: (left: string, limit: string) =>
			`The balance fell below ${limit} credits: ${left} are left. Banners and the consent ledger never stop; campaigns and scans begin only with credits enough.`,
		waits: (title: string) => `“${title}” waits for credits`,
		waitsText: (title: string) =>
			`The credits do not cover “${title}”, so what is due of it waits. It goes on by itself when credits come; nobody gets it twice, and nobody is forgotten.`,
		button: 'See your credits',
	},
	fi: {
		low: (left: string) => `Krediittejä on jäljellä ${left}`,
		lowText: (left: string, limit: string) =>
			`Saldo laski alle ${limit} krediitin: jäljellä on ${left}. Bannerit ja suostumuskirja eivät pysähdy koskaan; kampanjat ja skannaukset alkavat vain, kun krediitit riittävät.`,
		waits: (title: string) => `”${title}” odottaa krediittejä`,
		waitsText: (title: string) =>
			`Krediitit eivät riitä kampanjaan ”${title}”, joten sen lähtevät viestit odottavat. Lähetys jatkuu itsestään, kun krediittejä tulee; kukaan ei saa viestiä kahdesti, eikä ketään unohdeta.`,
		button: 'Katso krediitit',
	},
} as const;

const mailOf = (language: Language, subject: string, text: string, publicUrl: string) => {
	const { button } = words[language];
	const link = `${publicUrl}/manageaccount/credits`;
	return {
		subject,
		text: `${text}\n\n${button}:\n${link}\n`,
		html: `<!doctype html><html lang="${language}"><body><p>${escapeHtml(text)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p></body></html>`,
	};
};

/** @param leftMicros what is left, and the limit, in millionths of a credit */
export const lowMail = (language: Language, leftMicros: number, limitMicros: number, publicUrl: string) => {
	const w = words[language];
	const [left, limit] = [creditsIn(leftMicros, language), new Intl.NumberFormat(language).format(limitMicros / 1_000_000)];
	return mailOf(language, w.low(left), w.lowText(left, limit), publicUrl);
};

export const waitsMail = (language: Language, title: string, publicUrl: string) => {
	const w = words[language];
	return mailOf(language, w.waits(title), w.waitsText(title), publicUrl);
};
