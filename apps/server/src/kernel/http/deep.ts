/** JSON that is nested deeper than anything here is read: refused before it is parsed, which costs more the deeper it goes. */
import { refuse } from './errors.ts';

/** Levels of lists and objects in each other. What goes deepest, a rule of groups within a list of segments, needs less than 20. */
export const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether it goes deeper. It need be no JSON. */
export const isTooDeep = (text: string): boolean => {
	let depth = 0;
	for (let i = 0; i < text.length; i++) {
		switch (text.charCodeAt(i)) {
			case 0x5b: // [
			case 0x7b: // {
				depth += 1;
				if (depth > DEEPEST) return true;
				break;
			case 0x5d: // ]
			case 0x7d: // }
				depth -= 1;
				break;
			case QUOTE:
				i = endOfString(text, i);
		}
	}
	return false;
};

/** @throws Refused 400 */
export const demandShallow = (text: string): void => {
	if (isTooDeep(text)) throw refuse('too_deep');
};

/** Where the string that begins at `from` ends: at its second quotation mark, or with the text. */
export const endOfString = (text: string, from: number): number => {
	for (let end = text.indexOf('"', from + 1); end > from; end = text.indexOf('"', end + 1)) {
		let slashes = 0;
		while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
		if (slashes % 2 === 0) return end;
	}
	return text.length;
};
