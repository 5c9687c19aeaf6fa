import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	tour: 'Esittely',
	place: 'Esittely, {{at}}/{{all}}',
	left_one: '{{count}} minuutti jäljellä',
	left_other: '{{count}} minuuttia jäljellä',
	back: 'Takaisin',
	leave: 'Lopeta',
	next: 'Seuraava',
	finish: 'Valmis',
	go: 'Siirry',
	open: 'Avaa {{site}}',
	isDone: 'Valmis: {{title}}',
	already: 'Tämä on tehty.',
	doneBefore: 'Jo tehty: {{titles}}',
	wait_domain: 'Jatkamme itsestään, kun verkkotunnus on lisätty.',
	wait_prove: 'Jatkamme itsestään, kun verkkotunnus on osoitettu sinun omaksesi.',
	wait_banner: 'Jatkamme itsestään, kun banneri on julkaistu.',
	wait_snippet: 'Jatkamme itsestään, kun koodinpätkä on nähty.',
	wait_choice: 'Jatkamme itsestään, kun joku on vastannut.',
	waits: 'Yrityksesi tiedot käydään ensin läpi: siihen asti voit luonnostella ja sen jälkeen julkaista.',
	title_domain: 'Lisää verkkosivustosi',
	text_domain:
		'Jokainen sivusto on täällä verkkotunnus. Paina painiketta ja kirjoita nimi niin kuin kävijä sen näkee, esimerkiksi kauppa.example.com.',
	title_prove: 'Osoita se omaksesi',
	text_prove:
		'Avaa verkkotunnus ja lisää Omistus-kohdan ohjeilla DNS-tietue tai koodinpätkä aloitussivulle. Kukaan muu ei voi julkaista sille banneria.',
	title_banner: 'Tee banneri ja julkaise se',
	text_banner:
		'Valitse, mitä kysyt ja miltä se näyttää. Kieltäytyminen on aina yhtä helppoa kuin hyväksyminen. Julkaise, kun kaikki on kohdallaan.',
	title_snippet: 'Lisää koodinpätkä sivustollesi',
	text_snippet: 'Avaa bannerisi ja kopioi sen koodinpätkä: yksi rivi joka sivun head-osan alkuun. Banneri kysyy heti, kun sivu avataan.',
	title_choice: 'Vastaa kerran itse',
	text_choice: 'Avaa oma sivustosi toisessa ikkunassa ja valitse niin kuin kävijä valitsisi. Vastaus näkyy täällä sekunnissa.',
	title_ledger: 'Katso ensimmäinen suostumus ja sen todiste',
	text_ledger:
		'Raporteissa on jokainen vastaus. Avaa yksi: näet, mitä näytettiin, mitä vastattiin, ja todisteen siitä, ettei kukaan ole muuttanut sitä.',
	title_menu: 'Kaikki on valikossa',
	text_menu:
		'Näet sen, mitä roolisi saa avata. Jokaisesta luettelosta voi hakea, ja mihin vain pääsee nimellä: näppäimillä / ja Ctrl K tai yläreunan suurennuslasista.',
	text_menuTouch: 'Näet sen, mitä roolisi saa avata. Jokaisesta luettelosta voi hakea, ja yläreunan suurennuslasi vie nimellä minne vain.',
	title_selectors: 'Kenelle työskentelet',
	text_selectors: 'Asiakas näkyy tässä ja joillain sivuilla myös verkkotunnus. Jos niitä on useita, vaihdat tästä.',
	title_selectorsAdmin: 'Kenelle työskentelet',
	text_selectorsAdmin: 'Alustan ylläpitäjä valitsee asiakkaan kullakin sivulla. Viimeksi valittu näkyy tässä.',
	title_guide: 'Opasta',
	text_guide:
		'Jokainen sivu kertoo tässä, mihin se on, miten toimit, mikä voi mennä vikaan ja kuka saa tehdä sen. Kaikista ohjeista voi hakea.',
	title_feedback: 'Kerro, mitä puuttuu',
	text_feedback: 'Kirjoita rivi ja lähetä. Palaute tulee tämän asennuksen ylläpitäjälle, ja mukana on sivu, jolla olit.',
	title_account: 'Oma tilisi ja uloskäynti',
	text_account: 'Nimesi, pääsyavaimesi ja kirjautumisesi ovat asetuksissa. Kirjaudu ulos tästä, kun muutkin käyttävät tätä konetta.',
} satisfies Translation<typeof en>;
