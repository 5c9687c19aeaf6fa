import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	title: 'Pikanäppäimet',
	everywhere: 'Kaikkialla',
	palette: 'Hae tai siirry sivulle, henkilöön, verkkotunnukseen tai toimintoon',
	sheet: 'Näytä tämä luettelo (ei kirjoittaessa)',
	close: 'Sulje avoin ikkuna, paneeli tai valikko',
	lists: 'Luetteloissa',
	search: 'Hae luettelosta (ei kirjoittaessa)',
	rows: 'Liiku pitkän taulukon riveillä',
	ends: 'Ensimmäiselle ja viimeiselle riville',
	forms: 'Lomakkeilla ja muokkaimissa',
	charts: 'Käyrissä',
	points: 'Lue pisteet yksi kerrallaan',
	or: 'tai',
	single: 'Käytä yhden näppäimen pikanäppäimiä',
	singleHint: 'Kun tämä on pois käytöstä, / ja ? eivät tee yksinään mitään. Valinta säilyy tässä selaimessa.',
	isOff: '(pois käytöstä)',
	closeSheet: 'Sulje',
} satisfies Translation<typeof en>;
