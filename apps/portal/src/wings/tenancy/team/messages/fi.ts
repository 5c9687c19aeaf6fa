import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	invite: 'Kutsu kollega',
	inviteTo: 'asiakkaalle {{customer}}',
	send: 'Lähetä kutsu',
	people: 'Ihmiset',
	count_one: '{{count}} henkilö',
	count_other: '{{count}} henkilöä',
	failed: 'Tiimiä ei saatu ladattua.',
	empty: 'Tiimissä ei ole vielä ketään',
	emptyWhy: 'Kutsumasi kollegat voivat hoitaa yrityksen verkkotunnuksia.',
	you: 'Sinä',
	customerAdmin: 'Asiakkaan ylläpitäjä',
	domainAdmin: 'Verkkotunnuksen ylläpitäjä',
	member: 'Jäsen ilman oikeuksia',
	customerAdminHint: 'Hoitaa kaikkia verkkotunnuksia ja tiimiä.',
	domainAdminHint: 'Hoitaa valitsemiasi verkkotunnuksia.',
	allDomains: 'Kaikki',
	chooseDomains: 'Valitse verkkotunnukset',
	noDomains: 'Verkkotunnuksia ei ole',
	emailHint: 'Kirjoitamme hänelle; viestin linkki toimii {{days}} päivää.',
	needDomain: 'Valitse ainakin yksi verkkotunnus',
	remove: 'Poista',
	removeQuestion: 'Poistetaanko {{who}} tiimistä?',
	removeWhat: 'Hän menettää heti verkkotunnukset asiakkaalta {{customer}}. Hänen tilinsä ja tekemisensä säilyvät.',
} as const satisfies Translation<typeof en>;
