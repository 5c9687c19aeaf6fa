/** Names of the pages of visitors, where other pages lead to them. */
import type { Translation } from '#portal/lib/say.ts';

export const en = {
	home: 'Home',
	register: 'Register',
	terms: 'Terms and conditions',
} as const;

export const fi: Translation<typeof en> = {
	home: 'Etusivu',
	register: 'Rekisteröidy',
	terms: 'Käyttöehdot',
};
