import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	title: 'Roolien hallinta',
	add: 'Lisää rooli',
	search: 'Hae nimellä',
	count_one: '{{count}} rooli',
	count_other: '{{count}} roolia',
	failed: 'Rooleja ei saatu ladattua.',
	empty: 'Ei vielä rooleja',
	emptyWhy: 'Rooli kertoo, mitä käyttäjä saa avata, tai on oma nimilappusi.',
	nameHint: 'Kirjaimia, numeroita ja _. Oma rooli on nimilappu: se ei yksin avaa mitään.',
	users: 'Käyttäjiä',
	builtIn: 'Kiinteä',
	builtInWhy: 'Kuuluu alustaan, eikä sitä voi poistaa',
	own: 'Oma nimilappu',
	showUsers: 'Näytä sen käyttäjät',
	actionDelete: 'Poista',
	deleteTitle: 'Poistetaanko rooli {{name}}?',
	deleteText_one: '{{count}} henkilö menettää roolin heti. Muu ei muutu.',
	deleteText_other: '{{count}} henkilöä menettää roolin heti. Muu ei muutu.',
	deleteNobody: 'Kenelläkään ei ole tätä roolia.',
	deleteVerb: 'Poista rooli',
} as const satisfies Translation<typeof en>;
