import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	costs: 'Kulut kuukausittain',
	current: '{{month}} (kuluva)',
	so: '{{month}}, tähän asti',
	months: 'Kuukaudet',
	month: 'Kuukausi',
	together: 'Yhteensä',
	asTable: 'Kulut kuukausittain: näytä taulukkona',
	asChart: 'Kulut kuukausittain: näytä kaaviona',
	perActivity: 'Käytön mukaan, {{month}}',
	activity: 'Käyttö',
	credits: 'Krediittejä',
	cost: 'Kulut',
	sending: 'Lähetykset',
	scans: 'Skannaukset',
	stored: 'Tallennetut suostumukset',
	price: 'Krediitti maksaa tänään {{price}} ilman arvonlisäveroa. Aiemmat kuukaudet on laskettu samalla hinnalla.',
	empty: 'Kuluja ei vielä ole',
	emptyWhy: 'Krediiteillä maksettu näkyy täällä kuukausittain, kun krediittejä on käytetty.',
	failed: 'Kuluja ei saatu ladattua.',
	nothing: 'Tässä kuussa ei käytetty mitään.',
} satisfies Translation<typeof en>;
