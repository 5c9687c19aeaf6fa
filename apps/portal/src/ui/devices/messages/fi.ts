import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	title: 'Laitteet',
	onSystem: '{{browser}}, {{system}}',
	other: 'Muu selain',
	otherSystem: 'muu järjestelmä',
	kind_phone: 'Puhelin',
	kind_tablet: 'Tabletti',
	kind_desktop: 'Tietokone',
	kind_unknown: 'Ei tiedossa',
	purpose: 'Muistetaan luvalla',
	firstSeen: 'Nähty ensi kerran',
	lastSeen: 'Nähty viimeksi',
	none: 'Yhtään tämän henkilön laitetta ei saa muistaa.',
	failed: 'Laitteita ei saatu ladattua.',
	seen: 'nähty viimeksi',
} as const satisfies Translation<typeof en>;
