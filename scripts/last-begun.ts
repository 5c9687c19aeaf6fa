/** A reporter of Vitest for `npm test`: tells the task when no file of tests waits for a worker any more. */
import type { Reporter } from 'vitest/node';

export default class LastBegun implements Reporter {
	#waiting = 0;

	onTestRunStart(files: readonly unknown[]): void {
		this.#waiting = files.length;
	}

	onTestModuleQueued(): void {
		this.#waiting--;
		if (this.#waiting === 0) process.send?.('the last file has begun');
	}
}
