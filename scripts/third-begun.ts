/**
 * A reporter of Vitest for `npm test`: tells the task when a third of the files of tests have begun. Those that start programs and browsers,
 * and the longest of the server, come first and wait much of their time: from there on the processors have room.
 */
import type { Reporter } from 'vitest/node';

export default class ThirdBegun implements Reporter {
	#waiting = 0;

	onTestRunStart(files: readonly unknown[]): void {
		this.#waiting = Math.ceil(files.length / 3);
	}

	onTestModuleQueued(): void {
		this.#waiting--;
		if (this.#waiting === 0) process.send?.('a third of the files have begun');
	}
}
