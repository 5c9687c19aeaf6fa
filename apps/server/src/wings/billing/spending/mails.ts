/** Mails about running out: the balance is low, and something waits for credits. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
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
const mailOf = (language: Language, subject: string, text: string, link: string, named: string | null = null): Letter =>
	letterOf(language, subject, [said(text), named === null ? null : said(named), button(words[language].button, link)]);

/** @param leftMicros what is left, and the limit, in millionths of a credit */
export const lowMail = (language: Language, leftMicros: number, limitMicros: number, link: string) => {
	const w = words[language];
	const [left, limit] = [creditsIn(leftMicros, language), new Intl.NumberFormat(language).format(limitMicros / 1_000_000)];
	return mailOf(language, w.low(left), w.lowText(left, limit), link);
};

export const waitsMail = (language: Language, title: string, link: string) => {
	const w = words[language];
	return mailOf(language, w.waits, w.waitsText, link, `${w.campaign}: ${quoted(language, title)}`);
};
