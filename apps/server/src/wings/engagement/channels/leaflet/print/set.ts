/** Sets words into lines of a width: breaks between them, and within one that is longer than a line. */
import { printable, type Shaped, type Style, shape } from './fonts.ts';
import { type Glyphs, nameOfFace } from './writer.ts';

export interface Word {
	readonly shaped: Shaped;
	/** From the start of the line, in points. */
	readonly x: number;
}
export interface Line {
	readonly words: readonly Word[];
	readonly width: number;
}

export interface Said {
	readonly text: string;
	readonly style: Style;
}

/** Pieces of a word, each no wider than a line. */
const broken = (text: string, style: Style, size: number, width: number, wide: boolean): Shaped[] => {
	const whole = shape(text, style, wide);
	if ((whole.width * size) / 1000 <= width) return [whole];
	const parts: Shaped[] = [];
	let from = 0;
	const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
	while (from < signs.length) {
		let [least, most] = [1, signs.length - from];
		while (least < most) {
			const middle = Math.ceil((least + most) / 2);
			const tried = shape(signs.slice(from, from + middle).join(''), style, wide);
			if ((tried.width * size) / 1000 <= width) least = middle;
			else most = middle - 1;
		}
		parts.push(shape(signs.slice(from, from + least).join(''), style, wide));
		from += least;
	}
	return parts;
};

/** @param wide whether signs may be taken from the other font */
export const linesOf = (said: readonly Said[], size: number, width: number, wide: boolean): Line[] => {
	const lines: Line[] = [];
	let words: Word[] = [];
	let at = 0;
	let spaced = false;
	const end = (): void => {
		lines.push({ words, width: at });
		words = [];
		at = 0;
		spaced = false;
	};
	for (const { text, style } of said) {
		const space = shape(' ', style, wide);
		const room = (space.width * size) / 1000;
		for (const part of printable(text.replaceAll('\n', ' \u2028 ')).split(/( +)/)) {
			if (part === '') continue;
			if (part === '\u2028') {
				end();
				continue;
			}
			if (/^ +$/.test(part)) {
				spaced = at > 0;
				continue;
			}
			for (const shaped of broken(part, style, size, width, wide)) {
				const its = (shaped.width * size) / 1000;
				if (at > 0 && at + (spaced ? room : 0) + its > width + 0.01) end();
				if (spaced && at > 0) {
					words.push({ shaped: space, x: at });
					at += room;
				}
				spaced = false;
				words.push({ shaped, x: at });
				at += its;
			}
		}
	}
	if (words.length > 0) end();
	return lines;
};

/** Draws into one page, and remembers which letters it took and which it lacked. */
export class Pen {
	readonly #wide: boolean;
	readonly #glyphs: Glyphs;
	readonly #shows: boolean;
	readonly #parts: string[] = [];
	/** Pictures that it shows, by their keys. */
	readonly pictures = new Set<string>();
	readonly missing = new Set<string>();

	/** @param shows whether an empty box is marked, for whoever looks at a proof */
	constructor(wide: boolean, glyphs: Glyphs, shows: boolean) {
		this.#wide = wide;
		this.#glyphs = glyphs;
		this.#shows = shows;
	}

	draw(operators: string): void {
		this.#parts.push(operators);
	}

	lines(said: readonly Said[], size: number, width: number): Line[] {
		return linesOf(said, size, width, this.#wide);
	}

	line({ words }: Line, x: number, y: number, size: number, ink = '0 0 0 1 k'): void {
		if (words.length === 0) return;
		let text = `BT ${ink} 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm\n`;
		let face = '';
		for (const { shaped, x: at } of words) {
			for (const glyph of shaped.glyphs) this.#glyphs.get(glyph.face)?.set(glyph.id, glyph.text);
			for (const sign of shaped.missing) this.missing.add(sign);
			for (const piece of shaped.pieces) {
				const name = nameOfFace(piece.face);
				if (name !== face) text += `/${name} ${size} Tf `;
				face = name;
				text += `[${piece.shown}] TJ\n`;
			}
			if (this.#shows)
				for (const box of shaped.boxes) {
					const from = x + at + (box.at * size) / 1000;
					this.#parts.push(
						`q 0.8 w 0 1 1 0.1 K 0 0.12 0.1 0 k [2 1.5] 0 d ${(from - 1).toFixed(2)} ${(y - size * 0.3).toFixed(2)} ${((box.width * size) / 1000 + 2).toFixed(2)} ${(size * 1.3).toFixed(2)} re B Q\n`,
					);
				}
		}
		this.#parts.push(`${text}ET\n`);
	}

	get drawn(): string {
		return this.#parts.join('');
	}
}
