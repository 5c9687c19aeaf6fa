/** Those texts of the shell that the sign-in shows too, which loads no others. */
import type { Translation } from '#portal/lib/say.ts';

export const en = {
	copyright: '© {{year}} Luvalla',
	cookieSettings: 'Cookie Settings',
	contactSupport: 'Contact support',
	loading: 'Loading',
	language: 'Language',
} as const;

export const fi: Translation<typeof en> = {
	copyright: '© {{year}} Luvalla',
	cookieSettings: 'Evästeasetukset',
	contactSupport: 'Ota yhteyttä tukeen',
	loading: 'Ladataan',
	language: 'Kieli',
};
