/** The mail that says that a company may publish. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';

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

export const onboardedMail = (language: Language, publicUrl: string) => {
	const { subject, text, button } = words[language];
	const link = `${publicUrl}/lightconfig`;
	return {
		subject,
		text: `${text}\n\n${button}:\n${link}\n`,
		html: `<!doctype html><html lang="${language}"><body><p>${escapeHtml(text)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p></body></html>`,
	};
};
