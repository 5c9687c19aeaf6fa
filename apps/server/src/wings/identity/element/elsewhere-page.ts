/** What the popup of the login component shows on a page that its application does not name. */
import type { Language } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { page } from '../signin/own-page.ts';

const words = {
	en: {
		failed: 'This sign-in cannot go on',
		why: 'The page that you come from may not sign people in this way. Nothing was given to it. Close this window, and tell whoever looks after the page what stands below.',
		technical: 'For whoever looks after the page:',
	},
	fi: {
		failed: 'Kirjautuminen ei voi jatkua',
		why: 'Sivu, jolta tulit, ei saa kirjata ketään sisään tällä tavalla. Sille ei annettu mitään. Sulje tämä ikkuna ja kerro sivun hoitajalle, mitä alla lukee.',
		technical: 'Sivun hoitajalle:',
	},
} as const;

/** @param origin of the page, and `clientId`: both as the page said them */
export const elsewherePage = (language: Language, origin: string, clientId: string): string => {
	const { failed, why, technical } = words[language];
	const known = `origin_not_allowed: ${origin} is not among the allowed origins of an application ${clientId} (login web component)`;
	return page(language, failed, `<p>${why}</p><p class="q">${technical} <span lang="en">${escapeHtml(known)}</span></p>`);
};
