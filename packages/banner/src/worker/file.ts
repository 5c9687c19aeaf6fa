/** The file that a site may put at its root: the worker with what it must know of a publication. Pure. */
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

/**
 * Null: the publication stops no known tags.
 * @param script text of the build output `worker.js`
 */
export const workerFile = ({ known, asked, days, geo }: Pointer, script: string): string | null =>
	known ? given('LUVALLA_WORKER', [known, asked, days, geo === undefined] satisfies WorkerData, script) : null;
