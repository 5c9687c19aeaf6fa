import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	title: 'Palaute',
	search: 'Hae viesti, lähettäjä, sivu',
	count_one: '{{count}} viesti',
	count_other: '{{count}} viestiä',
	empty: 'Palautetta ei ole vielä tullut',
	emptyWhy: 'Kaikki, mitä joku kirjoittaa yläreunan Palaute-kenttään, tulee tänne ja samalla hetkellä sähköpostina tukeen.',
	who: 'Lähettäjä',
	gone: 'Poistettu tili',
	page: 'Sivu',
	noPage: 'Ei tiedossa',
	message: 'Viesti',
	open: 'Avoin',
	answered: 'Vastattu',
	answeredBy: 'Vastaaja',
	read: 'Lue',
	mark: 'Merkitse vastatuksi',
	reopen: 'Avaa uudelleen',
	reply: 'Vastaa sähköpostilla',
	replySubject: 'Palautteesi',
	from: 'Palaute: {{who}}',
	missing: 'Tällaista viestiä ei ole.',
} satisfies Translation<typeof en>;
