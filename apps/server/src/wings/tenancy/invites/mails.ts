/** Mails of invitations and registrations: one link each. */
import { INVITE_DAYS } from '@luvalla/contract/constants.ts';
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';

interface Mail {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

const words = {
	en: {
		invite: (who: string, what: string) => `${who} invites you to ${what} in Luvalla`,
		inviteText: (who: string, what: string) => `${who} would like you to work with ${what} in Luvalla.`,
		accept: 'Accept the invitation',
		registration: 'Confirm your company’s registration',
		registrationText: (what: string) => `You, or somebody with your address, began to register ${what} in Luvalla. Confirm it to get in.`,
		confirm: 'Confirm the registration',
		until: `The link works once, for ${INVITE_DAYS} days. If you did not expect this, do nothing.`,
	},
	fi: {
		invite: (who: string, what: string) => `${who} kutsuu sinut: ${what}, Luvalla`,
		inviteText: (who: string, what: string) => `${who} kutsuu sinut Luvallaan, jossa hoidetaan: ${what}.`,
		accept: 'Hyväksy kutsu',
		registration: 'Vahvista yrityksesi rekisteröinti',
		registrationText: (what: string) =>
			`Sinä tai joku osoitteellasi aloitti Luvallassa rekisteröinnin: ${what}. Vahvista se, niin pääset sisään.`,
		confirm: 'Vahvista rekisteröinti',
		until: `Linkki toimii kerran ja ${INVITE_DAYS} päivää. Jos et odottanut tätä, sinun ei tarvitse tehdä mitään.`,
	},
} as const;

const mail = (subject: string, said: string, button: string, until: string, link: string): Mail => ({
	subject,
	text: `${said}\n\n${button}:\n${link}\n\n${until}\n`,
	html: `<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:440px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><p>${escapeHtml(said)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(button)}</a></p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(until)}</p></div></body></html>`,
});

/** `what` is the customer's or partner's name. */
export const inviteMail = (language: Language, who: string, what: string, link: string): Mail => {
	const w = words[language];
	return mail(w.invite(who, what), w.inviteText(who, what), w.accept, w.until, link);
};

export const registrationMail = (language: Language, what: string, link: string): Mail => {
	const w = words[language];
	return mail(w.registration, w.registrationText(what), w.confirm, w.until, link);
};
