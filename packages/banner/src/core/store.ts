/**
 * The one thing kept on the device, and only after a choice: a first-party cookie with values and times.
 * `luvalla=1~<folder>~statistics.1.tn2k9c~marketing.0.tn2k9c` (times are seconds in base 36). No id.
 */
import type { Values } from '../shapes.ts';

/** Category key → answer and its time in seconds. */
export type KeptAnswers = Record<string, [answer: boolean, at: number]>;

export const DAY = 86_400;

/** What the browser may forbid, as in a sandboxed frame: then nothing. */
export const safely = <T>(work: () => T): T | undefined => {
	try {
		return work();
	} catch {
		return undefined;
	}
};

/** The page's cookies; none where they are blocked. */
export const cookies = (): string => safely(() => document.cookie) ?? '';

/**
 * Answers what is kept, with the newest answer of each category; of one second a no. `told` is what another tab said, in
 * the words of the cookie; absent: the device's own.
 */
export type Reading = (kept: KeptAnswers, told?: string | null) => KeptAnswers;

/** The same object where nothing is new. */
export const read: Reading = (before, told) => {
	let kept = before;
	// More than one where this host and its parent domain each have theirs.
	for (const cookie of (told ?? cookies()).split('; '))
		if (cookie.startsWith('luvalla=1~'))
			cookie.replace(/~([\w-]+)\.([01])\.(\w+)/g, (all, key: string, answer: string, time: string) => {
				const at = parseInt(time, 36);
				const [yes, had = -1] = kept[key] ?? [];
				if (at > had || (at === had && yes && answer === '0')) kept = { ...kept, [key]: [answer === '1', at] };
				return all;
			});
	return kept;
};

/** No answers: an object without a name of its own, because a mark may name anything, such as `constructor`. */
export const none = (): Values => Object.create(null);

/**
 * Answers young enough to stand. A clock that ran backwards expires them too: then the visitor is asked. A yes to words
 * that have changed materially since does not stand; a no does.
 */
export const standing = (
	kept: KeptAnswers,
	asked: string[],
	[no, yes]: readonly [no: number, yes: number],
	material?: Record<string, number>,
): Values => {
	const values = none();
	for (const key of asked)
		if (kept[key]) {
			const [answer, at] = kept[key];
			if (Math.abs(Date.now() / 1000 - at) < (answer ? yes : no) * DAY && !(answer && at < (material?.[key] ?? 0))) values[key] = answer;
		}
	return values;
};
