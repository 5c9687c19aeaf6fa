import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	title: 'Rekisteröi yrityksesi',
	intro: 'Kirjoitamme osoitteeseesi. Viestin linkki vahvistaa rekisteröinnin ja kirjaa sinut sisään.',
	company: 'Yrityksesi',
	name: 'Yrityksen nimi',
	needName: 'Kirjoita yrityksesi nimi',
	businessId: 'Y-tunnus',
	domains: 'Verkkotunnukset, joilla haluat kysyä suostumusta',
	domainsHint: 'Yksi kullekin riville, esimerkiksi kauppa.example.com. Voit lisätä niitä myöhemmin.',
	you: 'Sinä',
	email: 'Sähköpostisi',
	emailHint: 'Sinusta tulee yrityksen tilin ylläpitäjä.',
	terms: 'Hyväksyn',
	termsLink: 'käyttöehdot',
	submit: 'Rekisteröidy',
	domainWrong: '”{{host}}”: anna verkkotunnus, esimerkiksi kauppa.example.com',
	domainsMany: 'Anna enintään kaksikymmentä verkkotunnusta, loput voit lisätä myöhemmin',
	sentTitle: 'Lähetimme sinulle sähköpostia',
	sent: 'Avaa osoitteeseen {{email}} lähetetty viesti ja paina sen painiketta {{days}} päivän kuluessa. Se vahvistaa rekisteröinnin ({{name}}) ja kirjaa sinut sisään. Sen jälkeen yritys odottaa hyväksyntäämme.',
	mailbox: 'Tänne ei ole määritetty sähköpostipalvelinta: viesti on postilaatikossa, jonka osoite tulostui käynnistettäessä.',
} as const satisfies Translation<typeof en>;
