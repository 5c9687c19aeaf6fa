/**
 * Letters of printed pages: the house's own fonts, and one of a wide alphabet for what they lack. Both come with packages that ship the
 * font files themselves, under the SIL Open Font License (OFL 1.1); nothing is asked of the system or the network.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { create } from 'fontkit';

const FILES = {
	text: '@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf',
	bold: '@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf',
	italic: '@expo-google-fonts/instrument-sans/400Regular_Italic/InstrumentSans_400Regular_Italic.ttf',
	other: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
	otherBold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
} as const;
export type FaceName = keyof typeof FILES;
export const FACES = Object.keys(FILES) as FaceName[];

/** How words look. */
export type Style = 'text' | 'bold' | 'italic';
const OTHER: Readonly<Record<Style, FaceName>> = { text: 'other', bold: 'otherBold', italic: 'other' };

/** As people call them. */
export const FONT_NAMES = { own: 'Instrument Sans', other: 'Noto Sans' } as const;

const require = createRequire(import.meta.url);
const loaded = new Map<FaceName, Font>();

/** Read with the first page that needs it. */
export const fontOf = (face: FaceName): Font => {
	const found = loaded.get(face);
	if (found) return found;
	const font = create(readFileSync(require.resolve(FILES[face])));
	if (!('layout' in font)) throw new Error(`${FILES[face]} is no single font.`);
	loaded.set(face, font);
	return font;
};

/** A piece of text as it is printed: what goes into a page, and which signs it could not show. */
export interface Shaped {
	/** In thousandths of the size. */
	readonly width: number;
	readonly pieces: readonly { readonly face: FaceName; readonly shown: string; readonly width: number }[];
	/** Signs for which there is only an empty box. */
	readonly missing: readonly string[];
	/** Where the empty boxes stand, and how wide they are. */
	readonly boxes: readonly { readonly at: number; readonly width: number }[];
	/** What each glyph stands for, by face. */
	readonly glyphs: readonly { readonly face: FaceName; readonly id: number; readonly text: string }[];
}

/** Signs that are no ink: they are in no font, and nobody misses them. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu;
/** Every space is as wide as the plain one. */
const SPACES = /[\p{Zs}\t]/gu;

/** As it is shaped: marks joined with what they stand on. */
export const printable = (text: string): string => text.normalize('NFC').replace(SPACES, ' ').replace(UNSEEN, '');

const has = (face: FaceName, sign: string): boolean => fontOf(face).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);

const hex = (id: number): string => id.toString(16).padStart(4, '0');

/** A letter's words are met again and again; people's names are not, and fill what is kept: the more of them, the more memory for nothing. */
const MOST_KEPT = 2_000;
const kept = new Map<string, Shaped>();

interface Stretch {
	readonly face: FaceName;
	text: string;
	readonly isMissing: boolean;
}

/** Text cut where the font changes. */
const stretchesOf = (text: string, style: Style, wide: boolean): Stretch[] => {
	const stretches: Stretch[] = [];
	for (const sign of text) {
		const own = has(style, sign);
		const other = !own && wide && has(OTHER[style], sign);
		const face = other ? OTHER[style] : style;
		const isMissing = !own && !other;
		const last = stretches.at(-1);
		if (last && last.face === face && last.isMissing === isMissing) last.text += sign;
		else stretches.push({ face, text: sign, isMissing });
	}
	return stretches;
};

/** @param wide whether what the own font lacks may be taken from the other one */
export const shape = (text: string, style: Style, wide: boolean): Shaped => {
	const key = `${style}${wide ? '+' : '-'}${text}`;
	const known = kept.get(key);
	if (known) return known;
	const pieces: { face: FaceName; shown: string; width: number }[] = [];
	const glyphs: { face: FaceName; id: number; text: string }[] = [];
	const missing: string[] = [];
	const boxes: { at: number; width: number }[] = [];
	let width = 0;
	for (const { face, text: part, isMissing } of stretchesOf(printable(text), style, wide)) {
		const font = fontOf(face);
		const scale = 1000 / font.unitsPerEm;
		let shown = '';
		let its = 0;
		if (isMissing) {
			const box = font.getGlyph(0);
			for (const sign of part) {
				missing.push(sign);
				boxes.push({ at: width + its, width: box.advanceWidth * scale });
				shown += `<${hex(0)}>`;
				its += box.advanceWidth * scale;
			}
			glyphs.push({ face, id: 0, text: '\ufffd' });
		} else {
			const run = font.layout(part);
			let open = '';
			for (const [n, glyph] of run.glyphs.entries()) {
				glyphs.push({ face, id: glyph.id, text: String.fromCodePoint(...glyph.codePoints) });
				open += hex(glyph.id);
				const advance = run.positions[n]?.xAdvance ?? glyph.advanceWidth;
				its += advance * scale;
				const off = Math.round((glyph.advanceWidth - advance) * scale);
				if (off === 0) continue;
				shown += `<${open}>${off}`;
				open = '';
			}
			if (open !== '') shown += `<${open}>`;
		}
		width += its;
		pieces.push({ face, shown, width: its });
	}
	const made = { width, pieces, missing, boxes, glyphs };
	if (kept.size >= MOST_KEPT) kept.clear();
	kept.set(key, made);
	return made;
};

/** Signs of a text that cannot be printed, each once. */
export const missingIn = (text: string, wide: boolean): string[] => [
	...new Set([...printable(text)].filter((sign) => !has('text', sign) && !(wide && has('other', sign)))),
];

/** Ranges of the signs that the own font has, as PostgreSQL writes them within brackets. */
export const ownSigns = (): string => {
	const signs = fontOf('text').characterSet.toSorted((a, b) => a - b);
	const escaped = (sign: number): string => `\\U${sign.toString(16).padStart(8, '0')}`;
	let ranges = '';
	for (let at = 0; at < signs.length; ) {
		const first = signs[at] ?? 0;
		let last = first;
		while (at < signs.length && (signs[at] ?? 0) <= last + 1) last = signs[at++] ?? last;
		if (first > 0) ranges += first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`;
	}
	return ranges;
};
