/**
 * What a start leaves behind: modules that were read, rows of the sample, text that was compiled. V8 collects it when it needs room, which
 * an idle server never does: 25 of 170 MB stayed for good.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects what nobody holds any more; stops everything for some 50 ms. */
export const collect = (): void => {
	setFlagsFromString('--expose-gc');
	const gc: unknown = runInNewContext('gc');
	setFlagsFromString('--no-expose-gc');
	if (typeof gc === 'function') gc();
};

/** The first seconds still bring work: jobs, readers, sessions. */
const AFTER_MS = 15_000;

/** Once, some time after the start; the process does not stay for it. */
export const letGoOfStart = (): void => {
	setTimeout(collect, AFTER_MS).unref();
};
