/** The mail that says that a domain's licence ends. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

const words = {
	en: {
		subject: (host: string, days: number) =>
			days === 0 ? `The licence of ${host} ends today` : `The licence of ${host} ends in ${days} ${days === 1 ? 'day' : 'days'}`,
		text: (host: string, on: string) =>
			`${on} is the last day of the licence of ${host}. A banner that is live keeps serving after it; add the next licence to go on with everything else.`,
		button: 'See your licences',
	},
	fi: {
		subject: (host: string, days: number) =>
			days === 0 ? `Verkkotunnuksen ${host} lisenssi päättyy tänään` : `Verkkotunnuksen ${host} lisenssi päättyy ${days} päivän päästä`,
		text: (host: string, on: string) =>
			`Verkkotunnuksen ${host} lisenssin viimeinen päivä on ${on}. Julkaistu banneri toimii senkin jälkeen; lisää seuraava lisenssi, niin muukin jatkuu.`,
		button: 'Katso lisenssit',
	},
} as const;

/** @param endsOn YYYY-MM-DD, the last day */
export const licenceEndsMail = (language: Language, host: string, endsOn: string, days: number, link: string): Letter => {
	const w = words[language];
	const on = new Intl.DateTimeFormat(language === 'fi' ? 'fi-FI' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
		new Date(`${endsOn}T00:00:00Z`),
	);
	return letterOf(language, w.subject(host, days), [said(w.text(host, on)), button(w.button, link)]);
};
