/** Mails of invitations and registrations: one link each. Names that somebody typed stand at the end, as what they are. */

import { INVITE_DAYS } from '@luvalla/contract/constants.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
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

const mail = (language: Language, { subject, said, button, until, named }: Written, link: string): Letter => {
	const lines = named.map(([label, typed]) => `${label}: ${quoted(language, typed)}`);
	return {
		subject,
		text: `${said}\n\n${button}:\n${link}\n\n${until}\n\n${lines.join('\n')}\n`,
		html: `<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:440px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><p>${escapeHtml(said)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(button)}</a></p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(until)}</p><p style="color:#4c5957;font-size:14px;line-height:20px">${lines.map(escapeHtml).join('<br>')}</p></div></body></html>`,
	};
};

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
