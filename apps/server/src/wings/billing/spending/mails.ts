/** Mails about running out: the balance is low, and something waits for credits. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import { creditsIn } from './short.ts';

const words = {
	en: {
		low: (left: string) => `${left} credits are left`,
		lowText: (left: string, limit: string) =>
			`The balance fell below ${limit} credits: ${left} are left. Banners and the consent ledger never stop; campaigns and scans begin only with credits enough.`,
		waits: 'A campaign waits for credits',
		waitsText:
			'The credits do not cover a campaign, so what is due of it waits. It goes on by itself when credits come; nobody gets it twice, and nobody is forgotten.',
		campaign: 'Campaign',
		button: 'See your credits',
	},
	fi: {
		low: (left: string) => `Krediittejä on jäljellä ${left}`,
		lowText: (left: string, limit: string) =>
			`Saldo laski alle ${limit} krediitin: jäljellä on ${left}. Bannerit ja suostumuskirja eivät pysähdy koskaan; kampanjat ja skannaukset alkavat vain, kun krediitit riittävät.`,
		waits: 'Kampanja odottaa krediittejä',
		waitsText:
			'Krediitit eivät riitä kampanjaan, joten sen lähtevät viestit odottavat. Lähetys jatkuu itsestään, kun krediittejä tulee; kukaan ei saa viestiä kahdesti, eikä ketään unohdeta.',
		campaign: 'Kampanja',
		button: 'Katso krediitit',
	},
} as const;

/** @param named what somebody typed, below what is ours */
const mailOf = (language: Language, subject: string, text: string, publicUrl: string, named: string | null = null) => {
	const { button } = words[language];
	const link = `${publicUrl}/manageaccount/credits`;
	return {
		subject,
		text: `${text}\n\n${named === null ? '' : `${named}\n\n`}${button}:\n${link}\n`,
		html: `<!doctype html><html lang="${language}"><body><p>${escapeHtml(text)}</p>${named === null ? '' : `<p>${escapeHtml(named)}</p>`}<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p></body></html>`,
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
	return mailOf(language, w.waits, w.waitsText, publicUrl, `${w.campaign}: ${quoted(language, title)}`);
};
