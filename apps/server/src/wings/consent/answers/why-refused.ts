/** Why an item of a batch was not taken, as a sentence at the field that it lies in: what its code says to programs. */
import type { Language, Sentences } from '#kernel/http/errors.ts';

const WHY: Readonly<Record<string, { readonly field: string } & Sentences>> = {
	unknown_person: { field: 'person', en: 'Nobody is known here by this', fi: 'Tällä ei tunneta täällä ketään' },
	person_conflict: {
		field: 'person',
		en: 'These belong to different people: name one of them',
		fi: 'Nämä kuuluvat eri ihmisille: nimeä heistä yksi',
	},
	cannot_name: {
		field: 'person',
		en: 'They are known elsewhere and not on this domain: the customer’s own machine may name them',
		fi: 'Hänet tunnetaan muualla eikä tällä verkkotunnuksella: asiakkaan oma palvelin voi nimetä hänet',
	},
	at_future: { field: 'at', en: 'This is more than five minutes ahead of our clock', fi: 'Tämä on yli viisi minuuttia kelloamme edellä' },
	at_mismatch: { field: 'id', en: 'Its millisecond is not that of `at`', fi: 'Sen millisekunti ei ole sama kuin kentän `at`' },
	id_conflict: {
		field: 'id',
		en: 'Something else was sent under this id before: use a new one',
		fi: 'Tällä tunnisteella lähetettiin aiemmin muuta: käytä uutta',
	},
	unknown_purpose: {
		field: 'purpose',
		en: 'This domain has no such purpose',
		fi: 'Tällä verkkotunnuksella ei ole tällaista käyttötarkoitusta',
	},
	necessary_purpose: { field: 'purpose', en: 'Nobody is asked about what is necessary', fi: 'Välttämättömästä ei kysytä keneltäkään' },
	unknown_version: {
		field: 'version',
		en: 'There is no such version, or it began after `at`',
		fi: 'Tällaista versiota ei ole, tai se alkoi vasta kentän `at` jälkeen',
	},
	source_needed: {
		field: 'source',
		en: 'A yes needs a source that somebody can follow up',
		fi: 'Kyllä tarvitsee lähteen, josta sen voi tarkistaa',
	},
};

/** Null: the code says of no field that it is wrong. */
export const whyRefused = (code: string | null, language: Language): Record<string, string> | null => {
	const why = code === null ? undefined : WHY[code];
	return why === undefined ? null : { [why.field]: why[language] };
};
