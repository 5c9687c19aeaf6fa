/** Fields as they stand in a text: where they are, what is being written of one, and one put in another's place. */

/** Of an output: `{{ person.first_name | default: "friend" }}`; its first word is the field. */
export const OUTPUT = /\{\{-?\s*([^\s|{}]*)[^{}]*?\}\}/g;

export interface Piece {
	text: string;
	/** The field that it names; null: plain text. */
	field: string | null;
}

/** A text as plain pieces and fields. */
export function piecesOf(text: string): Piece[] {
	const pieces: Piece[] = [];
	let at = 0;
	for (const found of text.matchAll(OUTPUT)) {
		if (found.index > at) pieces.push({ text: text.slice(at, found.index), field: null });
		pieces.push({ text: found[0], field: found[1] ?? '' });
		at = found.index + found[0].length;
	}
	if (at < text.length) pieces.push({ text: text.slice(at), field: null });
	return pieces;
}

/** What is being written of a field before the caret, and where it begins; null: none is. */
export function begunBefore(text: string): { from: number; query: string } | null {
	const found = /\{\{-?\s*([^\s|{}]*)$/.exec(text);
	return found ? { from: found.index, query: found[1] ?? '' } : null;
}

export const outputOf = (path: string): string => `{{ ${path} }}`;

/** The rest of an output that stands right behind the caret already. */
export const restAfter = (text: string): number => /^[^\s|{}]*\s*\}\}/.exec(text)?.[0].length ?? 0;

/** A text with `instead` wherever an output names `field`. */
export const withField = (text: string, field: string, instead: string): string =>
	text.replace(OUTPUT, (whole, path: string) => (path === field ? whole.replace(field, () => instead) : whole));
