/** The file that a site may put at its root: the worker with what it must know of a publication. Pure. */
import type { PushWords } from '../push/words.ts';
import { given } from '../script.ts';
import type { Pointer } from '../shapes.ts';

export type WorkerData = [
	/** Category key → hosts, as alternatives of a regular expression: the whole list, not what a look has seen. */
	known: Record<string, string>,
	asked: string[],
	days: Pointer['days'],
	/** Nothing runs without a yes; where the place of a visitor decides, only a no is certain. */
	strict: boolean,
];

/** Language → "Why do I see this?", and the language of whoever has none of these. */
export type PushWorkerData = [why: Record<string, string>, usual: string];

/**
 * Null: the publication stops no known tags and sends no pushes.
 * @param script text of the build output `worker.js` @param push text of `pushworker.js`, and what it says; null: a build before it
 */
export const workerFile = (
	{ known, asked, days, geo, push: pushes, reopen, language }: Pointer,
	script: string,
	push: { readonly script: string; readonly words: Readonly<Record<string, PushWords>> } | null = null,
): string | null => {
	const holds = known ? given('LUVALLA_WORKER', [known, asked, days, geo === undefined] satisfies WorkerData, script) : '';
	const why = Object.fromEntries(Object.keys(reopen).map((one) => [one, push?.words[one]?.why ?? '']));
	const shows = pushes && push ? given('LUVALLA_PUSH', [why, language] satisfies PushWorkerData, push.script) : '';
	return holds + shows || null;
};
