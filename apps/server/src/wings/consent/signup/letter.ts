/**
 * The letter that asks whether it was them. It carries nothing that was typed into the form: whoever types somebody else's address can
 * tell them nothing by us.
 */

import type { FormLanguage, FormTexts } from '@luvalla/contract/consent/forms.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { button, type LetterPart, letterOf, said, small } from '#kernel/outbound/letter.ts';
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
	readonly link: string;
}

export const askingLetter = ({ language, host, customer, postal, texts, wording, link }: Asking): Letter => {
	const w = words[language];
	const own = texts.letter.trim();
	const paragraphs = own === '' ? [] : own.split(/\n{2,}/);
	const permission: LetterPart = {
		text: `${w.about}\n${wording.name}\n${wording.about}`,
		html: `<p>${escapeHtml(w.about)}</p><p style="border-left:3px solid #e3e8e7;padding-left:14px"><strong>${escapeHtml(wording.name)}</strong><br>${escapeHtml(wording.about).replaceAll('\n', '<br>')}</p>`,
	};
	return letterOf(
		language,
		texts.subject,
		[
			...paragraphs.map((one) => said(...one.split('\n'))),
			said(w.asked(host, customer)),
			button(w.confirm, link),
			permission,
			small(w.notYou),
			small(`${w.sender}: ${customer}${postal.trim() === '' ? '' : `, ${postal.replace(/\s*\n\s*/g, ', ')}`}`),
		],
		600,
	);
};
