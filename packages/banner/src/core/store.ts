/**
 * The one thing kept on the device, and only after a choice: a first-party cookie with values and times.
 * `luvalla=1~<folder>~statistics.1.tn2k9c~marketing.0.tn2k9c` (times are seconds in base 36). No id.
 */
import type { Values } from '../shapes.ts';

/** Category key → answer and its time in seconds. */
export type Kept = Record<string, [answer: boolean, at: number]>;

export const DAY = 86_400;

/** Cookies that are ours: `[all, folder, answers]`. More than one where this host and its parent domain each have theirs. */
const cookies = (): RegExpMatchArray[] => {
	try {
		return [...document.cookie.matchAll(/(?:^|; )luvalla=1~([^;~]*)([^;]*)/g)];
	} catch {
		// Cookies are blocked: no stored choice, so no consent.
		return [];
	}
};

/** What is kept, the newest answer of each category; nothing when storage is blocked or the cookie is not ours to understand. */
export const read = (): Kept => {
	const kept: Kept = {};
	for (const [, , text = ''] of cookies())
		for (const [, key, answer, at] of text.matchAll(/~([a-z][\w-]*)\.([01])\.([\da-z]{1,8})(?=~|$)/g))
			if (key && at) {
				const seconds = Number.parseInt(at, 36);
				if (!kept[key] || kept[key][1] < seconds) kept[key] = [answer === '1', seconds];
			}
	return kept;
};

/** The folder that the kept choice was made on, or undefined. */
export const readFolder = (): string | undefined => cookies()[0]?.[1];

/**
 * Answers young enough to stand. A clock that ran backwards expires them too: then the visitor is asked. A yes to words
 * that have changed materially since does not stand; a no does.
 */
export const standing = (
	kept: Kept,
	asked: string[],
	daysOf: (answer: boolean) => number,
	material: Record<string, number> = {},
): Values => {
	const values: Values = {};
	for (const key of asked) {
		const entry = kept[key];
		if (entry && Math.abs(Date.now() / 1000 - entry[1]) < daysOf(entry[0]) * DAY && !(entry[0] && entry[1] < (material[key] ?? 0)))
			values[key] = entry[0];
	}
	return values;
};
