/** Why an answer was not taken, in sentences. */
import type { AnswerRefusal } from '@luvalla/contract/consent/answers.ts';
import { refusals } from '#kernel/http/errors.ts';

const table = {
	malformed: [
		422,
		'This answer cannot be read. Check who it is, the purpose and the time.',
		'Vastausta ei voi lukea. Tarkista henkilö, käyttötarkoitus ja aika.',
	],
	unknown_purpose: [422, 'There is no such purpose on this domain.', 'Verkkotunnuksella ei ole tällaista käyttötarkoitusta.'],
	necessary_purpose: [422, 'A strictly necessary purpose is not asked about.', 'Välttämättömästä käyttötarkoituksesta ei kysytä.'],
	unknown_version: [422, 'This purpose never had that version.', 'Käyttötarkoituksella ei ole ollut tätä versiota.'],
	source_needed: [
		422,
		'A yes needs a source: where the person said it, so that it can be followed up.',
		'Kyllä tarvitsee lähteen: missä henkilö sen sanoi, jotta asian voi tarkistaa.',
	],
	at_future: [422, 'This moment is still to come.', 'Tämä hetki on vasta tulossa.'],
	at_mismatch: [422, 'The time inside the id is another one than `at`.', 'Tunnisteen sisältämä aika on eri kuin `at`.'],
	unknown_person: [404, 'There is no such person.', 'Tällaista henkilöä ei ole.'],
	person_conflict: [422, 'These identifiers belong to different people.', 'Nämä tunnisteet kuuluvat eri henkilöille.'],
	cannot_name: [
		422,
		'This person cannot be named like this here. Use one address, number or id that is known on your domains, or ask somebody who answers for the whole customer.',
		'Henkilöä ei voi nimetä näin tässä. Käytä yhtä osoitetta, numeroa tai tunnistetta, joka on tiedossa omissa verkkotunnuksissasi, tai pyydä apua koko asiakkaasta vastaavalta.',
	],
	id_conflict: [409, 'This id is another record’s.', 'Tämä tunniste kuuluu toiselle kirjaukselle.'],
} as const satisfies Record<AnswerRefusal, readonly [number, string, string]>;

export const refuseAnswer = refusals(table);
