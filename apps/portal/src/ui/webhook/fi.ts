import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi: Translation<typeof en> = {
	url: 'Webhook-osoite',
	headers: 'Otsakkeet',
	header: 'Otsake {{number}}, nimi',
	value: 'Otsake {{number}}, arvo',
	addHeader: 'Lisää otsake',
	removeHeader: 'Poista otsake {{number}}',
};
