/**
 * A reporter of Vitest for `npm test`: tells the task when half of the files of tests have begun. Those that start programs and browsers,
 * and the longest of the server, come first: about a third of the time is left.
 */
import type { Reporter } from 'vitest/node';

export default class HalfBegun implements Reporter {
	#waiting = 0;

	onTestRunStart(files: readonly unknown[]): void {
		this.#waiting = Math.ceil(files.length / 2);
	}

	onTestModuleQueued(): void {
		this.#waiting--;
		if (this.#waiting === 0) process.send?.('half of the files have begun');
	}
}
