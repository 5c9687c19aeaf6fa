/**
 * The letter that asks whether it was them. It carries nothing that was typed into the form: whoever types somebody else's address can
 * tell them nothing by us.
 */

import type { FormLanguage, FormTexts } from '@luvalla/contract/consent/forms.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import type { Letter } from '#kernel/outbound/mail.ts';
import { words } from './words.ts';

export interface Asking {
	readonly language: FormLanguage;
	readonly host: string;
	readonly customer: string;
	/** Where the customer is. */
	readonly postal: string;
	readonly texts: Pick<FormTexts, 'subject' | 'letter'>;
	readonly wording: { readonly name: string; readonly about: string };
	readonly button: string;
	readonly link: string;
}

export const askingLetter = ({ language, host, customer, postal, texts, wording, button, link }: Asking): Letter => {
	const w = words[language];
	const own = texts.letter.trim();
	const paragraphs = own === '' ? [] : own.split(/\n{2,}/);
	const from = `${w.sender}: ${customer}${postal.trim() === '' ? '' : `, ${postal.replace(/\s*\n\s*/g, ', ')}`}`;
	return {
		subject: texts.subject,
		text: `${own === '' ? '' : `${own}\n\n`}${w.asked(host, customer)}\n\n${w.confirm}:\n${link}\n\n${w.about}\n${wording.name}\n${wording.about}\n\n${w.notYou}\n\n${from}\n`,
		html: `<!doctype html><html lang="${language}"><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:600px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px">${paragraphs
			.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`)
			.join(
				'',
			)}<p>${escapeHtml(w.asked(host, customer))}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:${button};color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(w.confirm)}</a></p><p>${escapeHtml(w.about)}</p><p style="border-left:3px solid #e3e8e7;padding-left:14px"><strong>${escapeHtml(wording.name)}</strong><br>${escapeHtml(wording.about).replaceAll('\n', '<br>')}</p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(w.notYou)}</p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(from)}</p></div></body></html>`,
	};
};
