import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	app: 'Omat tietoni',
	title: 'Sinä päätät',
	leadOne: '{{customer}} saa käyttää tietojasi vain siihen, mikä tässä on päällä. Muutos tulee voimaan heti.',
	lead: 'Jokainen näistä saa käyttää tietojasi vain siihen, mikä tässä on päällä. Muutos tulee voimaan heti.',
	failed: 'Valintojasi ei saatu ladattua.',
	empty: 'Kukaan ei ole vielä kysynyt sinulta mitään',
	emptyWhy:
		'Kun Luvallaa käyttävä yritys tuntee osoitteesi {{email}} ja olet vastannut sille, vastauksesi näkyvät tässä ja voit muuttaa niitä.',
	yes: 'Kyllä',
	no: 'Ei',
	saidYes: 'Sanoit kyllä {{date}}',
	saidNo: 'Sanoit ei {{date}}',
	notAsked: 'Tätä ei ole kysytty sinulta',
	outdated: 'Sanat ovat muuttuneet suostumuksesi jälkeen. Tämä on pois päältä, kunnes sanot uudelleen kyllä.',
	everything: 'Muutitko mielesi kaikesta?',
	noToAll: 'Sano ei kaikkeen',
	yesToAll: 'Sano kyllä kaikkeen',
	history: 'Vastauksesi: {{purpose}}',
	receipt: 'Kuitti {{date}}: {{kind}}',
	saved: 'Vastauksesi on kirjattu.',
	proof: 'Jokaisesta valinnasta jää todiste, josta näkyisi, jos joku muuttaisi sitä, vaikka me itse.',
	profile: 'Oma profiili',
	how_banner: 'bannerissa',
	how_identification: 'bannerissa, ennen kuin sinut tunnettiin',
	'how_privacy-centre': 'tässä',
	how_api: 'yrityksen omasta järjestelmästä',
	how_import: 'tuodusta tiedostosta',
	how_assisted: 'kirjattu puolestasi',
} satisfies Translation<typeof en>;
