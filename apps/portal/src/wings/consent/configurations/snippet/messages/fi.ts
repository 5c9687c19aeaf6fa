import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi: Translation<typeof en> = {
	isLive: 'Onko se käytössä?',
	lookNow: 'Katso nyt',
	liveText: 'Sivuston {{domain}} etusivu lataa tämän verkkotunnuksen bannerin.',
	missing: 'Puuttuu',
	missingText: 'Sivuston {{domain}} etusivu avautui, mutta koodinpätkää ei ole sillä. Lisää rivi head-osan alkuun.',
	unreachable: 'Ei avautunut',
	unreachableText: 'Sivuston {{domain}} etusivu ei avautunut, joten tilannetta ei tiedetä.',
	unknown: 'Ei vielä katsottu',
	unknownText: 'Etusivu katsotaan joka päivä, kun banneri on julkaistu. Voit katsoa heti.',
	checkedAt: 'Katsottu {{when}}.',
	seenAt: 'Viimeksi käytössä {{when}}.',
	inline: 'Sama sivuun upotettuna skriptinä',
	inlineText:
		'Sama yhtenä sivuun upotettuna skriptinä sivustoille, jotka eivät halua pyyntöä ennen ensimmäistä piirtoa. Se ei seuraa myöhempiä julkaisuja: liitä se uudelleen jokaisen jälkeen. Se kysyy kaikilta, missä he sitten ovatkin.',
	inlineScript: 'Skripti',
	inlineHash: 'Tiiviste script-src-sääntöön',
	inlineNoHash: 'Avaa portaali HTTPS-yhteydellä, niin näet tiivisteen.',
	inlineNothing: 'Julkaise ensin: skripti sisältää sen, mikä on käytössä.',
	inlineFailed: 'Skriptiä ei saatu tehtyä. Yritä myöhemmin uudelleen.',
	late: 'Koodinpätkä on muiden skriptien jäljessä tai muualla kuin head-osassa. Sitä ennen käynnistyviä ei estetä: siirrä koodinpätkä head-osan alkuun.',
	deferred:
		'Koodinpätkässä on async tai defer, tai optimoija viivyttää sitä. Ennen kuin koodinpätkä käynnistyy, mitään ei estetä: lataa se tavallisena skriptinä ja jätä se optimoijan ulkopuolelle.',
	tags: 'Tunnetut tagit sivuilla',
	tagsFound_one:
		'{{count}} tunnettu tagi on merkitsemättä. Se pysäytetään, kun koodinpätkä kohtaa sen, mutta selain on voinut hakea sen jo aiemmin. Vaihda tilalle merkitty muoto.',
	tagsFound_other:
		'{{count}} tunnettua tagia on merkitsemättä. Ne pysäytetään, kun koodinpätkä kohtaa ne, mutta selain on voinut hakea ne jo aiemmin. Vaihda tilalle merkityt muodot.',
	tagsNone: 'Merkitsemättömiä tunnettuja tageja ei löytynyt.',
	tagsTable: 'Tunnetut tagit, joita ei ole merkitty',
	tag: 'Tagi',
	category: 'Odottaa luokkaa',
	pages: 'Sivut',
	markedForm: 'Merkitty muoto',
	kindScript: 'skripti',
	kindFrame: 'kehys',
	kindImage: 'kuva',
	kindInserted: 'skriptin sisällä',
	noCategory: 'ei mitään tämän bannerin luokkaa',
	markScript: 'Merkitse skripti, jossa se mainitaan.',
	pagesRead_one: '{{count}} sivu luettiin.',
	pagesRead_other: '{{count}} sivua luettiin.',
	stopsSeen: 'Banneri pysäyttää niiltä löytyneet tunnetut tagit.',
	stopsAll: 'Banneri pysäyttää kaikki tunnetut tagit.',
	ahead: 'Mitä mikään skripti ei voi estää',
	aheadText:
		'Chromium, Firefox ja Safari katsovat sivua eteenpäin ja hakevat skriptejä ja kuvia ennen kuin yksikään skripti, meidänkään, on käynnistynyt. HTML:ssä oleva merkitsemätön tagi haetaan siksi joka sivulla, ennen valintaa ja myös kieltäytymisen jälkeen, ja pyynnössä kulkevat kävijän osoite ja evästeet. Tagi ei käynnisty, mutta pyyntö lähtee. Merkittyjä tageja ei haeta ennalta. Jos niitä ei voi merkitä, keinoja on kaksi.',
	policy: 'Content-Security-Policy',
	policyText:
		'Lähetä tämä otsake jokaisen sivun mukana. Siinä luetellaan, mistä sivujen muut skriptit, kehykset ja kuvat tulevat, siltä osin kuin ne nähtiin; merkitsemättömät tagit on jätetty pois. Kokeile sitä ensin sivuston kopiossa.',
	policyYes:
		'Silloin ne eivät lataudu edes luvan jälkeen. Palvelin voi lisätä tagin osoitteen, kun evästeessä luvalla on luokan lupa eli kun se sisältää merkkijonon {{tests}}',
	policyNone: 'Otsaketta ei tarvita: luetussa HTML:ssä ei ole merkitsemättömiä tunnettuja tageja.',
	policyLook: 'Katso ensin sivustoa: otsake tehdään löydösten pohjalta.',
	worker: 'Service worker',
	workerText:
		'Oma tiedostosi, joka pidättää tunnetut tagit kävijän toisesta sivusta alkaen, kunnes niiden luokka on sallittu, ja näyttää selaimeen tulevat viestit. Sen on oltava sivuston juuressa osoitteessa /{{file}}, eikä sivustolla saa olla toista service workeria. Hae se uudelleen, kun bannerin luokat muuttuvat. Uuden kävijän ensimmäistä sivua se ei ehdi pidättää.',
	workerFile: 'Lataa {{file}}',
	workerLine: 'rekisteröintirivi',
};
