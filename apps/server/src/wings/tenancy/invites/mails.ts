/** Mails of invitations and registrations: one link each. Names that somebody typed stand at the end, as what they are. */

import { INVITE_DAYS } from '@luvalla/contract/constants.ts';
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said, small } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';

const words = {
	en: {
		invite: 'You are invited to Luvalla',
		inviteText: 'Somebody would like you to work with their company in Luvalla. Who that is stands below, as they wrote it.',
		accept: 'Accept the invitation',
		who: 'Invited by',
		registration: 'Confirm your company’s registration',
		registrationText:
			'You, or somebody with your address, began to register a company in Luvalla. Its name stands below, as it was written. Confirm it to get in. We then look at the company: it publishes nothing before it is approved.',
		confirm: 'Confirm the registration',
		company: 'Company',
		until: `The link works once, for ${INVITE_DAYS} days. If you did not expect this, do nothing.`,
	},
	fi: {
		invite: 'Sinut on kutsuttu Luvallaan',
		inviteText: 'Joku kutsuu sinut hoitamaan yrityksensä asioita Luvallassa. Kutsujan kirjoittama nimi lukee alla.',
		accept: 'Hyväksy kutsu',
		who: 'Kutsuja',
		registration: 'Vahvista yrityksesi rekisteröinti',
		registrationText:
			'Sinä tai joku osoitteellasi aloitti yrityksen rekisteröinnin Luvallassa. Kirjoitettu nimi lukee alla. Vahvista se, niin pääset sisään. Sen jälkeen käymme yrityksen tiedot läpi: julkaista voi, kun yritys on hyväksytty.',
		confirm: 'Vahvista rekisteröinti',
		company: 'Yritys',
		until: `Linkki toimii kerran ja ${INVITE_DAYS} päivää. Jos et odottanut tätä, sinun ei tarvitse tehdä mitään.`,
	},
} as const;

interface Written {
	subject: string;
	said: string;
	button: string;
	until: string;
	/** What others typed, by what it is. */
	named: readonly (readonly [label: string, typed: string])[];
}

const mail = (language: Language, { subject, said: text, button: label, until, named }: Written, link: string): Letter =>
	letterOf(language, subject, [
		said(text),
		button(label, link),
		small(until),
		small(...named.map(([what, typed]) => `${what}: ${quoted(language, typed)}`)),
	]);

/** `what` is the customer's or partner's name. */
export const inviteMail = (language: Language, who: string, what: string, link: string): Letter => {
	const w = words[language];
	const named = [
		[w.who, who],
		[w.company, what],
	] as const;
	return mail(language, { subject: w.invite, said: w.inviteText, button: w.accept, until: w.until, named }, link);
};

export const registrationMail = (language: Language, what: string, link: string): Letter => {
	const w = words[language];
	const named = [[w.company, what]] as const;
	return mail(language, { subject: w.registration, said: w.registrationText, button: w.confirm, until: w.until, named }, link);
};
