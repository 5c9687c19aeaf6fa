/** How long a label is for the eye, whatever it is written in, and whether two of them are equal to look at. */

/** A label may be this many times as long as the other: longer ones draw the eye. The languages' own pairs stay under 2. */
const LABEL_FACTOR = 2.5;

/** Of Latin letters and signs alone, none of which goes together with the one beside it. */
const PLAIN = /^[\u0020-\u02ff]*$/;
let graphemes: Intl.Segmenter | undefined;

/** Without whitespace and signs that draw nothing: a label of these would hide an answer. */
export const visible = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu, '');

/** Signs as they are seen: a letter with its marks, a syllable and a picture made of several are one. */
export function lengthOf(text: string): number {
	if (PLAIN.test(text)) return visible(text).length;
	// what knows other scripts takes longer to be made than all that is measured here
	graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	return [...graphemes.segment(text)].filter(({ segment }) => visible(segment)).length;
}

/** Two different labels, both there, of comparable length. */
export const equalLabels = (one: string, other: string): boolean => {
	const [short = 0, long = 0] = [lengthOf(one), lengthOf(other)].sort((a, b) => a - b);
	const differ = visible(one).toLocaleLowerCase() !== visible(other).toLocaleLowerCase();
	return short > 0 && differ && long <= short * LABEL_FACTOR;
};
