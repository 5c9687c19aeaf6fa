/** What is looked at in a finished letter: what filters for unwanted mail dislike, and what not everybody can read. */
import type { Seen } from './safe-html.ts';

/** A colour as numbers from 0 to 255; null: not one that can be judged. */
const colourOf = (text: string): [number, number, number] | null => {
	const value = text.trim().toLowerCase();
	const named: Readonly<Record<string, string>> = {
		white: '#ffffff',
		black: '#000000',
		red: '#ff0000',
		gray: '#808080',
		grey: '#808080',
		silver: '#c0c0c0',
		yellow: '#ffff00',
		blue: '#0000ff',
		green: '#008000',
	};
	const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(named[value] ?? value)?.[1];
	if (hex !== undefined) {
		const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
		return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number];
	}
	const [, r, g, b] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value) ?? [];
	return r === undefined ? null : [Number(r), Number(g), Number(b)];
};

/** WCAG 2.2, relative luminance. */
const luminance = (colour: readonly number[]): number => {
	const [r = 0, g = 0, b = 0] = colour.map((part) => {
		const share = Math.min(255, part) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The lowest contrast of colours that a letter sets together; null: it sets none. */
export const lowestContrast = ({ colours }: Pick<Seen, 'colours'>): number | null => {
	const ratios = colours.flatMap(({ color, background }) => {
		const [a, b] = [colourOf(color), colourOf(background)];
		if (a === null || b === null) return [];
		const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
		return [(light + 0.05) / (dark + 0.05)];
	});
	return ratios.length === 0 ? null : Math.floor(Math.min(...ratios) * 10) / 10;
};

const hostOf = (text: string): string | null =>
	/^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:]|$)/i.exec(text.trim().slice(0, 300))?.[1]?.toLowerCase() ?? null;
const LURES =
	/\b(?:100 ?% free|act now|click here|free money|guaranteed|no risk|winner|earn \$|viagra|ilmaiseksi heti|voitit|klikkaa tästä)\b/giu;
const SHORTENERS = /^(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|ow\.ly)$/;

/** 0 to 5, from rules that filters for unwanted mail share; each that holds adds its weight. */
export const spamOf = (subject: string, text: string | null, seen: Seen): number => {
	const letters = subject.replace(/[^\p{L}]/gu, '');
	const words = seen.text.replace(/\s+/g, ' ').trim();
	const rules: readonly (readonly [boolean, number])[] = [
		// The subject shouts.
		[letters.length >= 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase(), 1.5],
		[/!{2,}|\?{2,}|[$€£]{2,}/.test(subject) || (subject.match(/!/g)?.length ?? 0) > 1, 0.8],
		[subject.trim().length > 0 && subject.trim().length < 4, 0.3],
		[subject.length > 150, 0.4],
		[/^(?:re|fwd?|vs|vl):/i.test(subject.trim()), 1],
		// Pictures without words.
		[seen.pictures.length > 0 && words.length < 100, 1.5],
		[words.length < 20, 0.5],
		[text === null || text.trim() === '', 1],
		// A link's words name another place than it leads to.
		[seen.links.some(({ url, text: said }) => hostOf(said) !== null && hostOf(url) !== null && hostOf(said) !== hostOf(url)), 2],
		[seen.links.some(({ url }) => /^https?:\/\/\d+\.\d+\.\d+\.\d+/.test(url)), 1.5],
		[seen.links.some(({ url }) => SHORTENERS.test(hostOf(url) ?? '')), 1],
		[seen.links.some(({ url }) => url.startsWith('http:')), 0.3],
		[seen.links.length > 50, 0.5],
		[seen.gone.has('script') || seen.gone.has('form') || seen.gone.has('iframe'), 0.5],
	];
	const lures = Math.min(1, (`${subject} ${words}`.match(LURES)?.length ?? 0) * 0.4);
	const sum = rules.reduce((all, [holds, weight]) => all + (holds ? weight : 0), lures);
	return Math.round(Math.min(5, sum) * 10) / 10;
};
