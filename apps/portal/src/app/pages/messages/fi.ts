import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';
import { fi as links } from './links.ts';

export const fi = {
	...links,
	about: 'Tietoa Luvallasta',
	registerCompany: 'Rekisteröi yrityksesi',
	welcomeTitle: 'Tervetuloa Luvallaan',
	welcomeIntro: 'Kysy lupa, säilytä todiste ja puhu vain niille, jotka sanoivat kyllä. Rekisteröinti vie muutaman minuutin.',
	step1: 'Kerro yrityksestäsi',
	step1Text: 'Nimi, Y-tunnus ja maa sekä verkkotunnukset, joilla haluat kysyä suostumusta.',
	step2: 'Vahvista sähköpostilla',
	step2Text: 'Saat meiltä sähköpostia. Viestin linkki osoittaa, että osoite on sinun, ja kirjaa sinut sisään.',
	step3: 'Aloita',
	step3Text: 'Voit heti luonnostella bannereita ja kutsua kollegasi. Julkaiseminen avautuu, kun yrityksesi on otettu käyttöön.',
	sharedTitle: 'Suostumus ja todiste siitä',
	sharedIntro: 'Luvalla kysyy sivustoillasi kävijöiltä luvan ja säilyttää todisteen jokaisesta vastauksesta.',
	shared1: 'Banneri, jossa kyllä ja ei ovat samanarvoiset',
	shared1Text: 'Hyväksyminen ja kieltäytyminen ovat yhtä suuria, samanvärisiä ja rinnakkain. Ennen lupaa laitteelle ei tallenneta mitään.',
	shared2: 'Suostumuskirja, jossa muutos näkyy',
	shared2Text:
		'Jokainen vastaus kirjataan allekirjoitettuun lokiin, jonka tilat ovat tallessa myös sinulla. Jos joku muuttaisi merkintää jälkikäteen, vaikka me, se näkyisi.',
	shared3: 'Viestejä vain luvalla',
	shared3Text: 'Lupa tarkistetaan uudelleen, kun viesti lähtee.',
	shared4: 'Yksityisyytesi',
	shared4Text:
		'Tämän asennuksen ylläpitäjä päättää, mitä sinusta täällä säilytetään. Portaali itse käyttää vain sitä, mitä kirjautuminen vaatii; muu odottaa vastaustasi evästeasetuksissa.',
	termsIntro:
		'Nämä ovat portaalin käytön säännöt. Se, mitä yrityksesi on kirjallisesti sopinut tämän asennuksen ylläpitäjän kanssa, menee niiden edelle.',
	terms1: 'Kuka portaalia saa käyttää',
	terms1Text:
		'Saat rekisteröidä yrityksen, jonka puolesta saat toimia. Jokainen kirjautuu omalla sähköpostiosoitteellaan eikä lainaa sitä muille.',
	terms2: 'Mistä sinä vastaat',
	terms2Text:
		'Yrityksesi on niiden henkilötietojen rekisterinpitäjä, jotka se kerää Luvallalla. Sinä päätät, mitä ja miksi kysyt, ja vastaat siitä, että ihmisten lukemat tekstit pitävät paikkansa.',
	terms3: 'Mikä ei ole sallittua',
	terms3Text:
		'Et tee kieltäytymisestä hankalampaa kuin hyväksymisestä, et lähetä viestejä ilman lupaa etkä yritä nähdä muiden asiakkaiden tietoja.',
	terms4: 'Mitä me teemme tiedoilla',
	terms4Text:
		'Käsittelemme henkilötietoja vain yrityksesi lukuun, pidämme asiakkaiden tiedot erillään ja kirjaamme, kuka portaalissa teki mitäkin.',
	terms5: 'Kun käyttö päättyy',
	terms5Text:
		'Voit lopettaa milloin tahansa. Saat tiedot itsellesi ennen kuin ne poistetaan. Lain vaatimia todisteita säilytetään niin kauan kuin laki vaatii.',
	terms6: 'Muutokset',
	terms6Text: 'Kerromme portaalissa sääntöjen muutoksista ennen kuin ne tulevat voimaan.',
} as const satisfies Translation<typeof en>;
