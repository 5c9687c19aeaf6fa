/** Words by which somebody answers that they want no more messages, in any language and however they are written. */

/** What carriers and people use where we have customers; a connector may add its own. */
export const STOP_WORDS = [
	...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
	...['ARRET', 'ARRETER', 'PERU', 'PERUUTA', 'LOPETA', 'SEIS', 'STOPP', 'STOPPA', 'AVSLUTA', 'SLUTA', 'STOPPEN', 'ABMELDEN', 'AFMELD'],
	...['BAJA', 'ALTO', 'PARAR', 'SAIR', 'BASTA', 'ANNULLA', 'LÕPETA', 'СТОП'],
];

/** As words are compared: without accents, marks and case. */
const plain = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toUpperCase();

const KNOWN = new Set(STOP_WORDS.map(plain));

/** Further words of a connector, as they are typed: with commas or on lines of their own. */
export const wordsIn = (typed: string): string[] =>
	typed
		.split(/[,;\n]/)
		.map((word) => word.trim())
		.filter((word) => plain(word) !== '');

const MOST_WORDS = 3;

/**
 * Whether an answer says no. The whole answer does, or its first word with little after it: `STOP please`, `Peru, kiitos!`. A long answer
 * that begins with such a word may be about anything; in doubt a no is heeded only where it is said plainly.
 */
export const saysStop = (answer: string, further: readonly string[]): boolean => {
	const said = plain(answer);
	const all = new Set([...KNOWN, ...further.map(plain)]);
	const words = said.split(' ');
	return all.has(said) || (words.length <= MOST_WORDS && all.has(words[0] ?? ''));
};
