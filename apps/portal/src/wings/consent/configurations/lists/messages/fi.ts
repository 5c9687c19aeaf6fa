import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi: Translation<typeof en> = {
	bring: 'Cookiebotista tai OneTrustista',
	title: 'Luonnos evästeluettelosta',
	about:
		'Cookiebotin tai OneTrustin luettelo sivustosi evästeistä: CSV-, Excel- tai JSON-tiedosto sellaisena kuin ne sen vievät, tai Cookiebotin evästeilmoituksen skripti. Evästeet tulevat uuden luonnoksen luokkiin; mitään ei julkaista.',
	file: 'Luettelo',
	language: 'Kuvausten kieli',
	tooLarge: 'Tiedosto on yli 5 Mt, mitä yksikään evästeluettelo ei ole.',
	make: 'Tee luonnos',
	made: 'Luonnoksessa on {{cookies}}/{{rows}} evästettä.',
	open: 'Avaa luonnos',
	necessary: 'Välttämättömiä: {{count}}',
	preferences: 'Mieltymyksiä: {{count}}',
	statistics: 'Tilastoja: {{count}}',
	marketing: 'Markkinointia: {{count}}',
	undescribed: 'Kuvaukset jäivät pois, koska luonnoksessa ei ole niiden kieltä.',
	necessaryNote: 'Välttämättömistä ei kysytä keneltäkään: tarkista ne vielä ennen julkaisua.',
};
