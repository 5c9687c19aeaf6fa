import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	about: 'Niiden kävijöiden selaimet, jotka sallivat muistamisen. Laite poistuu heti, kun lupa perutaan.',
	nobody: 'Tuntematon kävijä',
	search: 'Hae henkilö, selain tai verkkotunnus',
	count_one: '{{count}} laite',
	count_other: '{{count}} laitetta',
	empty: 'Ei vielä laitteita',
	emptyWhy:
		'Laite ilmestyy, kun kävijä suostuu luokkaan, jonka luvalla hänet muistetaan, ja sivu kertoo, mitä hän tekee. Luokka valitaan bannerin Tarkoitukset-välilehdellä.',
	toBanners: 'Bannereihin',
	openPerson: 'Avaa henkilö',
} as const satisfies Translation<typeof en>;
