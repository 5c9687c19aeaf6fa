/** Why a row of an upload is not taken, as the portal and the file of rejected rows say it. */
import type { Words } from '../words.ts';

export const ROW_PROBLEMS = {
	not_a_row: { en: 'Not a row: perhaps a quote that never ends', fi: 'Ei ole rivi: ehkä lainausmerkki, joka ei pääty' },
	unreadable: { en: 'Letters that cannot be read', fi: 'Kirjaimia, joita ei voi lukea' },
	not_an_email: { en: 'Not an e-mail address', fi: 'Ei ole sähköpostiosoite' },
	not_a_phone: { en: 'Not a number of any country', fi: 'Ei ole minkään maan puhelinnumero' },
	not_an_id: { en: 'Not an id of ours', fi: 'Ei ole meidän tunnisteemme' },
	not_a_country: {
		en: 'Not a country: use two letters such as FI, or its name',
		fi: 'Ei ole maa: käytä kahta kirjainta, kuten FI, tai maan nimeä',
	},
	no_such_day: { en: 'No such day', fi: 'Tällaista päivää ei ole' },
	not_a_number: { en: 'Not a number', fi: 'Ei ole luku' },
	not_yes_or_no: { en: 'Neither yes nor no', fi: 'Ei kyllä eikä ei' },
	unknown_word: { en: 'It was not said what this word means', fi: 'Sanan merkitystä ei ole kerrottu' },
	unfit: { en: 'Too long, or with signs that do not belong there', fi: 'Liian pitkä, tai merkkejä, jotka eivät kuulu tähän' },
	nobody: { en: 'Nothing says who this is', fi: 'Mikään ei kerro, kenestä on kyse' },
	date_needed: { en: 'A yes without its date', fi: 'Kyllä ilman päivää' },
	at_future: { en: 'This moment is still to come', fi: 'Tämä hetki on vasta tulossa' },
	source_needed: { en: 'A yes without its source', fi: 'Kyllä ilman lähdettä' },
	unknown_purpose: { en: 'No such purpose', fi: 'Tällaista käyttötarkoitusta ei ole' },
	necessary_purpose: { en: 'A strictly necessary purpose is not asked about', fi: 'Välttämättömästä käyttötarkoituksesta ei kysytä' },
	unknown_version: { en: 'The purpose never had that version', fi: 'Käyttötarkoituksella ei ole ollut tätä versiota' },
	unknown_person: { en: 'No such person', fi: 'Tällaista henkilöä ei ole' },
	person_conflict: { en: 'These belong to different people', fi: 'Nämä kuuluvat eri henkilöille' },
	cannot_name: {
		en: 'Cannot be named like this by somebody who answers for a domain alone',
		fi: 'Pelkästä verkkotunnuksesta vastaava ei voi nimetä henkilöä näin',
	},
	on_another_row: { en: 'On another row too, with something else beside it', fi: 'Myös toisella rivillä, mutta eri tiedon kanssa' },
	kind_mismatch: { en: 'Values of this name are of another kind', fi: 'Tämännimiset arvot ovat toista lajia' },
	too_much: { en: 'More than one person may have', fi: 'Enemmän kuin yhdellä henkilöllä voi olla' },
} as const satisfies Words;
export type RowProblem = keyof typeof ROW_PROBLEMS;
