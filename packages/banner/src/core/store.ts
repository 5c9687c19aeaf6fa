/**
 * The one thing kept on the device, and only after a choice: a first-party cookie with values and times.
 * `luvalla=1~<folder>~statistics.1.tn2k9c~marketing.0.tn2k9c` (times are seconds in base 36). No id.
 */
import type { Values } from '../shapes.ts';

/** Category key → answer and its time in seconds. */
export type Kept = Record<string, [answer: boolean, at: number]>;

export const DAY = 86_400;

/** What is kept, the newest answer of each category; nothing when storage is blocked or the cookie is not ours to understand. */
export const read = (): Kept => {
	const kept: Kept = {};
	try {
		// More than one where this host and its parent domain each have theirs.
		for (const cookie of document.cookie.split('; '))
			if (cookie.startsWith('luvalla=1~'))
				for (const [, key = '', answer, time = ''] of cookie.matchAll(/~([a-z][\w-]*)\.([01])\.([\da-z]{1,8})(?=~|$)/g)) {
					const at = Number.parseInt(time, 36);
					if (at > (kept[key]?.[1] ?? -1)) kept[key] = [answer === '1', at];
				}
	} catch {
		// Cookies are blocked: no stored choice, so no consent.
	}
	return kept;
};

/**
 * Answers young enough to stand. A clock that ran backwards expires them too: then the visitor is asked. A yes to words
 * that have changed materially since does not stand; a no does.
 */
export const standing = (
	kept: Kept,
	asked: string[],
	days: readonly [no: number, yes: number],
	material: Record<string, number> = {},
): Values => {
	const values: Values = {};
	for (const key of asked)
		if (kept[key]) {
			const [answer, at] = kept[key];
			if (Math.abs(Date.now() / 1000 - at) < days[answer ? 1 : 0] * DAY && !(answer && at < (material[key] ?? 0))) values[key] = answer;
		}
	return values;
};
