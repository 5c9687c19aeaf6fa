/** Waiting for the other side, and saying meanwhile that the run is not dead. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from '#kernel/runs/runs.ts';
import { BATCH_MS, type Cursor, tooSlow, type Work } from './run.ts';

/** So often a run that waits says so. */
const SIGN_MS = 2000;

/** Steps that stand still until the promise is settled; @throws ConnectorFailed when that takes too long */
export async function* waitFor<T>(
	promise: Promise<T>,
	cursor: () => Cursor,
	{ abort }: Pick<Work, 'abort'>,
): AsyncGenerator<Step<Cursor>, T> {
	const until = performance.now() + BATCH_MS;
	// Left in the middle, it may fail unheard.
	promise.catch(() => undefined);
	const waiting = Symbol('waiting');
	for (;;) {
		const came = await Promise.race([promise, pause(SIGN_MS, waiting, { ref: false })]);
		if (came !== waiting) return came as T;
		if (performance.now() > until) {
			abort();
			throw tooSlow();
		}
		const here = cursor();
		yield async () => ({ cursor: here, done: here.rows, still: true });
	}
}
