import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	cards: 'Mitä voit tehdä seuraavaksi',
	search: 'Hae ohjeista',
	found_one: '{{found}}/{{count}} sivu',
	found_other: '{{found}}/{{count}} sivua',
	hits: 'Ohjeista löytyi',
	here: 'Tämä sivu',
	none: 'Ohjeissa ei ole mitään hakusanalla ”{{q}}”',
	noneWhy: 'Kokeile yhtä sanaa tai toista sanaa samalle asialle. Myös tämän asennuksen ylläpitäjä vastaa kysymyksiin.',
	failed: 'Ohjeista ei voitu hakea',
	go: 'Siirry sivulle {{page}}',
	back: 'Takaisin tämän sivun ohjeeseen',
	tour: 'Aloita esittely',
	stopTour: 'Lopeta esittely',
} satisfies Translation<typeof en>;
