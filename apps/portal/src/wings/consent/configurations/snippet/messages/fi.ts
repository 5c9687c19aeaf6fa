import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi: Translation<typeof en> = {
	isLive: 'Onko se käytössä?',
	lookNow: 'Katso nyt',
	live: 'Käytössä',
	liveText: 'Sivuston {{domain}} etusivu lataa tämän verkkotunnuksen bannerin.',
	missing: 'Puuttuu',
	missingText: 'Sivuston {{domain}} etusivu avautui, mutta koodia ei ole sillä. Lisää rivi head-osan alkuun.',
	unreachable: 'Ei avautunut',
	unreachableText: 'Sivuston {{domain}} etusivu ei avautunut, joten tilannetta ei tiedetä.',
	unknown: 'Ei vielä katsottu',
	unknownText: 'Etusivu katsotaan joka päivä, kun banneri on julkaistu. Voit katsoa heti.',
	why: 'Syy:',
	checkedAt: 'Katsottu {{when}}.',
	seenAt: 'Viimeksi käytössä {{when}}.',
	inline: 'Sivuun upotettava muoto',
	inlineText:
		'Sama yhtenä sivuun upotettuna skriptinä sivustoille, jotka eivät halua pyyntöä ennen ensimmäistä piirtoa. Se ei seuraa myöhempiä julkaisuja: liitä se uudelleen jokaisen jälkeen. Se kysyy kaikilta, missä he sitten ovatkin.',
	inlineScript: 'Skripti',
	inlineHash: 'Tiiviste script-src-sääntöön',
	inlineNoHash: 'Avaa portaali HTTPS-yhteydellä, niin näet tiivisteen.',
	inlineNothing: 'Julkaise ensin: skripti sisältää sen, mikä on käytössä.',
	inlineFailed: 'Skriptiä ei saatu tehtyä. Yritä myöhemmin uudelleen.',
};
