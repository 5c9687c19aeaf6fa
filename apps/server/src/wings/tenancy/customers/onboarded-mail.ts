/** The mail that says that a company may publish. */
import type { Language } from '#kernel/http/errors.ts';
import { button, letterOf, said } from '#kernel/outbound/letter.ts';
import type { Letter } from '#kernel/outbound/mail.ts';

const words = {
	en: {
		subject: 'You may publish now',
		text: 'Your company has been approved in Luvalla. What you have drafted can be published from now on.',
		button: 'Open your banners',
	},
	fi: {
		subject: 'Voit nyt julkaista',
		text: 'Yrityksesi on hyväksytty Luvallassa. Luonnoksesi voi nyt julkaista.',
		button: 'Avaa bannerisi',
	},
} as const;

export const onboardedMail = (language: Language, link: string): Letter => {
	const w = words[language];
	return letterOf(language, w.subject, [said(w.text), button(w.button, link)]);
};
