/**
 * What the program itself says of a message that it could not make, or of a server that did not answer. Deliveries keep it in English beside
 * what other servers said, which stays as they said it; `{}` stands for a value.
 */
import type { Said, Words } from '../words.ts';

export const OWN_SENTENCES = {
	hungUp: { en: 'The mail server hung up.', fi: 'Sähköpostipalvelin katkaisi yhteyden.' },
	tooSlow: { en: 'The mail server took too long to answer.', fi: 'Sähköpostipalvelin ei vastannut ajoissa.' },
	noConnection: { en: 'No connection was made.', fi: 'Yhteyttä ei syntynyt.' },
	hungUpAtOnce: { en: 'it hung up at once', fi: 'Palvelin katkaisi yhteyden heti.' },
	tooSlowToConnect: { en: 'it took too long to connect', fi: 'Yhteys ei auennut ajoissa.' },
	notAddress: { en: 'This is not an address.', fi: 'Tämä ei ole osoite.' },
	noPostal: { en: 'The postal address of who it is from is not known', fi: 'Lähettäjän postiosoite ei ole tiedossa' },
	notWritten: { en: 'Nothing is written in {}', fi: 'Kielellä {} ei ole kirjoitettu mitään' },
	nothingLeft: { en: 'Nothing is left of the text', fi: 'Tekstistä ei jää mitään' },
	noText: { en: 'There is no text', fi: 'Tekstiä ei ole' },
	tooManyParts: { en: 'It takes {} parts; {} are the most', fi: 'Siitä tulee {} osaa, enintään {} käy' },
	linkTooLong: { en: 'The address that it leads to is too long for a push', fi: 'Osoite, johon se vie, on liian pitkä push-viestiin' },
	pushTooLong: { en: 'It is too long for a push', fi: 'Se on liian pitkä push-viestiksi' },
	notJson: { en: 'What it becomes is not a JSON document', fi: 'Siitä ei tule JSON-dokumenttia' },
	addressIncomplete: { en: 'The address is incomplete', fi: 'Osoite on vajaa' },
	addressTooLong: { en: 'The address is longer than its field.', fi: 'Osoite ei mahdu kenttäänsä.' },
	noRoomOnOne: { en: 'The words have no room on one page', fi: 'Teksti ei mahdu yhdelle sivulle' },
	noRoomOnTwo: { en: 'The words have no room on two pages', fi: 'Teksti ei mahdu kahdelle sivulle' },
	noFont: { en: 'No font has {}', fi: 'Missään fontissa ei ole merkkiä {}' },
	notFetched: { en: 'The picture {} was not fetched.', fi: 'Kuvaa {} ei haettu.' },
	noZone: { en: 'There is no time zone {}', fi: 'Aikavyöhykettä {} ei ole' },
	tooDeep: { en: 'This is put into itself too deeply', fi: 'Tämä on sisäkkäin itsessään liian syvälle' },
} as const satisfies Words;
export type OwnSentence = keyof typeof OWN_SENTENCES;

const filled = (sentence: string, values: readonly string[]): string => {
	const left = [...values];
	return sentence.replaceAll('{}', () => left.shift() ?? '{}');
};

/** The sentence as it is kept. */
export const ownSentence = (which: OwnSentence, ...values: readonly (string | number)[]): string =>
	filled(OWN_SENTENCES[which].en, values.map(String));

const patterns = Object.values(OWN_SENTENCES).map((one: Said) => ({
	one,
	kept: new RegExp(
		`^${one.en
			.split('{}')
			.map((part) => part.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&'))
			.join('(.+)')}$`,
	),
}));

/** A sentence of our own in a language; null: somebody else said it. */
export function ownSaid(kept: string, language: keyof Said): string | null {
	for (const { one, kept: pattern } of patterns) {
		const found = pattern.exec(kept);
		if (found) return filled(one[language], found.slice(1));
	}
	return null;
}
