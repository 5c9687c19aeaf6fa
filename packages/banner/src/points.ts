/** Points of a gate: what was found, and whether it holds. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { contrast, ratio } from './contrast.ts';
import { lengthOf } from './labels.ts';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the shape of a button. */
export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;
/** product.md: a refusal is never asked again sooner. */
export const LEAST_NO_MONTHS = 6;

export interface Point<Code extends string> extends GateFinding {
	code: Code;
}

/** @param measured a ratio, a pair of lengths, a name @param where path of the field to change; null: there is none */
export const point = <Code extends string>(code: Code, ok: boolean, measured: string, where: string | null): Point<Code> => ({
	code,
	ok,
	measured,
	where,
});

/** Links of a banner: their text, their address. */
const LINKS = [
	['policyLabel', 'policyUrl'],
	['ownDataLabel', 'ownDataUrl'],
] as const;
type LinkText = (typeof LINKS)[number][number];

/** The first text that lacks; a link is optional, but its two halves come together. */
export const missingText = <Key extends string>(
	texts: Partial<Record<Key | LinkText, string>>,
	keys: readonly Key[],
): Key | LinkText | undefined => {
	const has = (key: Key | LinkText): boolean => lengthOf(texts[key] ?? '') > 0;
	return keys.find((key) => !has(key)) ?? LINKS.find(([label, url]) => has(label) !== has(url))?.[1];
};

/** Two colours are told apart. */
export const contrastPoint = <Code extends string>(code: Code, a: string, b: string, least: number, where: string): Point<Code> => {
	const measured = contrast(a, b);
	return point(code, measured >= least, ratio(measured), where);
};
